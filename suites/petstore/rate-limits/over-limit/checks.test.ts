import { expect, test } from "vitest";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { probe } from "#suites/petstore/shared/steps/named-steps.ts";
import { listPets, noKey } from "#suites/petstore/shared/steps/requests.ts";
import { kinds } from "#testing/suites/judged-by-one-check.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import {
  agreesWithReset,
  noEarly429,
  recovers,
  recoversAtOnce,
  retryAfter,
  status429,
  withinLimit,
} from "./checks.ts";

const limit = 5;

/** Served requests of the probe, 10 ms apart; the last of them announces `left`, unless each has its own. */
function served(
  count: number,
  left = 0,
  own: SampleExchange | ((i: number) => SampleExchange) = {},
): SampleExchange[] {
  return Array.from({ length: count }, (_, i) => ({
    ...{ label: probe.burst.label, request: probe.request },
    ...{ rate: [limit, left + count - 1 - i, 60] as const, atMs: i * 20 },
    ...(typeof own === "function" ? own(i) : own),
  }));
}

const retry = (value: string): readonly HeaderLine[] => [["Retry-After", value]];

function refused(more: SampleExchange = {}): SampleExchange {
  return { ...served(1)[0], status: 429, body: {}, atMs: 1000, headers: retry("59"), ...more };
}

const after = (status: number, atMs: number, more: SampleExchange = {}): SampleExchange => ({
  ...refused({ status, atMs, ...more }),
  label: probe.recovery.label,
});

test("another status while requests were left is not held against the limit", () => {
  expect(kinds(status429, ...served(2, 3), refused({ status: 503 }))).toEqual(["unresolved"]);
});

test("a Retry-After of 0 names no time, unless the limit resets within a second", () => {
  const at = (atMs: number) => kinds(retryAfter, ...served(5), refused({ headers: retry("0"), atMs }));
  expect(at(1000)).toEqual(["broken"]);
  expect(at(59_500)).toEqual(["held"]);
});

test("a Retry-After that differs from Reset by more than the skew is broken, on either side", () => {
  const of = (value: string) =>
    kinds(agreesWithReset, ...served(5), refused({ headers: retry(value), tookMs: 0 }));
  // Reset lies 59 s ahead; 6 s are skew and rounding.
  expect(["53", "65"].map(of)).toEqual([["held"], ["held"]]);
  expect(["52", "66"].map(of)).toEqual([["broken"], ["broken"]]);
  expect(of("0")).toEqual(["unresolved"]);
});

test("a tenth of the limit may remain where a 429 comes, and no more", () => {
  const early = (remaining: number) => {
    const rate = [100, remaining, 60] as const;
    const before = { ...served(1)[0], rate };
    return kinds(noEarly429, before, refused({ rate }));
  };
  expect([early(9), early(10)]).toEqual([["held"], ["broken"]]);
});

test("a 429 says nothing where no answer before it announced the same Reset", () => {
  expect(kinds(noEarly429, ...served(2, 3), refused({ rate: [limit, 3, 120] }))).toEqual(["unresolved"]);
  const refusedTwice = [refused({ atMs: 500, rate: [limit, 4, 60] }), refused({ rate: [limit, 4, 60] })];
  expect(kinds(noEarly429, ...refusedTwice)).toEqual(["unresolved"]);
});

test("a 429 of one limit is not held against the Remaining of another operation's limit", () => {
  expect(kinds(noEarly429, ...served(2, 3), refused({ rate: [2 * limit, 0, 60] }))).toEqual(["unresolved"]);
});

test("a 429 to another key is not held against the limit of this one", () => {
  const others = refused({ rate: [limit, 3, 60], request: listPets({}, noKey) });
  expect(kinds(noEarly429, ...served(2, 3), others)).toEqual(["unresolved"]);
});

test("a target whose waits differ frees places one by one: others may have taken them", () => {
  const story = [...served(5), refused()];
  const waits = (...seconds: readonly string[]) =>
    seconds.map((value, i) => after(429, 61_000 + i * 60_000, { headers: retry(value) }));
  expect(kinds(recovers, ...story, ...waits("20", "22", "21"))).toEqual(["broken"]);
  expect(kinds(recovers, ...story, ...waits("20", "23", "21"))).toEqual(["unresolved"]);
});

test("why nothing was sent after the wait, with the option that would test it", () => {
  const why = (...seconds: readonly string[]): Unresolved | undefined => {
    const refusal = refused({ headers: seconds.flatMap((value) => retry(value)) });
    const [observed] = recoversAtOnce.judge(factsOf([...served(5), refusal]));
    return observed?.kind === "unresolved" ? observed.unresolved : undefined;
  };
  expect([why(), why("74"), why("0")].map((one) => [one?.kind, one?.reason?.kind])).toEqual([
    ["untested", "no-retry-after"],
    ["untested", "nothing-after-wait"],
    ["untested", "no-time-to-wait"],
  ]);
  expect(why("75")).toMatchObject({
    reason: { kind: "long-retry-after", seconds: 75 },
    remedy: { options: [{ option: "max-wait", value: 80 }] },
  });
});

