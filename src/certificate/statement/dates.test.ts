import { expect, test } from "vitest";
import { contradictions, isDay, isInstant } from "./dates.ts";

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
