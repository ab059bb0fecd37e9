import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import type { Run } from "#core/run/result.ts";
import { type PlayOptions, play } from "#proof/play.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { isJsonObject, type Json } from "#reference-server/json.ts";
import type { PetStatus } from "#reference-server/pet.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { correct } from "#testing/proof/bed.ts";

/**
 * A server of a later revision of the interface: lists of at most 50, a fourth status, a required weight, names of
 * at most 64 characters, and no getPet. What it takes to show that the suite reads its bounds from the document.
 */
function secondRevision(correct: Hooks): Partial<Hooks> {
  const weights = new Map<bigint, bigint>();
  const lightest = 1n;
  const heaviest = 9_007_199_254_740_993n;
  const statuses = ["available", "pending", "sold", "reserved"];
  // The fourth status is no PetStatus of the first revision; stores and filters take it as they take those.
  const asStatus = (value: string) => value as PetStatus;

  const weightOf = (body: Json, call: Call): bigint => {
    const value = call.hooks.readMember(call.hooks.requireObject(body, call), "weight", call);
    if (typeof value === "bigint" && value >= lightest && value <= heaviest) return value;
    throw new Refusal(400, `weight is required and must be an integer from ${lightest} to ${heaviest}.`);
  };

  return {
    parseLimit(text, call) {
      const limit = correct.parseLimit(text, call);
      if (limit <= 50) return limit;
      throw new Refusal(400, "limit must be an integer from 1 to 50.");
    },
    parseStatusFilter(text) {
      if (text === undefined) return undefined;
      if (statuses.includes(text)) return asStatus(text);
      throw new Refusal(400, `status must be one of ${statuses.join(", ")}.`);
    },
    validateName(value, call) {
      const name = correct.validateName(value, call);
      if ([...name].length <= 64) return name;
      throw new Refusal(400, "name is longer than 64 characters.");
    },
    validateStatus(value) {
      if (value === undefined || value === null) return undefined;
      if (typeof value === "string" && statuses.includes(value)) return asStatus(value);
      throw new Refusal(400, `status must be one of ${statuses.join(", ")}.`);
    },
    readNewPet(body, call) {
      const pet = correct.readNewPet(body, call);
      weightOf(body, call);
      return pet;
    },
    buildPet(pet, body, call) {
      const built = correct.buildPet(pet, body, call);
      weights.set(built.id, weightOf(body, call));
      return built;
    },
    serialisePet: (pet, call) => ({
      ...correct.serialisePet(pet, call),
      weight: weights.get(pet.id) ?? lightest,
    }),
    isRemoved: () => true,
  };
}

const spec = fileURLToPath(new URL("../documents/second-revision.yaml", import.meta.url));
const revision: PlayOptions = await prepare({ spec });

function failed({ verdicts }: Run): readonly string[] {
  return verdicts.filter((v) => v.level === "must" && v.verdict === "fail").map((v) => v.id);
}

/** A run on the server of the revision, with hooks of it replaced once more. */
function playRevised(change: (revised: Hooks) => Partial<Hooks>, given: PlayOptions = revision) {
  const hooks = (correct: Hooks) => {
    const revised = { ...correct, ...secondRevision(correct) };
    return { ...secondRevision(correct), ...change(revised) };
  };
  return play({ hooks, stage: { plan: "none", seedPets: 80 } }, given);
}

describe("a later revision of the interface", () => {
  test("is kept by its own server, with no change of the suites, and asks nothing of an operation that it does not have", async () => {
    const run = await playRevised(() => ({}), { ...revision, options: { profile: "thorough" } });
    expect(run.suiteErrors).toEqual([]);
    expect(failed(run)).toEqual([]);
    expect(run.outcome).toBe("conforming");
    expect(run.verdicts.filter((v) => v.area === "GET").map((v) => v.verdict)).toEqual(
      Array(4).fill("not-applicable"),
    );
    expect(run.exchanges.filter((e) => /^\/pets\/./.test(e.request.path))).toEqual([]);
  });

  test("is not kept by the server of the first", async () => {
    const run = await play({ ...correct, stage: { plan: "none" } }, revision);
    expect(failed(run)).toEqual(expect.arrayContaining(["LIST-1", "CREATE-2"]));
  });

  test("has its own greatest limit", async () => {
    const run = await playRevised(() => ({
      parseLimit: (text) => (text === undefined ? 20 : Math.max(1, Math.min(Number(text) || 1, 100))),
    }));
    expect(failed(run)).toEqual(["LIST-5", "LIST-6"]);
  });

  test("has its own statuses", async () => {
    const run = await playRevised(({ parseStatusFilter }) => ({
      parseStatusFilter: (text, call) => parseStatusFilter(text === "reserved" ? "sold" : text, call),
    }));
    expect(failed(run)).toContain("STATUS-1");
  });

  test("has its own required fields and bounds", async () => {
    const weighing = (body: Json) => (isJsonObject(body) ? { ...body, weight: 1n } : body);
    const run = await playRevised(({ readNewPet, buildPet }) => ({
      readNewPet: (body, call) => readNewPet(weighing(body), call),
      buildPet: (pet, body, call) => buildPet(pet, weighing(body), call),
    }));
    expect(failed(run)).toEqual(expect.arrayContaining(["CREATE-5", "CREATE-6"]));
  });
});
