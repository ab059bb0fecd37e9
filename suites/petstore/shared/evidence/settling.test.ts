import { expect, test } from "vitest";
import { petstore } from "#suites/petstore/roles.ts";
import {
  contract,
  create,
  factsOf,
  pet,
  pets,
  type SampleExchange,
  setting,
} from "#testing/suites/sample-evidence.ts";
import { getPet, listPets, postPet } from "../steps/requests.ts";
import { acceptedCreates } from "./accepted-creates.ts";
import { belonging, holdsCreated, isIn, isOwnName, isSettled } from "./settling.ts";

const accepted = create("create", 9, "sold");
const mark = `conformance-${setting.runId}`;

/** Whether a list that follows a create needs no further reading. */
function settled(list: SampleExchange): boolean {
  const facts = factsOf([accepted, { label: "the list", request: listPets({ limit: 5 }), ...list }]);
  const exchange = facts.exchanges.at(-1);
  return exchange !== undefined && holdsCreated(exchange, facts);
}

test("a list is settled once it holds what was created, or is full, or is no list", () => {
  expect(settled({ body: [accepted.body] })).toBe(true);
  expect(settled({ body: [pet(1)] })).toBe(false);
  expect(settled({ body: pets(5) })).toBe(true);
  expect(settled({ status: 500, body: {} })).toBe(true);
});

test("a list of another status holds what belongs in it", () => {
  expect(settled({ request: listPets({ status: "pending", limit: 5 }), body: [] })).toBe(true);
  expect(settled({ request: listPets({ status: "sold", limit: 5 }), body: [] })).toBe(false);
});

test("a name is the run's own where it bears its mark, in any letter case", () => {
  const facts = factsOf([]);
  expect([`${mark}-x`, `x-${mark.toUpperCase()}`].map((name) => isOwnName(name, facts))).toEqual([
    true,
    true,
  ]);
  expect(["Rex", "", undefined].map((name) => isOwnName(name, facts))).toEqual([false, false, false]);
});

test("what belongs in a list is what was created under the run's own name, by its status", () => {
  const request = postPet('{"name":"Rex","categoryId":7}');
  const foreign: SampleExchange = {
    label: "foreign",
    request,
    status: 201,
    body: { id: 8, name: "Rex", categoryId: 7 },
  };
  const facts = factsOf([accepted, create("other", 10, "pending"), foreign]);
  const ids = (status?: string) => belonging(facts, status).map(({ created }) => created?.id);
  expect(ids("pending")).toEqual([10n]);
  expect(ids()).toEqual([9n, 10n]);
});

test("a pet is in a list by its name, or by its id where its name is absent or the run's own, altered", () => {
  const facts = factsOf([accepted]);
  const [own] = acceptedCreates(facts);
  const found = (id: bigint | undefined, name: string | undefined): boolean =>
    own !== undefined &&
    isIn(
      own,
      [
        { id: 1n, name: "Rex" },
        { id, name },
      ],
      facts,
    );
  expect(found(9n, own?.sent.name)).toBe(true);
  expect(found(undefined, own?.sent.name)).toBe(true);
  expect(found(77n, own?.sent.name)).toBe(true);
  expect(found(9n, undefined)).toBe(true);
  expect(found(9n, `${mark}-altered`)).toBe(true);
  expect(found(9n, `${mark.toUpperCase()}-altered`)).toBe(true);
  expect(found(9n, "Rex")).toBe(false);
  expect(found(77n, `${mark}-altered`)).toBe(false);
  expect(found(undefined, undefined)).toBe(false);
});

test("of two pets of one name each is in a list by its id, unless both are there", () => {
  const facts = factsOf([create("twin", 9), create("twin", 10)]);
  const [first, second] = acceptedCreates(facts);
  const name = first?.sent.name;
  const found = (...ids: readonly bigint[]) =>
    [first, second].map(
      (accepted) =>
        accepted !== undefined &&
        isIn(
          accepted,
          ids.map((id) => ({ id, name })),
          facts,
        ),
    );
  expect(found(9n)).toEqual([true, false]);
  expect(found(10n)).toEqual([false, true]);
  expect(found(77n, 78n)).toEqual([true, true]);
});

const [a = "", b = ""] = petstore(contract).statuses;
const shows = (status: string | undefined, more: Partial<SampleExchange> = {}): SampleExchange => ({
  body: [
    { ...pet(3), status: a },
    { ...pet(1), status },
  ],
  ...more,
});

test("a list is asked for again where a pet was seen otherwise not long ago", () => {
  const settledAfter = (...samples: readonly SampleExchange[]) => {
    const facts = factsOf(samples);
    const last = facts.exchanges.at(-1);
    return last && isSettled(last, facts);
  };
  const read = { request: getPet(1n), body: { ...pet(1), status: b } };
  expect(settledAfter(shows(a), shows(b))).toBe(false);
  expect(settledAfter(shows(b), shows(b))).toBe(true);
  expect(settledAfter(shows(a), shows(b, { atMs: 5000 }))).toBe(true);
  expect(settledAfter(read, shows(a))).toBe(false);
  expect(settledAfter(read, shows(undefined))).toBe(true);
});