test("where Reset moves two windows may have begun within the run, and no more", () => {
  const moving = (count: number) =>
    served(count, 0, (i) => ({ rate: [limit, 1, 60 + (i % 2) * 5], atMs: i * 2, tookMs: 1 }));
  // Two limits, a refill of one, and one in flight.
  expect(kinds(withinLimit, ...moving(12), refused())).toEqual(["held"]);
  expect(kinds(withinLimit, ...moving(13), refused())).toEqual(["broken"]);
});

test("two Resets a second apart that take turns are one window, and those that follow each other are two", () => {
  const counted = (count: number, resetOf: (i: number) => number) =>
    served(count, 0, (i) => ({
      ...{ rate: [limit, 4 - Math.min(4, i >> 1), resetOf(i)], atMs: i * 2, tookMs: 1 },
    }));
  const inTurns = (count: number) => counted(count, (i) => 60 + (i % 2));
  // One limit, a refill of one, and one in flight.
  expect(kinds(withinLimit, ...inTurns(7), refused())).toEqual(["held"]);
  expect(kinds(withinLimit, ...inTurns(8), refused())).toEqual(["broken"]);
  expect(kinds(withinLimit, ...counted(10, (i) => 60 + Number(i >= 5)), refused())).toEqual(["held"]);
});

test("waits without a time are not waits that were obeyed", () => {
  const story = [...served(5), refused({ headers: retry("0") })];
  const waits = [61_000, 121_000, 181_000].map((atMs) => after(429, atMs, { headers: retry("0") }));
  expect(kinds(recovers, ...story, ...waits)).toEqual(["unresolved"]);
});

test("a wait that ends long before a Reset that changes frees places one by one", () => {
  const story = (seconds: string) => [
    ...served(5),
    refused({ headers: retry(seconds) }),
    ...[61_000, 121_000, 181_000].map((atMs, i) =>
      after(429, atMs, { headers: retry(seconds), rate: [limit, 0, 120 + i * 60] }),
    ),
  ];
  expect(kinds(recovers, ...story("20"))).toEqual(["unresolved"]);
  expect(kinds(recovers, ...story("59"))).toEqual(["broken"]);
});

test("a Reset that moves from one window to the next frees nothing within the first", () => {
  const refusals = (firstAtMs: number, count: number, resetsAt: number): SampleExchange[] =>
    Array.from({ length: count }, (_, i) =>
      refused({ atMs: firstAtMs + i * 2000, headers: retry("1"), rate: [limit, 0, resetsAt] }),
    );
  const later = [4, 3, 2, 1, 0].flatMap((left) =>
    served(1, left, { atMs: 61_000 + (4 - left) * 20, rate: [limit, left, 120] }),
  );
  const story = [...served(5), ...refusals(1000, 5, 60), ...later, ...refusals(70_000, 2, 120)];
  expect(kinds(recovers, ...story)).toEqual(["broken", "unresolved"]);
});

test("no more may be served than the Remaining of an answer left, and were in flight", () => {
  const story = (remaining: (i: number) => number, inFlight = 1) =>
    served(12, 0, (i) => ({ inFlight, rate: [30, remaining(i), 60] }));
  const halved = (i: number) => 8 - Math.ceil(i / 2);
  expect(kinds(withinLimit, ...story(halved))).toEqual(["broken"]);
  expect(kinds(withinLimit, ...story(halved, 6))).not.toContain("broken");
  expect(kinds(withinLimit, ...story((i) => 11 - i))).not.toContain("broken");
  // One that rises is a failure of RATE-6.
  expect(kinds(withinLimit, ...story((i) => i + 1))).not.toContain("broken");
});

test("waits in mid-run are judged as that after the probe, whatever was served later", () => {
  const refusals = (count: number): SampleExchange[] =>
    Array.from({ length: count }, (_, i) => ({
      ...refused({ atMs: 1000 + i * 3000, headers: retry("1"), rate: [limit, 3, 60] }),
      label: "a step",
    }));
  const later: SampleExchange = { ...served(1)[0], label: "a step", atMs: 30_000 };
  expect(kinds(recovers, ...served(2, 3), ...refusals(3), later)).toEqual(["held"]);
  expect(kinds(recovers, ...served(2, 3), ...refusals(4), later)).toEqual(["broken"]);
  expect(kinds(recoversAtOnce, ...served(2, 3), ...refusals(2), later)).toEqual(["broken"]);
  const underWay: SampleExchange = { ...later, atMs: 1005 };
  expect(kinds(recovers, ...served(2, 3), ...refusals(1), underWay, later)).toEqual(["held"]);
});
