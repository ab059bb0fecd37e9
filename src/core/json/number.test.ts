import { describe, expect, test } from "vitest";
import { jsonNode } from "#testing/suites/json-node.ts";
import { canonicalText, exactInteger, isInt64, isInteger } from "./number.ts";

describe("exactInteger", () => {
  test.each([
    ["0", 0n],
    ["-0", 0n],
    ["-0.0e5", 0n],
    ["1.0", 1n],
    ["1e2", 100n],
    ["1.50E+1", 15n],
    ["1200e-2", 12n],
    ["-12", -12n],
    ["9007199254740993", 9007199254740993n],
    ["9223372036854775807.000", 9223372036854775807n],
    ["0e99999999999999999999", 0n],
    ["1e399", 10n ** 399n],
  ])("takes %s for an integer", (raw, value) => {
    expect(exactInteger(raw)).toBe(value);
  });

  test.each([
    ...["1.5", "1e-1", "9007199254740993.1", "1e400", "1e999999999999", "1e-999999999999", "", "x", "0x1"],
  ])("takes %j for none", (raw) => {
    expect(exactInteger(raw)).toBeUndefined();
  });

  test("is apart from being an integer at all, where an exponent is absurd", () => {
    expect(isInteger("1e999999999")).toBe(true);
    expect(isInteger("1e-999999999")).toBe(false);
  });
});

describe("isInt64", () => {
  test("holds from -2^63 to 2^63 - 1", () => {
    expect([-(2n ** 63n), 2n ** 63n - 1n].every(isInt64)).toBe(true);
    expect([-(2n ** 63n) - 1n, 2n ** 63n].some(isInt64)).toBe(false);
  });
});

const of = (text: string) => canonicalText(jsonNode(text));

test.each([
  ["1", "1.0"],
  ["100", "1e2"],
  ["0", "-0.0"],
  ['"a"', '"\\u0061"'],
  ['{"a":1,"b":[]}', '{ "b": [], "a": 1 }'],
  ['{"a":1,"a":2}', '{"a":2}'],
])("%s and %s are one value", (one, other) => {
  expect(of(one)).toBe(of(other));
});

test.each([
  ["9007199254740992", "9007199254740993"],
  ["0.1", "0.10000000000000000001"],
  ["1", '"1"'],
  ["null", '"null"'],
  ['["a,b"]', '["a","b"]'],
  ["1", "-1"],
])("%s and %s are two", (one, other) => {
  expect(of(one)).not.toBe(of(other));
});
