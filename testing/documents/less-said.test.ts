import { expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { play } from "#proof/play.ts";
import { correct } from "../proof/bed.ts";
import { described, exceptPasses } from "./described-service.ts";

const embedded = embeddedText("suites/petstore/openapi.yaml");

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
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    { ...(await described(document)), options: { profile: "standard", probe: true } },
  );
  expect(run.suiteErrors).toEqual([]);
  const found = Object.values(exceptPasses(run));
  expect(found).not.toContain("fail");
  expect(found).not.toContain("inconclusive");
});
