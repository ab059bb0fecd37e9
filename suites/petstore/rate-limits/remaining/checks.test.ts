import { describe, expect, test } from "vitest";
import type { TraceCheck } from "#core/check/check.ts";
import { getPet, listPets } from "#suites/petstore/shared/steps/requests.ts";
import { kinds, watched } from "#testing/suites/judged-by-one-check.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { itFalls, noGreatRise, noRise, rateWatch, steadyLimit } from "./checks.ts";

/** Answers under one Reset, a second apart, with these Remainings. */
function series(
  remainings: readonly number[],
  more: (index: number) => SampleExchange = () => ({}),
): SampleExchange[] {
  return remainings.map((remaining, i) => ({ rate: [60, remaining, 60], ...more(i) }));
}

/** What the answers show together: one that is broken is enough. */
function judged(check: TraceCheck, samples: readonly SampleExchange[]): readonly string[] {
  const each = kinds(check, ...samples);
  return each.includes("broken") ? ["broken"] : [...new Set(each)];
}

test("a service may give back what it refused: refusals are allowed for", () => {
  const [before, refused, after] = series([50, 49, 52], (i) =>
    i === 1 ? { status: 404, body: {}, atMs: 100 } : { atMs: i * 100 },
  );
  expect(judged(noGreatRise, [before ?? {}, refused ?? {}, after ?? {}])).toEqual(["held"]);
  expect(judged(noGreatRise, [before ?? {}, { ...refused, status: 200 }, after ?? {}])).toEqual(["broken"]);
});

describe.each([steadyLimit, noGreatRise, noRise, itFalls])("$about", (check) => {
  test.each<readonly [what: string, kind: string, samples: readonly SampleExchange[]]>([
    ["one answer is no series", "unresolved", series([50])],
    ["two answers are a series", "held", series([50, 49])],
    [
      "an answer alone in its window is none beside that of another",
      "unresolved",
      [{ rate: [60, 50, 60] }, { rate: [60, 59, 120], atMs: 61_000 }],
    ],
    [
      "where Reset moves with the clock, series are not judged",
      "unresolved",
      [50, 55, 59].map((remaining, i) => ({ rate: [60, remaining, 60 + i] })),
    ],
  ])("%s: %s", (_, kind, samples) => {
    expect(judged(check, samples)).toEqual([kind]);
  });
});

test("an old answer with the Reset of the window before does not mean that Reset moves", () => {
  const told: readonly (readonly [at: number, left: number, reset: number])[] = [
    [0, 50, 60],
    [61, 59, 120],
    [62, 50, 60],
    [63, 20, 120],
    [64, 55, 120],
  ];
  const samples = told.map(
    ([at, left, reset]): SampleExchange => ({ rate: [60, left, reset], atMs: at * 1000 }),
  );
  expect(judged(noGreatRise, samples)).toEqual(["broken"]);
});

test("a Remaining that stands still is broken once ten more requests were served than a refill gives", () => {
  // One request a millisecond under a window of a minute: a refill gives one.
  const still = (count: number) => series(Array<number>(count).fill(50), (i) => ({ atMs: i * 2, tookMs: 1 }));
  expect(judged(itFalls, still(11))).toEqual(["unresolved"]);
  expect(judged(itFalls, still(12))).toEqual(["broken"]);
});

test("in the second of the Reset a rise says nothing: the limit may have been reset already", () => {
  const rise = (atMs: number): readonly string[] =>
    judged(
      noRise,
      series([50, 59], (i) => ({ atMs: i * atMs })),
    );
  expect(rise(58_500)).toEqual(["broken"]);
  expect(rise(59_500)).toEqual(["unresolved"]);
});

/** What the answers to one key break, in order. */
function broken(samples: readonly SampleExchange[]): string[] {
  const { observed, isWithdrawn } = watched(rateWatch, factsOf(samples));
  return isWithdrawn
    ? ["withdrawn"]
    : observed.flatMap((one) => (one.kind === "broken" ? [one.requirement] : []));
}

const startMs = Date.UTC(2026, 2, 4, 5, 6, 7);

/** Answers so many seconds after the start, each with what is left of 60 and the seconds of its Reset. */
const answers = (...rated: readonly (readonly [at: number, left: number, more?: SampleExchange])[]) =>
  rated.map(
    ([at, left, more = {}]): SampleExchange => ({
      body: [],
      atMs: at * 1000,
      rate: [60, left, 60],
      headers: [["Date", new Date(startMs + at * 1000).toUTCString()]],
      ...more,
    }),
  );

test("where Reset moves with the clock, nothing is reported", () => {
  const moving = answers([0, 59], [2, 20, { rate: [60, 20, 62] }], [4, 50, { rate: [60, 50, 64] }]);
  expect(broken(moving)).toEqual(["withdrawn"]);
});

test("a limit may change once within a window, as a plan does, and not twice", () => {
  const limits = (...all: readonly number[]) =>
    answers(...all.map((limit, i) => [i * 2, 10 - i, { rate: [limit, 10 - i, 60] }] as const));
  expect(broken(limits(60, 60, 300, 300))).toEqual([]);
  expect(broken(limits(60, 300, 60))).toEqual(["RATE-5"]);
});

test.each([
  ["a list", 59, listPets()],
  // It is no part of a series.
  ["a read by an odd id", 30, { ...getPet(1n), path: "/pets/abc" }],
])("a Retry-After that is not the Reset of its 429 breaks RATE-13: on %s", (_, left, request) => {
  const refused = (seconds: string): SampleExchange => ({
    ...{ request, status: 429 },
    headers: [
      ["Date", new Date(startMs + 10_000).toUTCString()],
      ["Retry-After", seconds],
    ],
  });
  const rest = left === 59 ? 0 : 59;
  expect(broken(answers([0, left], [10, rest, refused("50")]))).toEqual([]);
  expect(broken(answers([0, left], [10, rest, refused("5")]))).toEqual(["RATE-13"]);
});

test("an answer without a Date, or out of a cache, is not compared", () => {
  const date = ["Date", new Date(startMs + 4000).toUTCString()] as const;
  expect(broken(answers([0, 59], [2, 20], [4, 50, { headers: [] }]))).toEqual([]);
  expect(broken(answers([0, 59], [2, 20], [4, 50, { headers: [date, ["Age", "9"]] }]))).toEqual([]);
});

test("operations may be counted apart: that only warns", () => {
  const read: SampleExchange = { request: getPet(1n), body: { id: 1, name: "a", categoryId: 1 } };
  expect(broken(answers([0, 59, { request: listPets() }], [2, 20], [4, 58, read]))).toEqual(["RATE-7"]);
});
