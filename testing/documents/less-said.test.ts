import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { correctHooks } from "../../reference-server/hooks/hooks.ts";
import { createReferenceServer } from "../../reference-server/server.ts";
import { createVirtualClock } from "../../src/core/exchange/clock/virtual-clock.ts";
import { playServer } from "../../src/proof/play.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { described, describedUrl, exceptPasses } from "./described-service.ts";

const embedded = readFileSync((await loadContract()).ownFile ?? "", "utf8");

/** Documents that say less of the pet store, as generated ones do: the correct server conforms to each. */
test.each<readonly [string, RegExp, string]>([
  ["no default of limit", /, default: 20/, ""],
  ["no status filter", /name: status\n/, "name: state\n"],
  ["no bound of limit, and no type", /type: integer, minimum: 1, maximum: 100, default/, "default"],
  ["nothing that a NewPet requires", /required: \[name, categoryId\]\n/, "\n"],
  ["no status of a NewPet", /(NewPet:[\s\S]*?) {8}status: .*\n/, "$1"],
  ["no 404, and no 429", / {8}"(404|429)": .*\n/g, ""],
])("with %s", async (_, from, to) => {
  const document = embedded.replace(from, to);
  expect(document).not.toBe(embedded);
  const clock = createVirtualClock(Date.parse("2026-03-04T05:06:07Z"));
  const key = "less-said-key-77";
  const server = createReferenceServer({
    now: () => clock.now(),
    plan: "business",
    keys: [key],
    hooks: correctHooks,
  });
  const run = await playServer(server, describedUrl, clock, {
    ...(await described(document)),
    options: { profile: "standard", probe: true },
    key,
  });
  expect(run.suiteErrors).toEqual([]);
  const found = Object.values(exceptPasses(run));
  expect(found).not.toContain("fail");
  expect(found).not.toContain("inconclusive");
});
