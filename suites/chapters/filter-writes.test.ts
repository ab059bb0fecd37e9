import { expect, test } from "vitest";
import type { TraceCheck } from "../../src/check/check.ts";
import { contract, factsOf, pet, type SampleExchange } from "../../testing/suites/sample-evidence.ts";
import { listPets, newPetText, postPet } from "../steps/requests.ts";
import { ownPetInItsStatus, staysAsItIs } from "./filter-writes.ts";

function findings(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check
    .judge(factsOf(samples))
    .map((o) =>
      o.kind === "broken" ? `${o.finding.exchange}: ${o.finding.expected}; ${o.finding.seen}` : o.kind,
    );
}

/** A list that shows the pet 1 with this status, and perhaps under a filter. */
const shows = (status: string | undefined, filter?: string, atMs?: number): SampleExchange => ({
  request: listPets({ status: filter }),
  body: [pet(1, status), pet(2, "pending")],
  ...(atMs === undefined ? {} : { atMs }),
});

test("a pet that has one status, another, and the first again is broken where it has the other", () => {
  expect(findings(staysAsItIs, shows("sold"), shows("available", "available"), shows("sold"))).toEqual([
    "2: the status sold, which the pet has before and after; the status available",
  ]);
});

test("a pet may change its status, and change it twice", () => {
  expect(findings(staysAsItIs, shows("available"), shows("pending"), shows("sold"))).toEqual([]);
  expect(findings(staysAsItIs, shows("available"), shows("sold"), shows("sold"))).toEqual([]);
});

test("a status may be left out of one answer", () => {
  expect(findings(staysAsItIs, shows("sold"), shows(undefined), shows("sold"))).toEqual([]);
});

test("what overlaps says nothing of before and after", () => {
  const slow: SampleExchange = { ...shows("available", "available", 5), tookMs: 5000 };
  expect(findings(staysAsItIs, shows("sold", undefined, 0), slow, shows("sold", undefined, 30))).toEqual([]);
});

test("two pets of one id that is rounded are two pets", () => {
  const other: SampleExchange = { body: [{ ...pet(1, "available"), name: "Another" }] };
  expect(findings(staysAsItIs, shows("sold"), other, shows("sold"))).toEqual([]);
});

const name = "conformance-0123456789abcdef0123-x";
const own = (status: string) => ({ id: 9, name, categoryId: 7, status });
const created: SampleExchange = {
  label: "create",
  request: postPet(newPetText(contract, { name, categoryId: 7, status: "sold" })),
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
