import { expect, test } from "vitest";
import { playBed } from "./reasons/play-bed.ts";

// Every server in standard: testing/proof.test.ts.
const everyNth = 16;

test("no reason is false in quick, and no finding, by the exchanges of the run", async () => {
  const { sentences, wrong } = await playBed("quick", (_, nth) => nth % everyNth === 0);
  expect(wrong).toEqual([]);
  expect(sentences).toBeGreaterThan(1000);
});
