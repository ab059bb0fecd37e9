import { expect, test } from "vitest";
import { isAnswered } from "#core/check/facts.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { getPet } from "../steps/requests.ts";
import {
  countedByConnection,
  isAnnounced,
  notDue,
  othersUseTheKey,
  ratedAnswers,
  requestsBetween,
  resetMoves,
  usedByOthers,
  windowSeconds,
} from "./rate-evidence.ts";

const rated = (remaining: number, resetSeconds: number, more: SampleExchange = {}): SampleExchange => ({
  rate: [60, remaining, resetSeconds],
  ...more,
});

test.each<readonly [what: string, moves: boolean, first: SampleExchange, next: SampleExchange]>([
  ["changes in the last second of its window", false, rated(59, 60), rated(59, 120, { atMs: 59_500 })],
  ["leaps by a window seconds before its own ends", true, rated(59, 60), rated(59, 120, { atMs: 55_000 })],
  ["changes before its window has passed", true, rated(59, 60), rated(59, 62, { atMs: 2000 })],
  ["changes by a second, as clocks are rounded", false, rated(59, 60), rated(58, 61, { atMs: 1000 })],
  ["is of another operation", false, rated(59, 60), rated(59, 90, { request: getPet(1n), body: { id: 1 } })],
  ["is under another limit", false, rated(59, 60), { rate: [100, 99, 90], atMs: 2000 }],
  [
    "was beside it",
    false,
    rated(59, 60, { atMs: 0, tookMs: 500 }),
    rated(58, 61, { atMs: 100, tookMs: 500 }),
  ],
  ["comes a window later", false, rated(59, 60, { atMs: 0, tookMs: 0 }), rated(59, 120, { atMs: 61_000 })],
  // Within the skew of ruling 20 and a second of rounding.
  ["comes 54 s later", false, rated(59, 60, { atMs: 0, tookMs: 0 }), rated(59, 114, { atMs: 61_000 })],
  // A fixed window never does so, however late.
  ["comes 53 s later", true, rated(59, 60, { atMs: 0, tookMs: 0 }), rated(59, 113, { atMs: 61_000 })],
])("a Reset that %s moves with the clock: %s", (_, moves, first, next) => {
  expect(resetMoves(factsOf([first, next]))).toBe(moves);
});

test("the window is the longest distance to Reset that was seen, and a second at least", () => {
  expect(
    windowSeconds(factsOf([rated(59, 50, { atMs: 0, tookMs: 0 }), rated(58, 50, { atMs: 30_000 })])),
  ).toBe(50);
  expect(windowSeconds(factsOf([]))).toBe(1);
});

test("limits are announced as soon as one answer carries one of the headers, and are due then or where required", () => {
  const silent = factsOf([{ body: [] }]);
  expect(isAnnounced(silent)).toBe(false);
  expect(notDue(silent)).toMatchObject({ kind: "not-applicable" });
  expect(notDue(factsOf([{ body: [] }], { rateLimit: "required" }))).toBeUndefined();
  expect(notDue(factsOf([{ body: [] }, rated(59, 60)]))).toBeUndefined();
});

const rating = (...rates: readonly SampleExchange["rate"][]) =>
  ratedAnswers(factsOf(rates.map((rate): SampleExchange => ({ atMs: 0, tookMs: 0, ...(rate && { rate }) }))))
    .length;

test("an answer counts as rated with a Limit above 0, a Remaining up to it, and a Reset within the slack", () => {
  expect(rating([60, 60, 60])).toBe(1);
  expect(rating([60, 61, 60])).toBe(0);
  expect(rating([0, 0, 60])).toBe(0);
  expect([rating([60, 9, -5]), rating([60, 9, -7])]).toEqual([1, 0]);
  const furthest = 24 * 3600 + 5 * 60 + 5;
  expect([rating([60, 9, furthest]), rating([60, 9, furthest + 2])]).toEqual([1, 0]);
});

test("a fall of Remaining by more than the requests between is use by others", () => {
  expect(othersUseTheKey(factsOf([rated(50, 60), rated(49, 60)]))).toBe(false);
  expect(othersUseTheKey(factsOf([rated(50, 60), { body: [] }, rated(48, 60)]))).toBe(false);
  expect(othersUseTheKey(factsOf([rated(50, 60), rated(48, 60)]))).toBe(true);
  expect(othersUseTheKey(factsOf([rated(50, 60), rated(55, 60), rated(54, 60)]))).toBe(false);
});

test("less left than this run alone would have left is use by others, before the run too", () => {
  expect(usedByOthers(factsOf([rated(59, 60), {}, rated(57, 60)]))).toBe(false);
  expect(usedByOthers(factsOf([rated(58, 60)]))).toBe(true);
  expect(usedByOthers(factsOf([rated(59, 60), rated(57, 60)]))).toBe(true);
});

/** How many requests are between the first and the last that was asked for of these, of which one came later. */
const between = (at: number, ...samples: readonly SampleExchange[]) => {
  const facts = factsOf(samples);
  const [first = expect.fail("no first")] = facts.exchanges.filter(isAnswered).slice(at);
  const [last = expect.fail("no last")] = facts.exchanges.filter(isAnswered).slice(at + 2);
  return requestsBetween(first, last, facts);
};

test.each([50, 500])(
  "of requests between two, the last, what ran beside it, and one at %i ms count",
  (atMs) => {
    const sentAt = [0, atMs, 1000, 1100, 1050];
    expect(between(0, ...sentAt.map((sent) => ({ atMs: sent, tookMs: 100 })))).toBe(3);
  },
);

test("what was set aside between two requests was sent all the same, and counts", () => {
  const all = factsOf([{}, {}, {}]);
  const [first = expect.fail("no first"), , last = expect.fail("no last")] = all.exchanges.filter(isAnswered);
  expect(requestsBetween(first, last, { ...all, exchanges: [first, last] })).toBe(2);
});

test("what had ended before the first of two requests was counted before it", () => {
  expect(between(1, {}, {}, {}, {})).toBe(2);
});

/** Answers on new and on kept connections, with these Remainings of 60. */
function byConnection(fresh: readonly number[], kept: readonly number[]): boolean {
  const samples = [...fresh, ...kept].map((remaining, i) =>
    rated(remaining, 60, { reused: i >= fresh.length }),
  );
  return countedByConnection(factsOf(samples));
}

test("a limit is counted by connection where four new ones begin with all of it, and a kept one counts down", () => {
  expect(byConnection([59, 59, 60, 59], [58])).toBe(true);
  expect(byConnection([59, 59, 59], [58])).toBe(false);
  expect(byConnection([59, 59, 59, 58], [57])).toBe(false);
  expect(byConnection([59, 59, 59, 59], [59])).toBe(false);
});

test("what others use is known on each operation and under each limit by itself", () => {
  const read = (remaining: number): SampleExchange =>
    rated(remaining, 60, { request: getPet(1n), body: { id: 1 } });
  expect(othersUseTheKey(factsOf([rated(59, 60), read(20)]))).toBe(false);
  expect(othersUseTheKey(factsOf([{ rate: [100, 99, 60] }, rated(58, 60)]))).toBe(false);
  expect(othersUseTheKey(factsOf([read(59), read(20)]))).toBe(true);
});
