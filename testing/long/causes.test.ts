import { expect, test } from "vitest";
import { prepare } from "../../src/assembly/assemble.ts";
import { pairOf } from "../../src/proof/pair.ts";
import { drawPairs } from "../../src/proof/pairs.ts";
import { play } from "../../src/proof/play.ts";
import { suite } from "../../suites/registry.ts";
import { loadServers } from "../../suites/servers.ts";

const { contract, requirements } = await prepare();
const servers = await loadServers();

test("of two defects that have nothing to do with each other, nine in ten pairs keep two causes", async () => {
  let [both, apart] = [0, 0];
  for (const [one, other] of drawPairs(servers, 60, 1)) {
    // Those that break one requirement have to do with each other: its failure is of one cause.
    if (one.breaks.some((id) => other.breaks.includes(id))) continue;
    const given = { contract, suite, requirements, options: { profile: "standard" } } as const;
    const run = await play(pairOf(one, other), given);
    const failed: readonly string[] = run.verdicts
      .filter(({ verdict }) => verdict === "fail")
      .map(({ id }) => id);
    // Where one hides the other there is nothing to keep apart.
    if (![one, other].every(({ breaks }) => breaks.some((id) => failed.includes(id)))) continue;
    both += 1;
    if (run.causes.length > 1) apart += 1;
  }
  expect(both).toBeGreaterThan(20);
  expect(apart / both).toBeGreaterThanOrEqual(0.9);
});
