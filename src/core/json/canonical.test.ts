import { expect, test } from "vitest";
import { canonicalText } from "./canonical.ts";
import { parseJson } from "./parse.ts";

const of = (text: string): string | undefined => {
  const parsed = parseJson(text);
  return parsed.ok ? canonicalText(parsed.value) : undefined;
};

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
