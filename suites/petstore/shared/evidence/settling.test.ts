import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { suite } from "#suites/registry.ts";
import {
  contract,
  create,
  factsOf,
  idOf,
  jsonNode,
  pet,
  pets,
  type SampleExchange,
  setting,
} from "#testing/suites/sample-evidence.ts";
import { getPet, listPets, noKey, postPet } from "../steps/requests.ts";
import { acceptedCreates, createdId, statusOfAccepted } from "./accepted-creates.ts";
import { bears, markOf, numberMarkOf, runMark } from "./marks.ts";
import { holdsCreated, isIn, isSettled } from "./settling.ts";

const facts = factsOf([]);
const posts = [...stepTable(suite, contract).values()].filter((step) => {
  const asked = step.request(facts);
  return isUnresolved(asked) || ("method" in asked && asked.method === "POST");
});
const labels = posts.map((step) => step.label);

test("no step's mark stands in another's, so that a stored pet names the request that it came from", () => {
  const marks = labels.map((label) => markOf(facts, idOf(label)));
  for (const [i, mark] of marks.entries()) {
    expect(
      labels.filter((_, j) => j !== i && marks[j]?.includes(mark)),
      labels[i],
    ).toEqual([]);
  }
  expect(new Set(labels.map((label) => numberMarkOf(facts, idOf(label)))).size).toBe(labels.length);
});

test("a mark that is a number has 15 digits and is exact as a double", () => {
  for (const label of labels) {
    const mark = numberMarkOf(facts, idOf(label));
    expect(String(mark)).toMatch(/^[0-9]{15}$/);
    expect(BigInt(Number(mark))).toBe(mark);
  }
});

test("another run has other marks", () => {
  const other = factsOf([], { runId: "0123456789abcdef0124" });
  const far = factsOf([], { runId: "f123456789abcdef0123" });
  expect(markOf(other, idOf("create"))).not.toBe(markOf(facts, idOf("create")));
  expect(numberMarkOf(far, idOf("create"))).not.toBe(numberMarkOf(facts, idOf("create")));
});

test("a mark is found in any member, however deep and in whatever letter case, and as a number", () => {
  const mark = markOf(facts, idOf("create"));
  const number = String(numberMarkOf(facts, idOf("create")));
  expect(bears(jsonNode(`{"id":1,"name":"${mark}"}`), mark)).toBe(true);
  expect(bears(jsonNode(`{"name":{"value":["${mark.toUpperCase()} x"]}}`), mark)).toBe(true);
  expect(bears(jsonNode(`{"name":${number}}`), number)).toBe(true);
  expect(bears(jsonNode(`{"name":"${runMark(facts)}"}`), mark)).toBe(false);
});

const accepted = (...samples: readonly SampleExchange[]) =>
  acceptedCreates(factsOf(samples)).map(({ created }) => created?.id);
const body = (text: string, more: SampleExchange = {}): SampleExchange => ({
  ...create("create", 9),
  request: postPet(text),
  ...more,
});

test("a create is accepted where a NewPet, sent with the key, was answered 201, or 200 with an id", () => {
  expect(accepted(create("create", 9))).toEqual([9n]);
  expect(accepted({ ...create("create", 9), status: 200 })).toEqual([9n]);
  expect(accepted({ ...create("create", 9), status: 200, body: {} })).toEqual([]);
  expect(
    accepted(body('{"name":"Rex","categoryId":1}', { request: postPet("{}", { credential: noKey }) })),
  ).toEqual([]);
  expect(accepted({ request: listPets(), status: 201, body: {} })).toEqual([]);
});

test("what is no NewPet, or no object at all, is no create", () => {
  expect(accepted(body('{"name":"Rex"}'))).toEqual([]);
  expect(accepted(body('{"name":"Rex","categoryId":"1"}'))).toEqual([]);
  expect(accepted(body("[]"))).toEqual([]);
  expect(accepted(body("{"))).toEqual([]);
});

test("a created pet has the status that was sent, else the one in its 201", () => {
  const status = (sample: SampleExchange) =>
    acceptedCreates(factsOf([sample])).map((one) => [one.sentStatus, statusOfAccepted(one)]);
  expect(status(create("create", 9, "sold"))).toEqual([[true, "sold"]]);
  const answered = { ...create("create", 9), body: { id: 9, name: "Rex", categoryId: 7, status: "pending" } };
  expect(status(answered)).toEqual([[false, "pending"]]);
  expect(status({ ...create("create", 9, "sold"), body: answered.body })).toEqual([[true, "sold"]]);
});

test("a step's pet has an id where it was created, and the id is an int64", () => {
  const id = (sample: SampleExchange) => createdId(factsOf([sample]), stepRef("create"));
  expect(id(create("create", 9))).toBe(9n);
  expect(id(create("another", 9))).toBeUndefined();
  expect(id({ ...create("create", 9), status: 422 })).toBeUndefined();
  expect(id(create("create", 2n ** 63n))).toBeUndefined();
  expect(id({ ...create("create", 9), body: {} })).toBeUndefined();
});

describe("settling", () => {
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
});
