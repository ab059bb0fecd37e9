import { describe, expect, test } from "vitest";
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
import { acceptedCreates } from "./accepted-creates.ts";
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

test("a mark that is a number has 15 digits, is exact as a double, and is another in another run", () => {
  const other = factsOf([], { runId: "f123456789abcdef0123" });
  for (const label of labels) {
    const mark = numberMarkOf(facts, idOf(label));
    expect(String(mark)).toMatch(/^[0-9]{15}$/);
    expect(BigInt(Number(mark))).toBe(mark);
    expect(numberMarkOf(other, idOf(label))).not.toBe(mark);
  }
});

test("a mark is found in any member, however deep and in whatever letter case", () => {
  const mark = markOf(facts, idOf("create"));
  expect(bears(jsonNode(`{"name":{"value":["${mark.toUpperCase()} x"]}}`), mark)).toBe(true);
  expect(bears(jsonNode(`{"name":"${runMark(facts)}"}`), mark)).toBe(false);
});

test("a create is accepted where a NewPet, sent with the key, was answered 201, or 200 with an id", () => {
  const accepted = (more: SampleExchange) =>
    acceptedCreates(factsOf([{ ...create("create", 9), ...more }])).map(({ created }) => created?.id);
  expect(accepted({})).toEqual([9n]);
  expect(accepted({ status: 200 })).toEqual([9n]);
  expect(accepted({ status: 200, body: {} })).toEqual([]);
  expect(accepted({ request: postPet('{"name":"Rex","categoryId":1}', { credential: noKey }) })).toEqual([]);
  for (const text of ['{"name":"Rex"}', '{"name":"Rex","categoryId":"1"}', "[]", "{"])
    expect([text, accepted({ request: postPet(text) })]).toEqual([text, []]);
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

  test("a pet is in a list by its id where its name is the run's own, altered, and not where it is another's", () => {
    const facts = factsOf([accepted]);
    const isListedAs = (name: string) =>
      acceptedCreates(facts).map((own) => isIn(own, [{ id: 9n, name }], facts));
    expect(isListedAs(`${mark.toUpperCase()}-altered`)).toEqual([true]);
    expect(isListedAs("Rex")).toEqual([false]);
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
