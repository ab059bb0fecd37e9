import { describe, expect, test } from "vitest";
import { firstSeeds, simulate } from "#bench/simulation/simulate.ts";
import { stageKey } from "#proof/bed.ts";

test("stages are distinguished by ids that no double holds", () => {
  const key = (firstId: bigint) => stageKey({ firstId });
  expect(key(9007199254740993n)).toBe(key(9007199254740993n));
  expect(key(9007199254740993n)).not.toBe(key(9007199254740992n));
});

describe("runs against correct rate limiters of every kind", () => {
  test("never send within a back-off, are never banned, blame nobody, and end", async () => {
    // testing/long/proof/simulation.test.ts has a hundred times as many, these among them.
    const report = await simulate(firstSeeds(2));
    expect(report.offences).toEqual([]);
    expect(report.refused).toBeGreaterThan(0);
  });

  test("come to the same each time", async () => {
    expect(await simulate([7])).toEqual(await simulate([7]));
  });
});
