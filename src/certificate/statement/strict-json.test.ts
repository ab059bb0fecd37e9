import { expect, test } from "vitest";
import { readJson, readStrictJson } from "./strict-json.ts";

const bytes = (text: string) => Buffer.from(text);
const anything = {};

test.each([
  ["a member that occurs twice", '{"a":1,"a":1}', 'has the member "a" twice'],
  ["a member that occurs twice by an escape", '{"keys":[{"a":1,"\\u0061":2}]}', 'has the member "a" twice'],
  ["half of a surrogate pair", '["\\ud800"]', "half of a surrogate pair"],
  ["half of a surrogate pair in a name", '{"\\udc00":1}', "half of a surrogate pair"],
  ["a nesting of 100,000", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "more than 32 levels deep"],
  ["a byte order mark", "\ufeff{}", "is not JSON"],
  ["a text that ends too early", '{"a":', "is not JSON"],
])("neither reader takes %s", (_, text, sentence) => {
  for (const read of [readJson, readStrictJson]) expect(() => read(bytes(text), anything)).toThrow(sentence);
});

test("bytes that are not UTF-8 are no JSON", () => {
  expect(() => readJson(Buffer.from([0x22, 0xff, 0x22]), anything)).toThrow("is not UTF-8");
});

test("what people write may have spaces, and what was signed may not", () => {
  expect(readJson(bytes('{ "a": "\\ud83d\\ude00" }\n'), anything)).toEqual({ a: "😀" });
  expect(() => readStrictJson(bytes('{ "a": 1 }'), anything)).toThrow("in its one form");
  expect(readStrictJson(bytes('{"a":1}'), anything)).toEqual({ a: 1 });
});

test("a day that the calendar lacks is named with its place", () => {
  const schema = { properties: { until: { type: "string", format: "date" } } };
  expect(() => readJson(bytes('{"until":"2026-02-31"}'), schema)).toThrow(
    "/until is not a day of the calendar",
  );
  expect(readJson(bytes('{"until":"2026-02-28"}'), schema)).toEqual({ until: "2026-02-28" });
});
