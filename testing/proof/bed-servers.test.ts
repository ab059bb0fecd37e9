import { describe, expect, test } from "vitest";
import { declaredOfExtension, loadBedServers, preparedExtension } from "#proof/bed-servers.ts";
import { type PlayOptions, play } from "#proof/play.ts";
import { correctHooks } from "#reference-server/hooks/hooks.ts";
import { extension } from "#reference-server/revisions/extension.ts";
import { correct, idsOf } from "#testing/proof/bed.ts";

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

  test("is not kept by the server of the first", async () => {
    const run = await play({ ...correct, stage: { plan: "none" } }, given);
    expect(run.outcome).toBe("non-conforming");
    expect(idsOf(run, "fail")).toContain("OP:listCategories/status");
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
