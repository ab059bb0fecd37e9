import { describe, expect, test } from "vitest";
import type { Pool } from "#proof/pool.ts";
import { sampleResult } from "#testing/proof/sample-proof.ts";
import { canPair } from "./pairs.ts";
import { measureStability, unstableInWords } from "./stability.ts";

describe("pairs are drawn", () => {
  test("never of two that replace the same hook", () => {
    const hooks = () => ({ limitValue: () => "1" });
    const fault = { title: "", hooks };
    expect(canPair(fault, fault)).toBe(false);
    expect(canPair(fault, { ...fault, hooks: () => ({ resetValue: () => "1" }) })).toBe(true);
  });

  test("never of two that stand on different stages", () => {
    const fault = { title: "", hooks: () => ({}), stage: { firstId: 1n } };
    expect(canPair(fault, { ...fault, stage: { firstId: 1n } })).toBe(true);
    expect(canPair(fault, { ...fault, stage: { firstId: 2n } })).toBe(false);
  });
});

/** A pool whose runs answer as they are set. */
function poolOf(verdict: (seed: number, concurrency: number) => string): Pool {
  const play: Pool["play"] = async (jobs) =>
    jobs.map(({ seed = 1, concurrency = 1 }) => {
      return { ...sampleResult, verdicts: { "A-1": verdict(seed, concurrency) as "pass" } };
    });
  return { play, bed: () => Promise.reject(new Error("not asked")), close: async () => undefined };
}

const measured = (verdict: Parameters<typeof poolOf>[0]) =>
  measureStability(poolOf(verdict), {
    profile: "standard",
    seeds: [1, 2],
    concurrencies: [1, 4],
    jitterMs: 100,
    servers: [{ kind: "reference", id: "" }],
  });

describe("verdicts of equal runs are compared", () => {
  test("and equal ones are stable", async () => {
    expect(await measured(() => "pass")).toEqual({ runs: 4, verdicts: 4, unstable: [] });
  });

  test("a pass and a failure contradict each other", async () => {
    const { unstable } = await measured((seed) => (seed === 2 ? "fail" : "pass"));
    expect(unstable).toMatchObject([{ requirement: "A-1", contradicts: true }]);
  });

  test("lost evidence contradicts, since nothing was lost", async () => {
    const { unstable } = await measured((seed) => (seed === 2 ? "inconclusive" : "untested"));
    expect(unstable).toMatchObject([{ contradicts: true }]);
  });

  test("what one run shows and another cannot is no contradiction, but reported", async () => {
    const { unstable } = await measured((seed, at) => (seed === 2 && at === 4 ? "untested" : "pass"));
    expect(unstable.map(unstableInWords)).toEqual(["reference  A-1: pass 3, untested 1 (2x4)"]);
    expect(unstable).toMatchObject([{ contradicts: false }]);
  });
});
