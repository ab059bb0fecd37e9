import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { jsonNode } from "#testing/suites/json-node.ts";
import { checkCompiler } from "../bodies.ts";
import { ajvCompiler } from "./ajv.ts";
import { boundedPattern } from "./bounded-pattern.ts";

/** How often a pattern was really tried. */
const tries = () => vi.mocked(RegExp.prototype.test).mock.calls.length;

/** However fast this machine is, and whatever else it does. */
function eachTakes(ms: number): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += ms;
    return now;
  });
}
const noTimeout = 600_000;
const words = "^[A-Z][a-z]+ \\d+$";

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
    // Each would take years, on any machine.
    for (let n = 0; n < 1000; n += 1) pattern.test(`${"a".repeat(200)}!`);
    expect(tries()).toBe(1);
  });

  test("cannot slow the run down, string by string, without end", () => {
    eachTakes(100);
    const pattern = boundedPattern(words, "u", noTimeout);
    for (let n = 0; n < 1000; n += 1) pattern.test("Rex 1");
    // Two seconds for all.
    expect(tries()).toBe(21);
  });

  test("is never given up where it is simple, however busy the machine is", () => {
    eachTakes(1000);
    const pattern = boundedPattern("^(0|[1-9][0-9]*)$");
    for (let n = 0; n < 100; n += 1) expect(pattern.test("01")).toBe(false);
    expect(pattern.test(`${"1".repeat(999)}!`)).toBe(false);
  });

  test("judges as any does", () => {
    eachTakes(0);
    const pattern = boundedPattern(words, "u", noTimeout);
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
