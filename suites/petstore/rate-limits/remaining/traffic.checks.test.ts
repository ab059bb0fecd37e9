import { expect, test } from "vitest";
import { getPet, listPets } from "#suites/petstore/shared/steps/requests.ts";
import { watched } from "#testing/suites/judged-alone.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { rateWatch } from "./traffic.checks.ts";

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

test("a Remaining that falls, by whatever others use, breaks nothing", () => {
  expect(broken(answers([0, 59], [2, 58], [4, 20], [6, 19]))).toEqual([]);
});

test("a Remaining that rises by more than a refill and what may be in flight breaks RATE-6", () => {
  expect(broken(answers([0, 59], [2, 20], [4, 50]))).toEqual(["RATE-6", "RATE-7"]);
  // Two seconds of a window of 60 give 2 more, and a tenth of the limit may have been in flight.
  expect(broken(answers([0, 59], [2, 20], [4, 29]))).toEqual(["RATE-7"]);
});

test("answers whose order is not known are not compared", () => {
  expect(broken(answers([0, 59], [2, 20], [2.5, 50]))).toEqual([]);
});

test("a new Reset is a new window", () => {
  expect(broken(answers([0, 59], [30, 5], [61, 59, { rate: [60, 59, 121] }]))).toEqual([]);
});

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

test("a Remaining that stands still while requests are served breaks RATE-8", () => {
  const still = (count: number) => answers(...Array.from({ length: count }, (_, i) => [i / 4, 40] as const));
  expect(broken(still(10))).toEqual([]);
  expect(broken(still(20))).toEqual(["RATE-8"]);
});

test("more requests served than the limit and a refill allow break RATE-10", () => {
  const served = (count: number) =>
    answers(...Array.from({ length: count }, (_, i) => [i / 10, Math.max(0, 59 - i)] as const));
  expect(broken(served(66))).toEqual([]);
  expect(broken(served(90))).toContain("RATE-10");
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
