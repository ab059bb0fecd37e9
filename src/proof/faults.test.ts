import { beforeAll, describe, expect, test } from "vitest";
import { loadFaults, loadVariants } from "../../reference-server/registry.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { suites } from "../../suites/registry.ts";
import type { Contract } from "../contract/contract.ts";
import { loadContract } from "../contract/load.ts";
import type { Requirement } from "../run/requirement.ts";
import type { Run } from "../run/run.ts";
import { type PlayOptions, play } from "./play.ts";

const faults = await loadFaults();
const variants = await loadVariants();
let contract: Contract;
let requirements: readonly Requirement[];

beforeAll(async () => {
  contract = await loadContract({});
  requirements = loadCatalogue(contract);
});

function given(): PlayOptions {
  return { contract, suites, requirements, options: { profile: "thorough" } };
}

function failed({ verdicts }: Run): readonly string[] {
  return verdicts.filter((v) => v.verdict === "fail").map((v) => v.id);
}

describe("each fault fails the requirements that it breaks, and no others", () => {
  test.each(faults.map((fault) => [fault.id, fault] as const))("%s", async (_, fault) => {
    const run = await play(fault, given());
    expect(run.suiteErrors).toEqual([]);
    expect(failed(run).toSorted()).toEqual(fault.breaks.toSorted());
  });
});

describe("each variant is conforming, with the warnings that it names", () => {
  test.each(variants.map((variant) => [variant.id, variant] as const))("%s", async (_, variant) => {
    const run = await play(variant, given());
    expect(run.suiteErrors).toEqual([]);
    expect(failed(run).toSorted()).toEqual((variant.warns ?? []).toSorted());
    expect(run.outcome).toBe("conforming");
  });
});
