import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { jsonNode } from "#testing/suites/json-node.ts";
import { checkCompiler } from "../bodies.ts";
import { ajvCompiler } from "./ajv.ts";
import { boundedPattern } from "./bounded-pattern.ts";

/** How often a pattern was really tried. */
const tries = () => vi.mocked(RegExp.prototype.test).mock.calls.length;
beforeEach(() => {
  vi.spyOn(RegExp.prototype, "test");
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a pattern of a document", () => {
  test.each([
    ["nested repetition", "^(a+)+$"],
    ["alternatives that overlap", "^(a|a)*$"],
    ["repetitions in a row", "^a*a*a*a*a*a*a*b$"],
    ["a back-reference", "^(a+)+\\1$"],
    ["a look-ahead", "^(?=(a+)+$)b"],
  ])("cannot hang the run: %s", (_, source) => {
    const pattern = boundedPattern(source);
    // Each would take years.
    for (let n = 0; n < 1000; n += 1) pattern.test(`${"a".repeat(200)}!`);
    expect(tries()).toBe(1);
  });

  test("cannot slow the run down, string by string, without end", () => {
    const pattern = boundedPattern("a*a*a*b");
    // A tenth of a second each, ten thousand times.
    for (let n = 0; n < 10_000; n += 1) pattern.test("a".repeat(200));
    expect(tries()).toBeLessThan(1000);
  });

  test("is never given up where it is simple, however busy the machine is", () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      now += 1000;
      return now;
    });
    const pattern = boundedPattern("^(0|[1-9][0-9]*)$");
    for (let n = 0; n < 100; n += 1) expect(pattern.test("01")).toBe(false);
    expect(pattern.test(`${"1".repeat(999)}!`)).toBe(false);
  });

  test("judges as any does", () => {
    // However long this machine does something else.
    const pattern = boundedPattern("^[A-Z][a-z]+ \\d+$", "u", 600_000);
    expect(["Rex 1", "rex 1", "Rex 22"].map((text) => pattern.test(text))).toEqual([true, false, true]);
  });

  test("is not held against the target where it could not be determined", () => {
    expect(boundedPattern("^(a+)+$").test(`${"a".repeat(200)}!`)).toBe(true);
    expect(boundedPattern("^a$").test("a".repeat(10_001))).toBe(true);
  });

  test("is what schemas are checked with", () => {
    const check = checkCompiler(ajvCompiler())({
      type: "object",
      properties: { name: { type: "string", pattern: "^(a+)+$" }, short: { type: "string", pattern: "^b$" } },
      patternProperties: { "^(x+)+$": { type: "integer" } },
    });
    const hostile = { name: `${"a".repeat(200)}!`, short: "c", [`${"x".repeat(200)}!`]: 1 };
    expect(check(jsonNode(JSON.stringify(hostile))).map(({ pointer }) => pointer)).toEqual(["/short"]);
  });
});
