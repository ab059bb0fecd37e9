import { expect, test } from "vitest";
import type { WritableJson } from "#core/json/write.ts";
import { counting } from "#reference-server/fault-parts.ts";
import { correct, playOn } from "#testing/proof/bed.ts";
import { kinds } from "#testing/suites/judged-by-one-check.ts";
import {
  contract,
  create,
  factsOf,
  idOf,
  pet,
  pets,
  type SampleExchange,
} from "#testing/suites/sample-evidence.ts";
import { unauthenticatedStoresNothing } from "../authentication/key-first/checks.ts";
import { refusedStoresNothing } from "../create-animal/wrong-bodies/checks.ts";
import { petstore } from "../roles.ts";
import { markOf, numberMarkOf, serialMark, shortMarkOf } from "./evidence/marks.ts";
import { notes } from "./notes.ts";
import { generatedWrongBodies, sentinel } from "./steps/named-steps.ts";
import { listPets, noKey, postPet } from "./steps/requests.ts";

test("a limit that others use up is noted", async () => {
  const run = await playOn({
    // Forty requests of another client in the first window.
    hooks: counting("countRequest", (nth, correctly, call) => {
      if (nth === 5) for (let i = 0; i < 40; i += 1) correctly(call);
      return correctly(call);
    }),
    stage: { plan: { perMinute: 60 } },
  });
  expect(run.notes.join()).toContain("another client may use this key");
});

test("a 429 with nothing left is another client's doing where this run sent less than was left to it", () => {
  const refused = (sent: number, { usedBefore = 0, remaining = 0 } = {}): string =>
    notes(
      factsOf([
        ...Array.from({ length: sent }, (_, nth) => ({
          ...{ rate: [5, 4 - usedBefore - nth, 60] as const, atMs: 0 },
        })),
        { status: 429, rate: [5, remaining, 60], atMs: 10, body: {} },
      ]),
    ).join();
  expect(refused(3)).toContain("another client may use this key");
  expect(refused(4)).not.toContain("another client");
  expect(refused(3, { remaining: 1 })).not.toContain("another client");
  expect(refused(3, { usedBefore: 1 })).not.toContain("another client");
  expect(refused(2, { usedBefore: 1 })).toContain("another client may use this key");
});

test("inputs that were not generated for want of room are named, with what would make room", async () => {
  const options = { profile: "thorough", maxCreates: 90 } as const;
  const run = await playOn(correct, options);
  expect(run.notes[0]).toMatch(
    /^the cap on created pets left no room for generated oddities, .*: to test them, add --max-creates \d+$/,
  );
  const readOnly = await playOn(correct, { ...options, readOnly: true });
  expect(readOnly.notes.join()).not.toContain("left no room");
});

const { maximum } = petstore(contract).limit;
const refusedLabel = "body with name a number";
const withoutKey = "no key, createPet";
const marks = factsOf([]);
const error = { code: "invalid", message: "no", status: 400 };

/** The answer to a body that bears both marks of its step. */
const rejected = (label: string, status: number, credential?: typeof noKey): SampleExchange => {
  const text = `{"name":"${markOf(marks, idOf(label))}","note":${numberMarkOf(marks, idOf(label))}}`;
  return { label, request: postPet(text, credential && { credential }), status, body: error };
};
const refused = rejected(refusedLabel, 400);
const unauthenticated = rejected(withoutKey, 401, noKey);
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

const own = named(markOf(marks, idOf(refusedLabel)));
const ofOtherRun = named(markOf(factsOf([], { runId: "ffffffffffffffffffff" }), idOf(refusedLabel)));
const corrected = { ...refused, label: "create, corrected", status: 201, body: pet(5) };
const listed = closing(own, afterwards.body);

test.each<readonly [what: string, kinds: readonly string[], samples: readonly SampleExchange[]]>([
  [
    "its name has the id of another create's answer",
    ["held"],
    [refused, { ...create("body without name", 5), body: own }, afterwards, listed],
  ],
  ["it is listed by its mark", ["broken"], [refused, afterwards, listed]],
  [
    "it is listed by the number that stands for it",
    ["broken"],
    [refused, afterwards, closing(named(numberMarkOf(marks, idOf(refusedLabel))), afterwards.body)],
  ],
  [
    "it was accepted with 201: another requirement says so",
    [],
    [{ ...refused, status: 201 }, afterwards, listed],
  ],
  ["it bore no mark", [], [{ ...refused, request: postPet("{}") }, afterwards, listed]],
  ["one with the same mark was accepted", [], [refused, corrected, afterwards, listed]],
  [
    "one with the same mark may be stored",
    [],
    [refused, { ...corrected, status: 503, body: {} }, afterwards, listed],
  ],
  [
    "the store grew meanwhile: others write too",
    ["held"],
    [{ body: pets(2) }, refused, afterwards, closing(...pets(9), afterwards.body)],
  ],
  [
    "the list is full",
    ["unresolved"],
    [refused, afterwards, closing(...pets((maximum ?? 0) - 1), afterwards.body)],
  ],
  ["the list lacks the create sent afterwards", ["unresolved"], [refused, afterwards, closing(pet(1))]],
  ["its mark is that of another run", ["held"], [refused, afterwards, closing(ofOtherRun, afterwards.body)]],
])("of a refused body, where %s: %j", (_, expected, samples) => {
  expect(kinds(refusedStoresNothing, ...samples)).toEqual(expected);
});

test("a refused body that was generated is known by the mark of its own, and one with a 429 is no subject", () => {
  const mark = serialMark(marks, "s", 3);
  const body = JSON.stringify({ name: mark, categoryId: 1, status: "avail" });
  const drawn: SampleExchange = {
    ...{ label: generatedWrongBodies.statuses.label, part: { input: [3] } },
    request: postPet(body),
    status: 400,
    body: error,
  };
  const judged = (...samples: readonly SampleExchange[]) => kinds(refusedStoresNothing, ...samples);
  expect(judged(drawn, afterwards, closing(pet(1), afterwards.body))).toEqual(["held"]);
  expect(judged(drawn, afterwards, closing(named(mark), afterwards.body))).toEqual(["broken"]);
  expect(judged({ ...drawn, status: 429 }, afterwards, closing(afterwards.body))).toEqual([]);
});
