import { expect, test } from "vitest";
import { drawPairs } from "#bench/proof/pairs.ts";
import { pairOf } from "#proof/play.ts";
import { idsOf, playOn, servers } from "#testing/proof/bed.ts";

test("of two defects that have nothing to do with each other, nine in ten pairs keep two causes", async () => {
  let [both, apart] = [0, 0];
  for (const [one, other] of drawPairs(servers, 60, 1)) {
    // Those that break one requirement have to do with each other: its failure is of one cause.
    if (one.breaks.some((id) => other.breaks.includes(id))) continue;
    const run = await playOn(pairOf(one, other));
    const failed = idsOf(run, "fail");
    // Where one hides the other there is nothing to keep apart.
    if (![one, other].every(({ breaks }) => breaks.some((id) => failed.includes(id)))) continue;
    both += 1;
    if (run.causes.length > 1) apart += 1;
  }
  expect(both).toBeGreaterThan(20);
  expect(apart / both).toBeGreaterThanOrEqual(0.9);
});
