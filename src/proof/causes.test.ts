import { describe, expect, test } from "vitest";
import { type ListedServer, loadServers } from "../../reference-server/registry.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suites } from "../../suites/registry.ts";
import type { Run } from "../run/result.ts";
import { pairOf } from "./pair.ts";
import { drawPairs } from "./pairs.ts";
import { type Player, play } from "./play.ts";

const contract = await loadContract();
const requirements = loadCatalogue(contract);
const servers = await loadServers();
const faults = servers.filter(({ kind }) => kind === "fault");
const failedOf = (run: Run) => run.verdicts.filter((v) => v.verdict === "fail").map((v) => v.id);
const runOf = (player: Player) =>
  play(player, { contract, suites, requirements, options: { profile: "standard" } });
const named = (id: string): ListedServer => {
  const server = faults.find((one) => one.id === id);
  if (server === undefined) throw new Error(`there is no fault ${id}`);
  return server;
};

/** So that the test is quick; every fault is of the same kind to it. */
const everyNth = 4;

test("a server with one defect has at most 1.2 causes on average, and every failure is in one", async () => {
  let [broken, causes] = [0, 0];
  for (const server of faults.filter((_, index) => index % everyNth === 0)) {
    const run = await runOf(server);
    const explained = new Set(run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
    expect([...explained].sort()).toEqual(failedOf(run).sort());
    if (explained.size > 0) broken += 1;
    causes += run.causes.length;
  }
  expect(broken).toBeGreaterThan(50);
  expect(causes / broken).toBeLessThanOrEqual(1.2);
}, 120_000);

test("of two defects that have nothing to do with each other, nine in ten pairs keep two causes", async () => {
  let [both, apart] = [0, 0];
  for (const [one, other] of drawPairs(servers, 60, 1)) {
    const run = await runOf(pairOf(one, other));
    const failed = failedOf(run);
    // Where one hides the other there is nothing to keep apart.
    if (![one, other].every(({ breaks }) => breaks.some((id) => failed.includes(id)))) continue;
    both += 1;
    if (run.causes.length > 1) apart += 1;
  }
  expect(both).toBeGreaterThan(20);
  expect(apart / both).toBeGreaterThanOrEqual(0.9);
}, 120_000);

describe("one cause", () => {
  test.each([
    ["unprocessable", "status", 5],
    ["forbidden-not-unauthorized", "status", 4],
    ["client-id-doubles", "field", 3],
  ] as const)("%s: %s, with all requirements that fail by it", async (id, kind, least) => {
    const run = await runOf(named(id));
    expect(run.causes.map(({ form }) => form.kind)).toEqual([kind]);
    expect(1 + (run.causes[0]?.consequences.length ?? 0)).toBeGreaterThanOrEqual(least);
  });

  test("names the requirement of this answer before the one of all answers", async () => {
    const [cause] = (await runOf(named("create-500"))).causes;
    expect(cause).toMatchObject({ leading: "CREATE-1", consequences: ["HTTP-2"], level: "must" });
  });
});

test("a correct server has no cause", async () => {
  expect((await runOf({ hooks: () => ({}) })).causes).toEqual([]);
});
