import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Hooks } from "../../reference-server/hooks/hooks.ts";
import { extension } from "../../reference-server/revisions/extension.ts";
import { suiteFor } from "../../suites/for-document.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import type { Run } from "../core/run/result.ts";
import { type PlayOptions, play } from "./play.ts";

const spec = fileURLToPath(new URL("../../reference-server/revisions/extension.yaml", import.meta.url));
const declared = { operations: ["createPhoto", "deletePhoto"] };
let given: PlayOptions;

beforeAll(async () => {
  const contract = await loadContract({ spec });
  const { suite } = suiteFor(contract, { declared });
  given = {
    ...{ contract, suite, requirements: suite.requirements(contract) },
    options: { profile: "thorough", declared },
  };
});

/** The server of the revision, with one hook replaced once more. */
function server(change: (revised: Hooks) => Partial<Hooks>) {
  return {
    hooks: (correct: Hooks) => {
      const revised = { ...correct, ...extension(correct) };
      return { ...extension(correct), ...change(revised) };
    },
    stage: { plan: "none" as const },
  };
}

function failed({ verdicts }: Run): readonly string[] {
  return verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
}

describe("a revision that describes categories, photos and orders", () => {
  test("is kept by its own server: every operation is tested, and what knows nothing of them sees the pets alone", async () => {
    const run = await play(
      server(() => ({})),
      given,
    );
    expect(run.suiteErrors).toEqual([]);
    expect(failed(run)).toEqual(["RATE-2"]);
    expect(run.outcome).toBe("conforming");
    expect(run.spec.operations).toEqual({ tested: 9, of: 9 });
    expect(run.notes.filter((note) => note.startsWith("written by"))).toHaveLength(2);
  });

  test("is not kept by the server of the first", async () => {
    const run = await play({ hooks: () => ({}), stage: { plan: "none" } }, given);
    expect(run.outcome).toBe("non-conforming");
    expect(failed(run)).toContain("OP:listCategories/status");
  });

  test("is not kept where an order's payment is not as its kind says", async () => {
    const run = await play(
      server((revised) => ({
        serialiseOrder: (pet, call) => ({
          ...revised.serialiseOrder(pet, call),
          payment: { kind: "card", dueDate: "2027-01-31" },
        }),
      })),
      given,
    );
    expect(failed(run)).toEqual(["RATE-2", "OP:getStoreOrders/schema"]);
  });
});
