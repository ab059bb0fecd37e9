import { expect, test } from "vitest";
import type { Profile } from "../../../../src/core/check/verdict.ts";
import { play } from "../../../../src/proof/play.ts";
import { contract } from "../../../../testing/suites/sample-evidence.ts";
import { loadCatalogue } from "../../../catalogue.ts";
import { suite } from "../../../registry.ts";

/** What a run without a POST shows of the reference server. */
async function shownBy(profile: Profile): Promise<ReadonlySet<string>> {
  const given = { contract, suite, requirements: loadCatalogue(contract) };
  const options = { readOnly: true, profile } as const;
  const { verdicts } = await play({ hooks: () => ({}), stage: { seedPets: 120 } }, { ...given, options });
  return new Set(verdicts.filter(({ verdict }) => verdict === "pass").map(({ id }) => id));
}

test("reads of listed pets show what is said of ids, where nothing may be created", async () => {
  expect([...(await shownBy("standard"))]).toEqual(expect.arrayContaining(["GET-2", "GET-3", "GET-4"]));
});

test("inputs that cannot be drawn where nothing may be created leave nothing unshown", async () => {
  const thorough = await shownBy("thorough");
  expect([...(await shownBy("standard"))].filter((id) => !thorough.has(id))).toEqual([]);
});
