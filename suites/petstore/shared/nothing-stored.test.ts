import { expect, test } from "vitest";
import { type WritableJson, writeJson } from "../../../src/core/json/write.ts";
import { kinds } from "../../../testing/suites/judged-alone.ts";
import {
  contract,
  create,
  factsOf,
  idOf,
  pet,
  pets,
  type SampleExchange,
} from "../../../testing/suites/sample-evidence.ts";
import { unauthenticatedStoresNothing } from "../authentication/key-first/checks.ts";
import { refusedStoresNothing } from "../create-animal/wrong-bodies/checks.ts";
import { petstore } from "../roles.ts";
import { markOf, numberMarkOf, serialMark, shortMarkOf } from "./evidence/marks.ts";
import { generatedWrongBodies, sentinel } from "./steps/named-steps.ts";
import { listPets, noKey, postPet } from "./steps/requests.ts";

const { maximum } = petstore(contract).limit;
const refusedLabel = "body with name a number";
const withoutKey = "no key, createPet";
const marks = factsOf([]);
const error = { code: "invalid", message: "no", status: 400 };

const bearing = (label: string) =>
  `{"name":"${markOf(marks, idOf(label))}","note":${numberMarkOf(marks, idOf(label))}}`;
const refused: SampleExchange = {
  label: refusedLabel,
  request: postPet(bearing(refusedLabel)),
  status: 400,
  body: error,
};
const unauthenticated: SampleExchange = {
  label: withoutKey,
  request: postPet(bearing(withoutKey), { credential: noKey }),
  status: 401,
  body: error,
};
function named(name: string | bigint, id = 5) {
  return { ...pet(id), name };
}

/** Recognised in a list by its mark alone. */
const afterwards = {
  ...create(sentinel.label, 900),
  body: named(`${shortMarkOf(marks, sentinel.id)}-behind`, 900),
};

function closing(...items: readonly WritableJson[]): SampleExchange {
  return { label: "closing list", request: listPets({ limit: maximum }), body: items };
}

test("a refused body stored nothing where a list that is not full shows a later create and no pet of its mark", () => {
  const facts = factsOf([refused, unauthenticated, afterwards, closing(pet(1), afterwards.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
  expect(unauthenticatedStoresNothing.judge(facts)).toMatchObject([
    { kind: "held", case: { label: withoutKey } },
  ]);
});

test("a pet with the name of a refused body, and the id of another create's answer, is not what that body stored", () => {
  const named5 = named(markOf(marks, idOf(refusedLabel)));
  const other = { ...create("body without name", 5), body: named5 };
  const facts = factsOf([refused, other, afterwards, closing(named5, afterwards.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
});

test("a refused body that is listed all the same is broken, by its mark or by the number that stands for it", () => {
  for (const name of [markOf(marks, idOf(refusedLabel)), numberMarkOf(marks, idOf(refusedLabel))]) {
    const facts = factsOf([refused, afterwards, closing(named(name), afterwards.body)]);
    expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "broken" }]);
  }
});

test("an unauthenticated create that is listed is broken, however it was answered", () => {
  const stored = closing(named(markOf(marks, idOf(withoutKey))), afterwards.body);
  for (const status of [401, 201]) {
    const facts = factsOf([{ ...unauthenticated, status }, afterwards, stored]);
    expect(unauthenticatedStoresNothing.judge(facts)).toMatchObject([{ kind: "broken" }]);
  }
});

test("a wrong body that was accepted with 201 is no subject: another requirement says so", () => {
  const facts = factsOf([
    { ...refused, status: 201 },
    afterwards,
    closing(named(markOf(marks, idOf(refusedLabel)))),
  ]);
  expect(refusedStoresNothing.judge(facts)).toEqual([]);
});

test("a rejected body shows nothing where it bore no mark, or where one with the same mark was accepted", () => {
  const list = closing(named(markOf(marks, idOf(refusedLabel))), afterwards.body);
  const unmarked = { ...refused, request: postPet("{}") };
  expect(refusedStoresNothing.judge(factsOf([unmarked, afterwards, list]))).toEqual([]);
  const corrected: SampleExchange = { ...refused, label: "create, corrected", status: 201, body: pet(5) };
  expect(refusedStoresNothing.judge(factsOf([refused, corrected, afterwards, list]))).toEqual([]);
  // It may have been stored all the same.
  const failed: SampleExchange = { ...corrected, status: 503, body: {} };
  expect(refusedStoresNothing.judge(factsOf([refused, failed, afterwards, list]))).toEqual([]);
});

test("a store that grew meanwhile is no finding: others write too", () => {
  const facts = factsOf([{ body: pets(2) }, refused, afterwards, closing(...pets(9), afterwards.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
});

test("nothing is shown by a list that is full, or that lacks the create sent after the refusals", () => {
  const full = closing(...pets((maximum ?? 0) - 1), afterwards.body);
  for (const list of [full, closing(pet(1))]) {
    expect(refusedStoresNothing.judge(factsOf([refused, afterwards, list]))).toMatchObject([
      { kind: "unresolved", unresolved: { kind: "untested" } },
    ]);
  }
});

test("a mark that another run left behind is no finding", () => {
  const other = factsOf([], { runId: "ffffffffffffffffffff" });
  const left = { name: markOf(other, idOf(refusedLabel)) };
  expect(writeJson(left)).not.toContain(markOf(marks, idOf(refusedLabel)));
  const facts = factsOf([refused, afterwards, closing({ ...pet(5), ...left }, afterwards.body)]);
  expect(refusedStoresNothing.judge(facts)).toMatchObject([{ kind: "held" }]);
});

test("a refused body that was generated is known by the mark of its own, and one with a 429 is no subject", () => {
  const mark = serialMark(marks, "s", 3);
  const body = JSON.stringify({ name: mark, categoryId: 1, status: "avail" });
  const drawn: SampleExchange = {
    ...{ label: generatedWrongBodies.statuses.label, part: { input: [3], request: 1 } },
    request: postPet(body),
    status: 400,
    body: error,
  };
  const judged = (...samples: readonly SampleExchange[]) => kinds(refusedStoresNothing, ...samples);
  expect(judged(drawn, afterwards, closing(pet(1), afterwards.body))).toEqual(["held"]);
  expect(judged(drawn, afterwards, closing(named(mark), afterwards.body))).toEqual(["broken"]);
  expect(judged({ ...drawn, status: 429 }, afterwards, closing(afterwards.body))).toEqual([]);
});
