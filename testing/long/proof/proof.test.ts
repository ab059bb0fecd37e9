import { describe, expect, test } from "vitest";
import {
  measureStability,
  playPairs,
  sampleServers,
  unstableInWords,
  whyUndone,
} from "#bench/proof/variations.ts";
import { loadBed } from "#proof/bed.ts";
import { withPool } from "#proof/pool.ts";
import { musts } from "#proof/proof.ts";

// What `npm run record` does not play of the proof, in as many threads as there are cores. `npm run bench` plays more of it.

const bed = await loadBed();
const shouldBeSame = musts(bed.requirements);
const [stability, pairs] = await withPool(async (pool) => {
  const plan = { profile: "standard", seeds: [1, 2], concurrencies: [1, 8], jitterMs: 300 } as const;
  return [
    await measureStability(pool, { ...plan, servers: sampleServers(bed, 20) }),
    await playPairs(pool, 50),
  ] as const;
});

describe("with other seeds, other numbers at once and answers that overtake each other,", () => {
  test("no must is judged differently, nor any outcome", () => {
    const turned = stability.unstable.filter(
      ({ requirement, contradicts }) =>
        contradicts && (requirement === "outcome" || shouldBeSame.includes(requirement)),
    );
    expect(turned.map(unstableInWords)).toEqual([]);
  });

  test("what runs show of the reference server and its variants is the same for every must", () => {
    const shown = stability.unstable.filter(
      ({ requirement, server }) => shouldBeSame.includes(requirement) && server.kind !== "fault",
    );
    expect(shown.map(unstableInWords)).toEqual([]);
  });

  test("no should is judged differently, but by what had been seen when a list was sent, and by which wait came first", () => {
    const turned = stability.unstable.filter(
      ({ requirement, contradicts }) => contradicts && !["LIST-7", "RATE-15"].includes(requirement),
    );
    expect(turned.map(unstableInWords)).toEqual([]);
  });
});

describe("of fifty pairs of faults on one server", () => {
  test("each fails", () => {
    expect(pairs).toHaveLength(50);
    expect(pairs.filter(({ failed }) => failed.length === 0)).toEqual([]);
  });

  test("each names a requirement of both faults, or says that what the second breaks could not be shown, or undoes it", () => {
    const silent = pairs.flatMap(({ unnamed }) => unnamed).filter(({ isReported }) => !isReported);
    expect(silent.filter((one) => whyUndone(one) === undefined)).toEqual([]);
  });

  test("hardly any hides the other", () => {
    expect(pairs.filter(({ unnamed }) => unnamed.length > 0).length).toBeLessThanOrEqual(5);
  });
});
