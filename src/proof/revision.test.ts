import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Hooks } from "../../reference-server/hooks/hooks.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { secondRevision } from "../../testing/reference-server/second-revision.ts";
import type { Run } from "../core/run/result.ts";
import { type PlayOptions, play } from "./play.ts";

const spec = fileURLToPath(new URL("../../testing/documents/second-revision.yaml", import.meta.url));
let given: PlayOptions;

beforeAll(async () => {
  const contract = await loadContract({ spec });
  given = { contract, suite, requirements: loadCatalogue(contract) };
});

function failed({ verdicts }: Run): readonly string[] {
  return verdicts.filter((v) => v.level === "must" && v.verdict === "fail").map((v) => v.id);
}

/** The server of the revision, with one hook replaced once more. */
function broken(change: (revised: Hooks) => Partial<Hooks>) {
  return {
    hooks: (correct: Hooks) => {
      const revised = { ...correct, ...secondRevision(correct) };
      return { ...secondRevision(correct), ...change(revised) };
    },
    stage: { plan: "none" as const, seedPets: 80 },
  };
}

describe("a later revision of the interface", () => {
  test("is kept by its own server, with no change of the suites, and asks nothing of an operation that it does not have", async () => {
    const run = await play(
      broken(() => ({})),
      { ...given, options: { profile: "thorough" } },
    );
    expect(run.suiteErrors).toEqual([]);
    expect(failed(run)).toEqual([]);
    expect(run.outcome).toBe("conforming");
    expect(run.verdicts.filter((v) => v.area === "GET").map((v) => v.verdict)).toEqual(
      Array(4).fill("not-applicable"),
    );
    expect(run.exchanges.filter((e) => /^\/pets\/./.test(e.request.path))).toEqual([]);
  });

  test("is not kept by the server of the first", async () => {
    const run = await play({ hooks: () => ({}), stage: { plan: "none" } }, given);
    expect(failed(run)).toEqual(expect.arrayContaining(["LIST-1", "CREATE-2"]));
  });

  test("has its own greatest limit", async () => {
    const run = await play(
      broken(() => ({
        parseLimit: (text) => (text === undefined ? 20 : Math.max(1, Math.min(Number(text) || 1, 100))),
      })),
      given,
    );
    expect(failed(run)).toEqual(["LIST-5", "LIST-6"]);
  });

  test("has its own statuses", async () => {
    const run = await play(
      broken((revised) => ({
        parseStatusFilter: (text, call) =>
          revised.parseStatusFilter(text === "reserved" ? "sold" : text, call),
      })),
      given,
    );
    expect(failed(run)).toContain("STATUS-1");
  });

  test("has its own required fields and bounds", async () => {
    const run = await play(
      broken((revised) => ({
        readNewPet: (body, call) =>
          revised.readNewPet(
            typeof body === "object" && body !== null ? { ...body, weight: 1n } : body,
            call,
          ),
        buildPet: (pet, body, call) =>
          revised.buildPet(
            pet,
            typeof body === "object" && body !== null ? { ...body, weight: 1n } : body,
            call,
          ),
      })),
      given,
    );
    expect(failed(run)).toEqual(expect.arrayContaining(["CREATE-5", "CREATE-6"]));
  });
});
