import { describe, expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import type { FieldSchema } from "#core/contract/contract.ts";
import { invalidKey } from "#suites/petstore/authentication/keys/checks.ts";
import * as invalidKeys from "#suites/petstore/authentication/keys/invalid-keys.checks.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { suite } from "#suites/registry.ts";
import { correct, idsOf, playOn } from "#testing/proof/bed.ts";
import { contract, factsOf } from "#testing/suites/sample-evidence.ts";
import { unsentList } from "./lists.ts";
import { getPet, listPets, newPetText } from "./requests.ts";

/** The text of a body to which nothing is given, where the document requires such a field. */
function sampled(schema: Partial<FieldSchema> | undefined): string {
  const name = petstore(contract).newPet.properties.get("name") ?? expect.fail("a NewPet has no name");
  const tag = schema && { ...name, types: undefined, ...schema };
  return newPetText({ newPet: { required: ["tag"], properties: new Map(tag && [["tag", tag]]) } }, {});
}

describe("what a document requires beyond the fields given gets a value that it allows", () => {
  test.each<[what: string, schema: Partial<FieldSchema> | undefined, value: string]>([
    ["the first value of an enumeration", { types: ["integer"], enum: [7, 8] }, "7"],
    ["the least integer", { types: ["integer"], minimum: 5 }, "5"],
    ["an integer", { types: ["integer"] }, "1"],
    ["the least number", { types: ["number"], minimum: 5 }, "5"],
    ["a boolean", { types: ["boolean"] }, "true"],
    ["an array", { types: ["array"] }, "[]"],
    ["an object", { types: ["object"] }, "{}"],
    ["a date", { types: ["string"], format: "date" }, '"2024-02-29"'],
    ["a text as long as it must be", { types: ["string"], minLength: 3 }, '"xxx"'],
    ["a text that is not empty", { types: ["string"] }, '"x"'],
    ["a text where no type is named", {}, '"x"'],
    ["a text where nothing is said of it", undefined, '"x"'],
  ])("%s", (_, schema, value) => {
    expect(sampled(schema)).toBe(`{"tag":${value}}`);
  });
});

test("a request by id is escaped, so that it stays one segment", () => {
  expect(getPet("1/2?3").path).toBe("/pets/1%2F2%3F3");
});

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

const limits = Array.from({ length: 100 }, (_, i) => listPets({ limit: i + 1 }));
const statuses = petstore(contract).statuses.map((status) => listPets({ status }));

test("shares no parameter with the refused request while there is another list", () => {
  expect(unsentList(contract, listPets({ limit: 7 }), [])?.query).toEqual([
    ["status", petstore(contract).statuses[0]],
  ]);
  expect(unsentList(contract, listPets({ status: "sold" }), [])?.query?.map(([name]) => name)).toEqual([
    "limit",
  ]);
});

test("takes what is left, and says where nothing is", () => {
  const both = unsentList(contract, listPets(), [...limits, ...statuses]);
  expect(both?.query?.map(([name]) => name)).toEqual(["status", "limit"]);
  const all = petstore(contract).statuses.map((status) => ({
    ...listPets({ status }),
    query: both?.query?.map(([n, v]) => [n, n === "status" ? status : v] as const) ?? [],
  }));
  expect(unsentList(contract, listPets(), [...limits, ...statuses, ...all])).toBeUndefined();
});

const key = "Key-5F2c9a7d41";
const facts = factsOf([{ body: [] }]);

/** The credentials that the cases of a check send, by label. */
function credentialsOf({ cases }: Scenario, sentWith = facts) {
  return new Map(
    cases(contract).flatMap(({ step }) => {
      const request = step.request(sentWith);
      return "path" in request && request.credential.kind === "other"
        ? [[step.label, request.credential]]
        : [];
    }),
  );
}

const near = credentialsOf(invalidKeys.nearlyTheKey);
const others = suite.checks
  .filter((check) => check.about.startsWith("AUTH-"))
  .filter((check) => check.kind === "scenario")
  .flatMap((check) => [...credentialsOf(check).values()]);

test("near-misses are the key without its end, with more behind it, and in the other letter case", () => {
  const derived = (label: string) => near.get(label)?.derive?.(key);
  expect(derived("the key without its last four characters")).toBe("Bearer Key-5F2c9a");
  expect(derived("the key with four characters more")).toBe(`Bearer ${key}x7Qz`);
  expect(derived("the key in another letter case")).toBe("Bearer kEY-5f2C9A7D41");
  expect(near.get("the key without its last four characters")?.derive?.("abc")).toBe("Bearer x");
});

test("whatever is made of the key is as secret as it is, and nothing else is", () => {
  const ofTheKey = others.filter(({ value, derive }) => value.includes("{") || derive !== undefined);
  expect(ofTheKey.length).toBeGreaterThan(5);
  for (const credential of others)
    expect([credential.about, credential.secret]).toEqual([credential.about, ofTheKey.includes(credential)]);
});

test("a key in another letter case is not tried where it has none", () => {
  const { cases } = invalidKeys.nearlyTheKey;
  const step = cases(contract).find((one) => one.step.label === "the key in another letter case")?.step;
  expect(step?.request(facts)).toHaveProperty("path");
  expect(step?.request(factsOf([], { keyHasCase: false }))).toMatchObject({ kind: "not-applicable" });
});

test("where the key may be a word, no word is sent as an invalid key, and the same one again from the same seed", () => {
  const withWord = () => {
    const found = factsOf([{ body: [] }], { keyIsWord: true });
    const checks = [invalidKeys.noRealKey, invalidKey];
    return checks.flatMap((check) => [...credentialsOf(check, found).values()].map(({ value }) => value));
  };
  for (const word of ["undefined", "null", "constructor", "[object Object]", "'", "%"])
    expect(withWord()).not.toContain(`Bearer ${word}`);
  expect(withWord()).toContainEqual(expect.stringMatching(/^Bearer undefined-[0-9a-f]{8}$/));
  expect(withWord()).toEqual(withWord());
  expect(near.get("the key without its last four characters")?.derive?.("x")).toBe("Bearer y");
});
