import { expect, test } from "vitest";
import { encodeJson, parseJson } from "./json.ts";

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
  ["-0", 0n],
  ["0.000e99999999999", 0n],
  ["1.0", 1n],
  ["12e2", 1200n],
  ["1200e-2", 12n],
  ["9007199254740993.000", 9007199254740993n],
])("reads the integer %s to the digit", (text, value) => {
  expect(parseJson(text)).toBe(value);
});

test.each([
  ["1.5", 1.5],
  ["1e-1", 0.1],
  ["1e401", Number.POSITIVE_INFINITY],
  ["1e99999999999", Number.POSITIVE_INFINITY],
])("leaves %s, which is no integer of any use, a number", (text, value) => {
  expect(parseJson(text)).toBe(value);
});

test("keeps strings that look like numbers, and members named as those of Object", () => {
  const text = '{"__proto__":"12","a":[null,true,"\\ud800"]}';
  expect(encodeJson(parseJson(text))).toBe(text);
});

test("leaves out members that are undefined", () => {
  expect(encodeJson({ a: undefined, b: 1n })).toBe('{"b":1}');
});
