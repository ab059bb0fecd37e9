import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { firstSeeds, simulate } from "#bench/simulation.ts";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { declaredOfExtension, loadBedServers, preparedExtension } from "#proof/bed.ts";
import { conductOf } from "#proof/perform.ts";
import { type PlayOptions, play } from "#proof/play.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import type { Json } from "#reference-server/json.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { extension } from "#reference-server/revisions/extension.variants.ts";
import { correctHooks } from "#reference-server/server.ts";
import type { PetStatus } from "#reference-server/store.ts";
import { correct, idsOf, playOn, prepared } from "#testing/proof/bed.ts";
import { textOf } from "../source-files.ts";
import { guardedRuns, guardedServers } from "./guarded-servers.ts";

describe("runs against correct rate limiters of every kind", () => {
  test("never send within a back-off, are never banned, blame nobody, and end", async () => {
    // testing/long/proof/bed.test.ts has a hundred times as many, these among them.
    const report = await simulate(firstSeeds(2));
    expect(report.offences).toEqual([]);
    expect(report.refused).toBeGreaterThan(0);
  });

  test("come to the same each time", async () => {
    expect(await simulate([7])).toEqual(await simulate([7]));
  });
});

const given: PlayOptions = {
  ...(await preparedExtension()),
  options: { profile: "thorough", declared: declaredOfExtension },
};

describe("a revision that describes categories, photos and orders", () => {
  test("is kept by its own server: every operation is tested, and what knows nothing of them sees the pets alone", async () => {
    const run = await play({ hooks: extension, stage: { plan: "none" } }, given);
    expect(run.suiteErrors).toEqual([]);
    expect(idsOf(run, "fail")).toEqual(["RATE-2"]);
    expect(run.outcome).toBe("conforming");
    expect(run.spec.operations).toEqual({ tested: 9, of: 9 });
    expect(run.notes.filter((note) => note.startsWith("written by"))).toHaveLength(2);
  });

  test("has faults that are broken in one place each", async () => {
    const revised = extension(correctHooks);
    const faults = (await loadBedServers()).filter(
      ({ kind, revision }) => kind === "fault" && revision !== undefined,
    );
    expect(faults.length).toBeGreaterThan(15);
    for (const { id, hooks } of faults) {
      const replaced = Object.keys(hooks(correctHooks)).filter((hook) => !Object.hasOwn(revised, hook));
      expect(replaced, id).toHaveLength(1);
    }
  });
});

/**
 * A server of a later revision of the interface: lists of at most 50, a fourth status, a required weight, names of
 * at most 64 characters, and no getPet. What it takes to show that the suite reads its bounds from the document.
 */
function secondRevision(correct: Hooks): Partial<Hooks> {
  const refuse = (problem: string): never => {
    throw new Refusal(400, problem);
  };
  const weights = new Map<bigint, bigint>();
  const [lightest, heaviest] = [1n, 9_007_199_254_740_993n];
  const weightOf = (body: Json, call: Call): bigint => {
    const value = call.hooks.readMember(call.hooks.requireObject(body, call), "weight", call);
    const isWeight = typeof value === "bigint" && value >= lightest && value <= heaviest;
    return isWeight ? value : refuse(`weight must be an integer from ${lightest} to ${heaviest}.`);
  };
  const statuses: readonly unknown[] = ["available", "pending", "sold", "reserved"];
  const statusOf = (value: unknown): PetStatus | undefined => {
    if (value === undefined || value === null) return undefined;
    // The fourth is no PetStatus of the first revision; stores and filters take it as they take those.
    return statuses.includes(value) ? (value as PetStatus) : refuse("there is no such status.");
  };
  return {
    parseLimit(text, call) {
      const limit = correct.parseLimit(text, call);
      return limit <= 50 ? limit : refuse("limit must be an integer from 1 to 50.");
    },
    parseStatusFilter: statusOf,
    validateStatus: statusOf,
    validateName(value, call) {
      const name = correct.validateName(value, call);
      return [...name].length <= 64 ? name : refuse("name is longer than 64 characters.");
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

const revision = await prepare({ spec });
const stage = { plan: "none", seedPets: 80 } as const;

test("a later revision of the interface is kept by its own server, with no change of the suites, and nothing is asked of an operation that it does not have", async () => {
  const run = await play({ hooks: secondRevision, stage }, { ...revision, options: { profile: "thorough" } });
  expect(run.suiteErrors).toEqual([]);
  expect(idsOf(run, "fail").filter((id) => id !== "RATE-2")).toEqual([]);
  expect(run.outcome).toBe("conforming");
  expect(run.verdicts.filter((v) => v.area === "GET").map((v) => v.verdict)).toEqual(
    Array(4).fill("not-applicable"),
  );
  expect(run.exchanges.filter((e) => /^\/pets\/./.test(e.request.path))).toEqual([]);
});

test("a later revision of the interface has its own greatest limit", async () => {
  const hooks = (correct: Hooks): Partial<Hooks> => ({
    ...secondRevision(correct),
    parseLimit: (text) => (text === undefined ? 20 : Math.max(1, Math.min(Number(text) || 1, 100))),
  });
  const failed = idsOf(await play({ hooks, stage }, revision), "fail");
  expect(failed.filter((id) => id !== "RATE-2")).toEqual(["LIST-5", "LIST-6"]);
});

test("a request that was sent before the time that Retry-After names is counted, by operation and key", async () => {
  const run = await playOn(correct);
  /** Of the run with other exchanges. */
  const inBackOff = (...exchanges: readonly WholeExchange[]) =>
    conductOf({ ...run, exchanges }, prepared.contract).inBackOff;
  const [list = expect.fail("nothing was sent")] = run.exchanges;
  const refused =
    run.exchanges.find(({ outcome }) => outcome.kind === "answer" && outcome.answer.status === 429) ??
    expect.fail("the run went over no limit");
  const { endedAtMs } = refused.times;
  const sentAt = (sentAtMs: number) => ({ ...list, id: refused.id + 1, times: { ...list.times, sentAtMs } });
  const early = sentAt(endedAtMs + 1);
  expect(inBackOff(refused, early)).toEqual({ "listPets valid": 1 });
  const without = { ...early, request: { ...early.request, credential: { kind: "none" } as const } };
  expect(inBackOff(refused, without)).toEqual({});
  expect(inBackOff(refused, sentAt(endedAtMs))).toEqual({});
  expect(inBackOff(refused, sentAt(endedAtMs + 3_600_001))).toEqual({});
});

const file = "reports/guarded-runs.json";

const committed = textOf(file).split("\n");

// `npm run record -- --check` plays all of them.
const some = Object.keys(guardedServers)
  .map((name, nth) => [name, nth] as const)
  .filter(([, nth]) => nth % 4 === 0);

test.each(some)(
  "a guarded run comes to the report that is committed (npm run record writes it anew): %s",
  async (name, nth) => {
    const lines = (await guardedRuns((one) => one === nth)).split("\n").slice(1, -3);
    const start = committed.indexOf(`${JSON.stringify(name)}: {`);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines).toEqual(committed.slice(start, start + lines.length));
  },
);
