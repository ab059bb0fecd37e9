import { expect, test } from "vitest";
import { firstSeeds, simulate } from "#bench/simulation/simulate.ts";

test("250 runs against correct rate limiters never send within a back-off, are never banned, blame nobody, and end", async () => {
  const report = await simulate(firstSeeds(250));
  expect(report.offences).toEqual([]);
  expect(report.refused).toBeGreaterThan(0);
});
