import { expect, test } from "vitest";
import { reasonInWords } from "#report/words/why-in-words.ts";
import { suite } from "#suites/registry.ts";
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
  return unresolved && `${unresolved.kind}: ${reasonInWords({ ...unresolved }, suite.words)}`;
}

test("a list with a pet shows that lists work; one without, or an error, does not", () => {
  expect(missing("listPets", [{ body: [pet(1)] }])).toBeUndefined();
  expect(missing("listPets", [{ body: [] }])).toBe("inconclusive: no list shows a pet (1 list)");
  expect(missing("listPets", [{ body: [{ ...pet(1), id: "1" }] }])).toBe(
    "inconclusive: no list shows a pet with an integer as its id (1 list)",
  );
  expect(missing("listPets", [{ status: 500, body: {} }])).toBe(
    "inconclusive: no answer was 200 with a list",
  );
  expect(missing("listPets", [{ body: [] }], { readOnly: true })).toBe(
    "untested: no list shows a pet (1 list)",
  );
  expect(missing("listPets", [{ status: 500, body: {} }], { readOnly: true })).toContain("inconclusive");
});

test("lists of several statuses that hold the same pets show nothing: the filter was not looked at", () => {
  const of = (status: string, ids: number): SampleExchange => ({
    request: listPets({ status }),
    body: pets(ids),
  });
  const [first = "", second = ""] = petstore(contract).statuses;
  expect(missing("listPets", [of(first, 2), of(second, 2)])).toContain("the same pets");
  expect(missing("listPets", [of(first, 2), of(second, 3)])).toBeUndefined();
  expect(missing("listPets", [of(first, 2), of(first, 2)])).toBeUndefined();
  // The orders may be an array, too.
  const orders: SampleExchange = { request: { ...listPets({}), path: "/store/orders" }, body: [] };
  expect(missing("listPets", [of(first, 2), of(second, 2), orders])).toContain("the same pets");
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
  const { body } = create("create", 9);
  expect(missing("createPet", [create("create", 9), { body: [body] }])).toBeUndefined();
  expect(missing("createPet", [{ body: [body] }, create("create", 9)])).toBe(
    "inconclusive: no created pet could be read back",
  );
});

test("a create that nothing shows is lost, or a state where it was looked for", () => {
  expect(missing("createPet", [])).toBe("inconclusive: no valid create was answered 201 (0 creates)");
  const refused = { ...create("create", 9), status: 403 };
  expect(missing("createPet", [refused, refused])).toBe(
    "inconclusive: no valid create was answered 201 (2 creates)",
  );
  expect(missing("createPet", [], { readOnly: true })).toContain("untested");
  expect(missing("createPet", [create("create", 9)])).toBe("inconclusive: no created pet could be read back");
  expect(missing("createPet", [create("create", 9), read(8)])).toBe("untested: no created pet was read back");
  const full = { label: fullList(contract).label, body: [pet(8)] };
  expect(missing("createPet", [create("create", 9), full])).toBe("untested: no created pet was read back");
});

test("reads work once one was answered with a pet, and one 404", () => {
  const unknown: SampleExchange = { request: getPet(7n), status: 404, body: {} };
  expect(missing("getPet", [read(8), unknown])).toBeUndefined();
  expect(missing("getPet", [read(8)])).toBe("inconclusive: no read with the valid key was answered 404");
  expect(missing("getPet", [unknown])).toContain("no read was answered 200 with a pet that has an integer");
  expect(missing("getPet", [read(8), { ...unknown, request: getPet(7n, noKey) }])).toContain(
    "no read with the valid key was answered 404",
  );
  expect(missing("getPet", [{ ...read(8), body: {} }, unknown])).toBe(
    "inconclusive: no read was answered 200 with a pet that has an integer as its id",
  );
});

test("in a run that only reads a store without pets cannot show a read", () => {
  expect(missing("getPet", [], { readOnly: true })).toContain(
    "untested: no list shows a pet that could be read",
  );
  expect(missing("getPet", [{ body: [pet(1)] }], { readOnly: true })).toContain("inconclusive");
  expect(missing("getPet", [])).toContain("inconclusive");
});

test("a create whose 201 names no id was not accepted, as far as can be read back", () => {
  expect(missing("createPet", [{ ...create("create", 9), body: {} }])).toBe(
    "inconclusive: no 201 to a valid create shows the id of a pet (1 create)",
  );
});
