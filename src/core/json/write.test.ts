import { expect, test } from "vitest";
import { raw, type WritableJson, writeJson } from "./write.ts";

test.each<[string, WritableJson, string]>([
  ["a bigint as its digits, beyond 2^53 too", { id: 9223372036854775807n }, '{"id":9223372036854775807}'],
  ["a raw fragment as it stands", { id: raw("1e2"), name: "raw" }, '{"id":1e2,"name":"raw"}'],
  ["an object that only looks like a fragment as an object", { rawJson: "1" }, '{"rawJson":"1"}'],
])("%s is written", (_, value, text) => {
  expect(writeJson(value)).toBe(text);
});

test("everything else is written as JSON.stringify does", () => {
  const list = [1, 0.5, -1e300, true, null, 'q"\\\n\u2028'];
  const value = { a: list, b: {}, c: undefined, "\u0000": "\ud800" };
  expect(writeJson(value)).toBe(JSON.stringify(value));
});

test("a number that JSON does not have is refused", () => {
  expect(() => writeJson([Number.NaN])).toThrow(RangeError);
});
