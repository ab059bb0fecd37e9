import { expect, test } from "vitest";
import {
  contract,
  create,
  factsOf,
  pet,
  pets,
  type SampleExchange,
  type setting,
} from "#testing/suites/sample-evidence.ts";
import { petstore } from "../roles.ts";
import { positiveControls } from "./positive-controls.ts";
import { fullList } from "./steps/lists.ts";
import { getCreated } from "./steps/reads.ts";
import { getPet, listPets, noKey } from "./steps/requests.ts";

/** Why nothing shows that an operation works; undefined where something does. */
function missing(
  operation: string,
  samples: readonly SampleExchange[],
  changed: Partial<typeof setting> = {},
): string | undefined {
  const unresolved = positiveControls[operation]?.missing(factsOf(samples, changed));
  return unresolved && `${unresolved.kind}: ${unresolved.reason?.kind}`;
}

const readOnly = { readOnly: true };

test("a list with a pet shows that lists work; one without, or an error, does not", () => {
  expect(missing("listPets", [{ body: [pet(1)] }])).toBeUndefined();
  expect(missing("listPets", [{ body: [] }])).toBe("inconclusive: no-pet-listed");
  expect(missing("listPets", [{ body: [{ ...pet(1), id: "1" }] }])).toBe("inconclusive: no-integer-ids");
  expect(missing("listPets", [{ status: 500, body: {} }])).toBe("inconclusive: no-list");
  expect(missing("listPets", [{ body: [] }], readOnly)).toBe("untested: no-pet-listed");
  expect(missing("listPets", [{ status: 500, body: {} }], readOnly)).toBe("inconclusive: no-list");
});

test("lists of several statuses that hold the same pets show nothing: the filter was not looked at", () => {
  const of = (status: string, ids: number): SampleExchange => ({
    request: listPets({ status }),
    body: pets(ids),
  });
  const [first = "", second = ""] = petstore(contract).statuses;
  expect(missing("listPets", [of(first, 2), of(second, 2)])).toBe("inconclusive: lists-alike");
  expect(missing("listPets", [of(first, 2), of(second, 3)])).toBeUndefined();
  expect(missing("listPets", [of(first, 2), of(first, 2)])).toBeUndefined();
  // An answer without a key, or to a value outside the enumeration, does not count.
  const refusedFilter = { request: listPets({ status: second }, noKey), body: pets(2) };
  expect(missing("listPets", [of(first, 2), refusedFilter])).toBeUndefined();
  expect(missing("listPets", [of(first, 2), of("none such", 2)])).toBeUndefined();
});

const read = (id: number): SampleExchange => ({
  label: getCreated.label,
  request: getPet(BigInt(id)),
  body: pet(id),
});

test("a create shows that creating works once its pet is seen after it", () => {
  const created = create("create", 9);
  const list = { body: [created.body] };
  expect(missing("createPet", [created, list])).toBeUndefined();
  expect(missing("createPet", [list, created])).toBe("inconclusive: no-read-back-answered");
  expect(missing("createPet", [created])).toBe("inconclusive: no-read-back-answered");
  // A state of the target, where its pet was looked for.
  expect(missing("createPet", [created, read(8)])).toBe("untested: not-read-back");
  const full = { label: fullList(contract).label, body: [pet(8)] };
  expect(missing("createPet", [created, full])).toBe("untested: not-read-back");
});

test("a create that is refused, or whose 201 names no id, was not accepted", () => {
  expect(missing("createPet", [])).toBe("inconclusive: none-created");
  expect(missing("createPet", [{ ...create("create", 9), status: 403 }])).toBe("inconclusive: none-created");
  expect(missing("createPet", [{ ...create("create", 9), body: {} }])).toBe("inconclusive: no-created-id");
  expect(missing("createPet", [], readOnly)).toBe("untested: read-only");
});

test("reads work once one was answered with a pet, and one 404", () => {
  const unknown: SampleExchange = { request: getPet(7n), status: 404, body: {} };
  expect(missing("getPet", [read(8), unknown])).toBeUndefined();
  expect(missing("getPet", [read(8)])).toBe("inconclusive: no-read-404");
  expect(missing("getPet", [read(8), { ...unknown, request: getPet(7n, noKey) }])).toBe(
    "inconclusive: no-read-404",
  );
  expect(missing("getPet", [unknown])).toBe("inconclusive: no-pet-read");
  expect(missing("getPet", [{ ...read(8), body: {} }, unknown])).toBe("inconclusive: no-pet-read");
  // In a run that only reads, a store without pets cannot show one.
  expect(missing("getPet", [], readOnly)).toBe("untested: no-readable-pet-listed");
  expect(missing("getPet", [{ body: [pet(1)] }], readOnly)).toBe("inconclusive: no-pet-read");
});
