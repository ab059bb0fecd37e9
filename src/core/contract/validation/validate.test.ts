import { Script } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonNode } from "#core/json/read.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { jsonNode as json, jsonNode } from "#testing/suites/sample-evidence.ts";
import { SchemaChecks } from "../bodies.ts";
import { ajvCompiler } from "./ajv.ts";
import { boundedPattern } from "./bounded-pattern.ts";
import { isCalendarDay } from "./days.ts";

const contract = await loadContract();
const revision = await loadContract({ spec: "testing/documents/second-revision.yaml" });
const { Pet, Pets, Error: ErrorBody } = petstore(contract).schemas;
const revised = petstore(revision).schemas;

function pet(id: string, rest = ""): JsonNode {
  return json(`{"id":${id},"name":"Rex","categoryId":1${rest}}`);
}

describe("int64", () => {
  test.each([
    ...["0", "-0", "-1", "1.0", "1e2", "9.0e0", "9007199254740993"],
    ...["9223372036854775807", "-9223372036854775808"],
  ])("takes %s", (id) => {
    expect(Pet.validate(pet(id))).toEqual([]);
  });

  test.each([
    ...["9223372036854775808", "-9223372036854775809", "9223372036854775807e1"],
    ...["1e19", "1e308", "1e400", "-1e400", "1e99999"],
  ])("does not take %s, which is beyond it", (id) => {
    expect(Pet.validate(pet(id))).toMatchObject([{ pointer: "/id", keyword: "format" }]);
  });

  test.each([
    ...["1.5", "9007199254740993.5", "404.0000000000000000001", "1e-400", "-0.99999999999999999999"],
    ...[`${"9".repeat(400)}.5`, '"1"', "null", "true", "[1]"],
  ])("does not take %s, which is no integer", (id) => {
    expect(Pet.validate(pet(id))).toMatchObject([
      { pointer: "/id", keyword: "type", expected: "an integer" },
    ]);
  });

  test("compares bounds by digits, beyond 2^53 too", () => {
    const weighed = (weight: string) =>
      revised.NewPet.validate(json(`{"name":"R","categoryId":1,"weight":${weight}}`));
    expect(weighed("9007199254740993")).toEqual([]);
    expect(weighed("9007199254740994")).toMatchObject([
      { pointer: "/weight", expected: "an integer of at most 9007199254740993", keyword: "maximum" },
    ]);
    expect(weighed("0")).toMatchObject([{ expected: "an integer of at least 1" }]);
  });
});

describe("problems", () => {
  test("name the missing member, where it belongs", () => {
    expect(Pets.validate(json('[{"id":1,"name":"a","categoryId":1},{"id":2,"name":"b"}]'))).toEqual([
      {
        pointer: "/1/categoryId",
        expected: "the required field `categoryId`",
        seen: "no field `categoryId`",
        keyword: "required",
        missing: "categoryId",
      },
    ]);
  });

  test("name the allowed values and the one that was seen", () => {
    expect(Pet.validate(pet("1", ',"status":"lost"'))).toEqual([
      {
        pointer: "/status",
        expected: "one of available, pending, sold",
        seen: 'the string "lost"',
        keyword: "enum",
      },
    ]);
  });

  test.each([
    ["{}", "an empty object"],
    ['{"a":1}', "an object"],
    ["null", "null"],
    ["-0.50", "the number -0.50"],
    ["9".repeat(5000), `the number ${"9".repeat(60)}… of more than 4096 characters`],
    [`"${"x".repeat(999)}"`, `the string "${"x".repeat(60)}"…`],
  ])("describe %s shortly", (text, seen) => {
    expect(Pets.validate(json(text))).toEqual([{ pointer: "", expected: "an array", seen, keyword: "type" }]);
  });

  test("are at most 20, however wrong the value", () => {
    expect(Pets.validate(json(`[${"1,".repeat(100_000)}1]`))).toHaveLength(20);
  });

  test("of items that have to differ are found by their digits, and in linear time", () => {
    const check = new SchemaChecks(ajvCompiler()).of({
      type: "object",
      properties: { a: { type: "array", uniqueItems: true } },
    });
    const items = Array.from({ length: 30_000 }, (_, n) => `{"id":${9_007_199_254_740_992n + BigInt(n)}}`);
    // Counted, not timed: to compare each with each other reads every item thousands of times.
    let reads = 0;
    const counting: ProxyHandler<JsonNode> = {
      get: (node, name) => {
        reads += 1;
        return Reflect.get(node, name);
      },
    };
    const value = json(`{"a":[${items.join()}]}`);
    const list = value.kind === "object" ? value.members[0]?.value : undefined;
    if (list?.kind !== "array") throw new Error("this has a list");
    Object.assign(list, { items: list.items.map((item) => new Proxy(item, counting)) });
    expect(check(value)).toEqual([]);
    expect(reads / items.length).toBeGreaterThan(0);
    expect(reads / items.length).toBeLessThan(100);
    expect(check(json(`{"a":[${items.join()},{"id":9007199254740993.0}]}`))).toMatchObject([
      { pointer: "/a", expected: "items that differ from one another" },
    ]);
  });

  test("do not take what JavaScript adds for members", () => {
    const problems = ErrorBody.validate(json('{"__proto__":{"code":"a","message":"b","status":400}}'));
    expect(problems.map(({ pointer }) => pointer)).toEqual(["/code", "/message", "/status"]);
  });

  test("do not list what each alternative lacks", () => {
    const text = '{"name":"a","categoryId":1,"weight":2,"status":7}';
    expect(revised.NewPet.validate(json(text))).toMatchObject([{ pointer: "/status", keyword: "anyOf" }]);
    expect(revised.NewPet.validate(json(text.replace("7", "null")))).toEqual([]);
    expect(revised.Error.validate(json('{"code":"a","message":"b","status":null}'))).toEqual([]);
  });
});

// What the days mean for a removal: src/core/run/setting.test.ts.

test.each(["2030-12-5", "2030-13-01", "2030-02-29", "2030-12-05T00:00:00Z", " 2030-12-05", "", "0000-00-00"])(
  "%j is no day",
  (text) => {
    expect(isCalendarDay(text)).toBe(false);
  },
);

test("leap days, and years before 100, are known", () => {
  expect(["2028-02-29", "0050-01-31"].filter(isCalendarDay)).toHaveLength(2);
});

describe("a pattern of a document", () => {
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

  test("is tried on one string for 250 ms at most", () => {
    const tried = vi.spyOn(Script.prototype, "runInContext");
    boundedPattern(words).test("Rex 1");
    expect(tried.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 250 }]);
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
    const check = new SchemaChecks(ajvCompiler()).of({
      type: "object",
      properties: {
        name: { type: "string", pattern: "^(a+)+$" },
        short: { type: "string", pattern: "^b$" },
      },
      patternProperties: { "^(x+)+$": { type: "integer" } },
    });
    const hostile = { name: `${"a".repeat(200)}!`, short: "c", [`${"x".repeat(200)}!`]: 1 };
    expect(check(jsonNode(JSON.stringify(hostile))).map(({ pointer }) => pointer)).toEqual(["/short"]);
  });
});
