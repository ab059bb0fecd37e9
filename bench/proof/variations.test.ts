import { expect, test } from "vitest";
import type { JobResult } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import { sampleResult } from "#testing/proof/sample-proof.ts";
import { canPair, measureStability } from "./variations.ts";

test("no pair is of two that replace the same hook, or stand on different stages", () => {
  const on = (hook: string, firstId = 1n) => ({
    ...{ title: "", hooks: () => ({ [hook]: () => "1" }), stage: { firstId } },
  });
  expect(canPair(on("limitValue"), on("resetValue"))).toBe(true);
  expect(canPair(on("limitValue"), on("limitValue"))).toBe(false);
  expect(canPair(on("limitValue"), on("resetValue", 2n))).toBe(false);
});

test.each([
  ["pass", "pass", []],
  ["pass", "fail", [true]],
  // Nothing was lost.
  ["untested", "inconclusive", [true]],
  // One run shows what the other cannot.
  ["pass", "untested", [false]],
] as const)("whether %s and %s, of equal runs, contradict each other", async (one, other, contradicts) => {
  const results = [one, other].map(
    (verdict): JobResult => ({ ...sampleResult, verdicts: { "A-1": verdict } }),
  );
  const pool: Pool = { play: async () => results };
  const plan = { profile: "standard", seeds: [1, 2], concurrencies: [1], jitterMs: 100 } as const;
  const { unstable } = await measureStability(pool, { ...plan, servers: [{ kind: "reference", id: "" }] });
  expect(unstable.map((found) => found.contradicts)).toEqual(contradicts);
});
