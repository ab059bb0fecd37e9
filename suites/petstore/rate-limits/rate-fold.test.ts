import { expect, test } from "vitest";
import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import { rateFold } from "./rate-fold.ts";
import { ofRun, ofTraffic, type RatePoint, type Vantage } from "./rate-point.ts";

const startMs = Date.UTC(2026, 2, 4, 5, 6, 0);
const limit = 60;

/** What a right limiter, which counts a minute at a time, answers to eight clients side by side. */
function answers(seed: number, options: { readonly seen: number; readonly skewMs: number }): RatePoint[] {
  const random = seededRandom(seed, "limiter");
  const between = (least: number, most: number) => integerBetween(random, least, most);
  const sent = Array.from({ length: 400 }, () => {
    const countedAtMs = startMs + between(0, 180_000);
    const skewMs = between(-options.skewMs, options.skewMs);
    const sentAtMs = countedAtMs - between(1, 1500) + skewMs;
    const endedAtMs = countedAtMs + between(1, 1500) + skewMs;
    return { countedAtMs, times: { sentAtMs, firstByteAtMs: undefined, endedAtMs } };
  }).toSorted((a, b) => a.countedAtMs - b.countedAtMs);
  const counts = new Map<number, number>();
  const points = sent.map(({ countedAtMs, times }): RatePoint => {
    const resetAtSeconds = (Math.floor(countedAtMs / 60_000) + 1) * 60;
    const count = (counts.get(resetAtSeconds) ?? 0) + 1;
    counts.set(resetAtSeconds, count);
    return {
      ...{ id: 0, times, dateMs: Math.floor(countedAtMs / 1000) * 1000 },
      ...{ operation: "listPets", limit, remaining: Math.max(0, limit - count), resetAtSeconds },
      aheadSeconds: resetAtSeconds - Math.floor(countedAtMs / 1000),
      status: count > limit ? 429 : 200,
      inFlight: 1,
    };
  });
  const inFlight = (one: RatePoint) =>
    points.filter(
      ({ times }) => times.sentAtMs <= one.times.endedAtMs && one.times.sentAtMs <= times.endedAtMs,
    ).length;
  return points
    .toSorted((a, b) => a.times.sentAtMs - b.times.sentAtMs)
    .map((point, i) => ({ ...point, id: i + 1, inFlight: inFlight(point) }))
    .filter(() => random() < options.seen);
}

function broken(points: readonly RatePoint[], vantage: Vantage, windowSeconds = 60): readonly string[] {
  const fold = rateFold(vantage, windowSeconds);
  return points.flatMap((point) =>
    fold(point).flatMap(({ about, shown }) => (shown === "held" ? [] : [about])),
  );
}

test("a right limiter breaks nothing, however its answers overlap", () => {
  for (let seed = 1; seed <= 30; seed += 1)
    expect(broken(answers(seed, { seen: 1, skewMs: 0 }), ofRun)).toEqual([]);
});

test("nor does it where the recorder sees half of them, by clocks that differ", () => {
  for (let seed = 1; seed <= 30; seed += 1)
    expect(broken(answers(seed, { seen: 0.5, skewMs: 400 }), ofTraffic)).toEqual([]);
});

/** An answer that was served so many ms after the start, alone. */
const servedAt = (ms: number, id: number, announced: Partial<RatePoint>): RatePoint => ({
  ...(answers(1, { seen: 1, skewMs: 0 })[0] ?? expect.fail("there is no answer")),
  ...{ id, status: 200, inFlight: 1, ...announced },
  times: { sentAtMs: startMs + ms, firstByteAtMs: undefined, endedAtMs: startMs + ms + 5 },
});

test("a Remaining that stands still is seen in a dense stretch after a pause", () => {
  const at = (ms: number, id: number) => servedAt(ms, id, { limit: 1000, remaining: 999, aheadSeconds: 50 });
  // The pause alone may have given 80 requests back, the 200 ms after it four.
  const dense = Array.from({ length: 20 }, (_, i) => at(5000 + 10 * i, i + 2));
  const sparse = Array.from({ length: 20 }, (_, i) => at(5000 + 100 * i, i + 2));
  expect(broken([at(0, 1), ...dense], ofRun)).toEqual(["RATE-8"]);
  expect(broken([at(0, 1), ...sparse], ofRun)).toEqual([]);
});

test("a log of the last window's requests gives many back at once, where many had come at once", () => {
  const at = (ms: number, id: number, remaining: number, reset: number) =>
    servedAt(ms, id, { remaining, resetAtSeconds: startMs / 1000 + reset, aheadSeconds: 18 });
  const burst = Array.from({ length: 30 }, (_, i) => at(10 * i, i + 1, 59 - i, 18));
  const later = [at(18_000, 31, 40, 36), at(18_400, 32, 55, 36)];
  expect(broken([...burst, ...later], ofRun, 18)).toEqual(["RATE-7"]);
  // Nothing came a window before.
  expect(broken(later, ofRun, 18)).toEqual(["RATE-6", "RATE-7"]);
});
