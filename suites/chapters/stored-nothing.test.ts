import { expect, test } from "vitest";
import { type WritableJson, writeJson } from "../../src/json/write.ts";
import { contract, create, factsOf, pet, pets, type Told } from "../../testing/suites/sample-evidence.ts";
import { generatedWrongBodies } from "../steps/generated-labels.ts";
import { markOf, numberMarkOf, serialMark, shortMarkOf } from "../steps/marks.ts";
import { listPets, noKey, postPet } from "../steps/requests.ts";
import { sentinelLabel } from "../steps/valid-bodies.ts";
import { refusedStoresNothing, unauthenticatedStoresNothing } from "./stored-nothing.ts";

const { maximum } = contract.limit;
const refusedLabel = "body with name a number";
const withoutKey = "no key, createPet";
const marks = factsOf([]);
const error = { code: "invalid", message: "no", status: 400 };

const refused: Told = { label: refusedLabel, request: postPet("{}"), status: 400, body: error };
const unauthenticated: Told = {
  label: withoutKey,
  request: postPet("{}", { credential: noKey }),
  status: 401,
  body: error,
};
function named(name: string | bigint, id = 5) {
  return { ...pet(id), name };
}

/** Known in a list by its mark alone. */
const sentinel = {
  ...create(sentinelLabel, 900),
  body: named(`${shortMarkOf(marks, sentinelLabel)}-behind`, 900),
};

function closing(...items: readonly WritableJson[]): Told {
  return { label: "closing list", request: listPets({ limit: maximum }), body: items };
}

test("a refused body stored nothing where a list that is not full shows a later create and no pet of its mark", () => {
  const facts = factsOf([refused, unauthenticated, sentinel, closing(pet(1), sentinel.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
  expect(unauthenticatedStoresNothing.judge(facts)).toMatchObject([{ kind: "held", case: withoutKey }]);
});

test("a refused body that is listed all the same is broken, by its mark or by the number that stands for it", () => {
  for (const name of [markOf(marks, refusedLabel), numberMarkOf(marks, refusedLabel)]) {
    const facts = factsOf([refused, sentinel, closing(named(name), sentinel.body)]);
    expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "broken" }]);
  }
});

test("an unauthenticated create that is listed is broken, however it was answered", () => {
  const stored = closing(named(markOf(marks, withoutKey)), sentinel.body);
  for (const status of [401, 201]) {
    const facts = factsOf([{ ...unauthenticated, status }, sentinel, stored]);
    expect(unauthenticatedStoresNothing.judge(facts)).toMatchObject([{ kind: "broken" }]);
  }
});

test("a wrong body that was taken with 201 is no subject: another requirement says so", () => {
  const facts = factsOf([{ ...refused, status: 201 }, sentinel, closing(named(markOf(marks, refusedLabel)))]);
  expect(refusedStoresNothing.judge(facts)).toEqual([]);
});

test("a store that grew meanwhile is no finding: others write too", () => {
  const facts = factsOf([{ body: pets(2) }, refused, sentinel, closing(...pets(9), sentinel.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
});

test("nothing is shown by a list that is full, or that lacks the create sent after the refusals", () => {
  const full = closing(...pets((maximum ?? 0) - 1), sentinel.body);
  for (const list of [full, closing(pet(1))]) {
    expect(refusedStoresNothing.judge(factsOf([refused, sentinel, list]))).toMatchObject([
      { kind: "unresolved", unresolved: { kind: "untested" } },
    ]);
  }
});

test("a mark that another run left behind is no finding", () => {
  const other = factsOf([], { runId: "ffffffffffffffffffff" });
  const left = { name: markOf(other, refusedLabel) };
  expect(writeJson(left)).not.toContain(markOf(marks, refusedLabel));
  const facts = factsOf([refused, sentinel, closing({ ...pet(5), ...left }, sentinel.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
});

test("a refused body that was generated is known by the mark of its own, and one with a 429 is no subject", () => {
  const mark = serialMark(marks, "s", 3);
  const body = JSON.stringify({ name: mark, categoryId: 1, status: "avail" });
  const drawn: Told = {
    label: `${generatedWrongBodies[1]} #3`,
    request: postPet(body),
    status: 400,
    body: error,
  };
  const kinds = (...told: readonly Told[]) =>
    refusedStoresNothing.judge(factsOf(told)).map(({ kind }) => kind);
  expect(kinds(drawn, sentinel, closing(pet(1), sentinel.body))).toEqual(["held"]);
  expect(kinds(drawn, sentinel, closing(named(mark), sentinel.body))).toEqual(["broken"]);
  expect(kinds({ ...drawn, status: 429 }, sentinel, closing(sentinel.body))).toEqual([]);
});
