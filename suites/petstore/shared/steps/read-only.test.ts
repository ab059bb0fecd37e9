import { expect, test } from "vitest";
import type { Profile } from "#core/check/results/verdict.ts";
import { correct, idsOf, playOn } from "#testing/proof/bed.ts";

/** What a run without a POST shows of the reference server. */
async function shownBy(profile: Profile): Promise<ReadonlySet<string>> {
  const run = await playOn({ ...correct, stage: { seedPets: 120 } }, { readOnly: true, profile });
  return new Set(idsOf(run, "pass"));
}

test("reads of listed pets show what is said of ids, where nothing may be created", async () => {
  expect([...(await shownBy("standard"))]).toEqual(expect.arrayContaining(["GET-2", "GET-3", "GET-4"]));
});

test("inputs that cannot be drawn where nothing may be created leave nothing unshown", async () => {
  const thorough = await shownBy("thorough");
  expect([...(await shownBy("standard"))].filter((id) => !thorough.has(id))).toEqual([]);
});
