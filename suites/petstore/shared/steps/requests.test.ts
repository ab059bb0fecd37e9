import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import type { FieldSchema } from "#core/contract/contract.ts";
import { recorded } from "#core/contract/recorded.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { correct, idsOf, playOn } from "#testing/proof/bed.ts";
import { contract, create, factsOf } from "#testing/suites/sample-evidence.ts";
import { unsentList } from "./lists.ts";
import { firstList } from "./named-steps.ts";
import { getPet, listPets, newPetText, posting, postingAfter, reading } from "./requests.ts";

const anyField: FieldSchema = {
  types: undefined,
  nullable: false,
  format: undefined,
  enum: undefined,
  minimum: undefined,
  maximum: undefined,
  minLength: undefined,
  maxLength: undefined,
  pattern: undefined,
  default: undefined,
};

/** The text of a body to which nothing is given, where the document requires such a field. */
function sampled(schema: Partial<FieldSchema> | undefined): string {
  const properties = new Map(schema === undefined ? [] : [["tag", { ...anyField, ...schema }]]);
  return newPetText({ newPet: { required: ["tag"], properties } }, {});
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

  test("and a field that is given keeps its value", () => {
    const newPet = { required: ["name", "tag"], properties: new Map([["tag", anyField]]) };
    expect(newPetText({ newPet }, { name: "Rex" })).toBe('{"name":"Rex","tag":"x"}');
  });
});

test("a request by id is escaped, so that it stays one segment", () => {
  expect(getPet("1/2?3").path).toBe("/pets/1%2F2%3F3");
});

const step = (request: Step["request"]): Step => ({
  ...stepRef("further"),
  profile: "quick",
  priority: "last",
  request,
});
const asked = ({ request }: Step, facts: Facts): string => JSON.stringify(request(facts));
const get = step(() => listPets());

test("a step that posts sends nothing in a run that only reads", () => {
  expect(posting(get)).toMatchObject({ effect: "write" });
  expect(asked(posting(get), factsOf([]))).toContain('"GET"');
  expect(asked(posting(get), factsOf([], { readOnly: true }))).toContain('"kind":"untested"');
});

test("a step behind a create is sent once that was accepted, and not where it was refused or not answered", () => {
  const behind = postingAfter(stepRef("create"), get);
  expect(behind.requires).toEqual([stepRef("create")]);
  expect(postingAfter(stepRef("create"), { ...get, requires: [firstList] }).requires).toEqual([
    firstList,
    stepRef("create"),
  ]);
  expect(asked(behind, factsOf([create("create", 9)]))).toContain('"GET"');
  expect(asked(behind, factsOf([{ ...create("create", 9), status: 422 }]))).toContain(
    '"got":"422 with a pet"',
  );
  expect(asked(behind, factsOf([]))).toContain('"kind":"control-not-sent"');
});

test("a read is sent while reads are there to be judged", () => {
  expect(asked(reading(get), factsOf([]))).toContain('"GET"');
  for (const removal of ["during", "after"] as const) {
    expect(asked(reading(get), factsOf([], { removals: { getPet: removal } }))).toContain(
      '"kind":"not-applicable"',
    );
  }
  const operations = new Map([...contract.operations].filter(([id]) => id !== "getPet"));
  const facts = { ...factsOf([]), contract: { ...contract, operations } };
  expect(asked(reading(get), facts)).toContain('{"kind":"not-in-document","operation":"getPet"}');
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

test("asks for a list that was never asked for", () => {
  const first = unsentList(contract, listPets(), []);
  expect(first).toBeDefined();
  const second = unsentList(contract, listPets(), first === undefined ? [] : [first]);
  expect(second).toBeDefined();
  expect(second).not.toEqual(first);
  expect(recorded(contract.classify(second ?? listPets()).findings).allowed).toBe(true);
});

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
