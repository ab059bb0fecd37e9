import { expect, test } from "vitest";
import { contradictions, isDay, isInstant } from "./dates.ts";
import { readJson, readStrictJson } from "./strict-json.ts";

test.each(["2026-02-31", "2025-02-29", "2026-13-01", "2026-00-10", "2026-04-31"])("%s is no day", (day) => {
  expect([isDay(day), isInstant(`${day}T00:00:00.000Z`)]).toEqual([false, false]);
});

test("a day that the calendar has is one", () => {
  expect([isDay("2028-02-29"), isInstant("2028-02-29T23:59:59.999Z")]).toEqual([true, true]);
  expect(isInstant("2028-02-29T24:00:00.000Z")).toBe(false);
});

const sound = {
  run: { startedAt: "2026-03-01T00:00:00.000Z", endedAt: "2026-03-01T00:10:00.000Z", clock: "wall" },
  issuedAt: "2026-03-02T00:00:00.000Z",
  expiresAt: "2027-03-03T00:00:00.000Z",
} as const;

test("a certificate that is signed after its run and holds for 366 days has no contradiction", () => {
  expect(contradictions(sound)).toEqual([]);
});

test.each([
  [
    "signed before its run ended, as with a key that was retired then",
    { issuedAt: "2026-02-01T00:00:00.000Z" },
  ],
  ["a run that ended before it began", { run: { ...sound.run, startedAt: "2026-03-01T01:00:00.000Z" } }],
  ["expired when it was signed", { expiresAt: "2026-03-01T23:00:00.000Z" }],
  ["valid for longer than a year", { expiresAt: "2027-03-03T00:00:00.001Z" }],
])("%s: refused", (_, changed) => {
  const found = contradictions({ ...sound, ...changed });
  expect(found.length).toBeGreaterThan(0);
});

test("clocks may differ by five minutes", () => {
  const issuedAt = (text: string) => ({ ...sound, issuedAt: text, expiresAt: "2026-06-01T00:00:00.000Z" });
  expect(contradictions(issuedAt("2026-03-01T00:05:00.000Z"))).toEqual([]);
  expect(contradictions(issuedAt("2026-03-01T00:04:59.999Z"))).toHaveLength(1);
});

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
