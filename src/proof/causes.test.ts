import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { type ListedServer, loadServers } from "../../suites/servers.ts";
import { type Player, play } from "./play.ts";

const contract = await loadContract();
const requirements = loadCatalogue(contract);
const servers = await loadServers();
const faults = servers.filter(({ kind }) => kind === "fault");
const runOf = (player: Player) =>
  play(player, { contract, suite, requirements, options: { profile: "standard" } });
const named = (id: string): ListedServer => {
  const server = faults.find((one) => one.id === id);
  if (server === undefined) throw new Error(`there is no fault ${id}`);
  return server;
};

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
