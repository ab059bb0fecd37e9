import { expect, test } from "vitest";
import { recorded } from "#core/contract/recorded.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { contract } from "#testing/suites/sample-evidence.ts";
import { unsentList } from "./lists.ts";
import { listPets } from "./requests.ts";

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
