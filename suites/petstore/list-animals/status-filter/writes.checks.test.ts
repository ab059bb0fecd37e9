import { expect, test } from "vitest";
import type { TraceCheck } from "../../../../src/core/check/check.ts";
import { contract, factsOf, type SampleExchange } from "../../../../testing/suites/sample-evidence.ts";
import { petstore } from "../../roles.ts";
import { listPets, newPetText, postPet } from "../../shared/steps/requests.ts";
import { ownPetInItsStatus } from "./writes.checks.ts";

function findings(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check
    .judge(factsOf(samples))
    .map((o) =>
      o.kind === "broken" ? `${o.finding.exchange}: ${o.finding.expected}; ${o.finding.seen}` : o.kind,
    );
}

const name = "conformance-0123456789abcdef0123-x";
const own = (status: string) => ({ id: 9, name, categoryId: 7, status });
const created: SampleExchange = {
  label: "create",
  request: postPet(newPetText(petstore(contract), { name, categoryId: 7, status: "sold" })),
  status: 201,
  body: own("sold"),
};

test("a pet of this run in a list of another status than it was created with is broken", () => {
  const wrong: SampleExchange = { request: listPets({ status: "pending" }), body: [own("pending")] };
  const right: SampleExchange = { request: listPets(), body: [own("sold")] };
  expect(findings(ownPetInItsStatus, created, right, wrong)).toEqual([
    "3: no pet that was created sold; the pet 9 as pending",
  ]);
  expect(findings(ownPetInItsStatus, created, wrong, right)).toHaveLength(1);
  expect(findings(ownPetInItsStatus, created, right)).toEqual([]);
});

test("a status that the create lost is no filter's doing", () => {
  const wrong: SampleExchange = { request: listPets({ status: "pending" }), body: [own("pending")] };
  expect(findings(ownPetInItsStatus, created, wrong, wrong)).toEqual([]);
});
