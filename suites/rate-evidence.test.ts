import { expect, test } from "vitest";
import { isAnnounced, notDue, refillOver, resetMoves, seriesOf, windowSeconds } from "./rate-evidence.ts";
import { getPet, listPets, noKey } from "./requests.ts";
import { factsOf, type Told } from "./testing/sample-evidence.ts";

const rated = (remaining: number, resetSeconds: number, more: Told = {}): Told => ({
  rate: [60, remaining, resetSeconds],
  ...more,
});

test("a Reset that stands still until it has passed does not move", () => {
  const next = rated(59, 120, { atMs: 61_000 });
  expect(resetMoves(factsOf([rated(59, 60), rated(58, 60), next]))).toBe(false);
});

test("a Reset that changes in the last second of its window does not move: clocks are rounded", () => {
  expect(resetMoves(factsOf([rated(59, 60), rated(59, 120, { atMs: 59_500 })]))).toBe(false);
});

test("a Reset that changes before its window has passed moves with the clock", () => {
  expect(resetMoves(factsOf([rated(59, 60), rated(59, 62, { atMs: 2000 })]))).toBe(true);
});

test("a Reset that changes by a second is rounded", () => {
  expect(resetMoves(factsOf([rated(59, 60), rated(58, 61, { atMs: 1000 })]))).toBe(false);
});

test("Resets of different operations are not compared", () => {
  const read = rated(59, 90, { request: getPet(1n), body: { id: 1 } });
  expect(resetMoves(factsOf([rated(59, 60), read]))).toBe(false);
});

test("Resets of requests that ran side by side are not compared", () => {
  const both = [rated(59, 60, { atMs: 0, tookMs: 500 }), rated(58, 61, { atMs: 100, tookMs: 500 })];
  expect(resetMoves(factsOf(both))).toBe(false);
});

test("a series is the answers to the valid key on one operation under one Reset", () => {
  const facts = factsOf([
    rated(59, 60),
    rated(58, 60),
    rated(58, 60, { request: listPets({}, noKey), status: 401, body: {} }),
    rated(57, 60, { request: getPet(1n), body: { id: 1 } }),
    rated(59, 120, { atMs: 61_000 }),
    { body: [] },
  ]);
  expect(seriesOf(facts).map((series) => series.map((r) => r.rate.remaining))).toEqual([
    [59, 58],
    [57],
    [59],
  ]);
});

test("the window is the longest distance to Reset that was seen, and a second at least", () => {
  expect(
    windowSeconds(factsOf([rated(59, 50, { atMs: 0, tookMs: 0 }), rated(58, 50, { atMs: 30_000 })])),
  ).toBe(50);
  expect(windowSeconds(factsOf([]))).toBe(1);
});

test("a refill is what the limit gives over the time between, rounded up, and nothing over none", () => {
  const facts = factsOf([rated(59, 60, { atMs: 0, tookMs: 0 })]);
  expect([0, 1, 1000, 1001, 60_000].map((ms) => refillOver(ms, 60, facts))).toEqual([0, 1, 1, 2, 60]);
  expect(refillOver(-5, 60, facts)).toBe(0);
});

test("limits are announced as soon as one answer carries one of the headers, and are due then or where required", () => {
  const silent = factsOf([{ body: [] }]);
  expect(isAnnounced(silent)).toBe(false);
  expect(notDue(silent)).toMatchObject({ why: "not-applicable" });
  expect(notDue(factsOf([{ body: [] }], { rateLimit: "required" }))).toBeUndefined();
  expect(notDue(factsOf([{ body: [] }, rated(59, 60)]))).toBeUndefined();
});
