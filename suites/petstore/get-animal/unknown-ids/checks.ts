import { type StepRef, stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import { type Generators, generatedStep } from "#core/check/inputs/generate.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isInt64 } from "#core/json/number.ts";
import { idAsked } from "#suites/petstore/pets.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { markOf } from "#suites/petstore/shared/evidence/marks.ts";
import { readOfIdToCome, seenIds } from "#suites/petstore/shared/evidence/store.ts";
import { digits, generatedScenario, letters, meets } from "#suites/petstore/shared/generated/values.ts";
import { answered } from "#suites/petstore/shared/steps/controls.ts";
import { storeSize } from "#suites/petstore/shared/steps/lists.ts";
import {
  firstCreate,
  firstList,
  readSteps,
  unauthenticatedCreates,
} from "#suites/petstore/shared/steps/named-steps.ts";
import {
  aRead,
  getUnknown,
  hasThatPet,
  readableId,
  readOfThatPet,
  readStep,
  unknownId,
} from "#suites/petstore/shared/steps/reads.ts";
import { getPet, readBy, reading } from "#suites/petstore/shared/steps/requests.ts";
import { onWalk } from "#suites/petstore/shared/steps/walk.ts";

const largest = 2n ** 63n - 1n;

const unknownRead = answered(getUnknown, 404);

/** An id that finds the pet itself if it is truncated to 32 bits. */
function plus32Bits(facts: Facts): bigint | undefined {
  const id = readableId(facts);
  if (id === undefined) return undefined;
  return isInt64(id + 2n ** 32n) ? id + 2n ** 32n : id - 2n ** 32n;
}

/** Sent before anything is created: a cached 404 would hide the pet that gets this id. */
const readBeforeItsPet = (contract: Contract): Step => {
  const size = storeSize(contract);
  const requires = [firstList, ...(size === undefined ? [] : [size])];
  return readBy({
    ...readOfIdToCome,
    profile: "extended",
    phase: "opening",
    requires,
    petId: (facts) =>
      (facts.setting.readOnly ? undefined : idToCome(facts)) ?? notApplicable("no-id-to-come"),
  });
};

/** The id of the next pet if ids are evenly spaced; undefined where no two are known. */
function idToCome(facts: Facts): bigint | undefined {
  const [highest, next] = [...seenIds(facts)].filter(isInt64).sort((a, b) => (a > b ? -1 : 1));
  if (highest === undefined || next === undefined) return undefined;
  const id = highest + (highest - next);
  return isInt64(id) ? id : undefined;
}

const made = { profile: "extended", requires: [firstList, firstCreate] } as const;

const { withoutKey: _, ...otherRefusedCreates } = unauthenticatedCreates;
/** Comes right before the plain create without a key, which is the last: a service that remembers one may carry it out later. */
const highest = readBy({
  ...readSteps.ofHighest,
  ...made,
  waitsFor: Object.values(otherRefusedCreates),
  petId: () => largest,
});
const beyond32Bits = readBy({
  ...stepRef("get/unknown/beyond-2^31", "get an unknown pet beyond 2^31"),
  ...made,
  profile: "thorough",
  petId: (facts) => 2n ** 32n + (BigInt(unknownId(facts, "another")) % 2n ** 40n),
});
const ownPlus32Bits = readBy({
  ...stepRef("get/own/plus-2^32", "get with its id and 2^32"),
  ...made,
  petId: plus32Bits,
});
/** Late, so that the read after it shows what it left behind. */
const getUnknownAgain = readBy({
  ...readSteps.ofUnknownAgain,
  ...made,
  requires: [getUnknown],
  phase: "closing",
  petId: (facts) => {
    const first = facts.answer(getUnknown);
    return first && idAsked(first);
  },
});

/** GET-2. Subject: a read of an id that no pet has. Control: a read of one that some pet has. */
export const idOfNoPet = refusal("GET-2", (contract): readonly RefusalCase[] =>
  [
    { step: getUnknown },
    {
      step: readBeforeItsPet(contract),
      // The id is guessed: a wrong guess leaves nothing untested.
      precondition: (answer: Answered) => hasThatPet(answer) && notApplicable("id-of-a-pet"),
    },
    { step: highest, precondition: hasThatPet },
    { step: beyond32Bits },
    { step: ownPlus32Bits, precondition: hasThatPet, control: readOfThatPet },
    { step: getUnknownAgain },
  ].map((one) => ({ control: aRead, expect: refused(404), ...one })),
);

/** GET-2. Subject: the same right after requests of every kind. */
export const unknownOnWalk = refusal("GET-2", (contract) =>
  onWalk(contract, "unknown").map((of) => ({
    ...{ control: aRead, expect: refused(404), precondition: hasThatPet },
    ...of,
  })),
);

/** An id that finds the pet itself if the sign is dropped or only digits are read. */
function negated(facts: Facts): bigint | undefined {
  const id = readableId(facts);
  return id === undefined || id <= 0n || seenIds(facts).has(-id) ? undefined : -id;
}

function upToZero(
  step: StepRef,
  profile: Depth,
  petId: (facts: Facts) => bigint | undefined,
  read = aRead,
): RefusalCase {
  const control = [read, unknownRead];
  const expect = refused(400, 404);
  return { step: readStep({ ...step, profile, petId }), precondition: hasThatPet, control, expect };
}

/** GET-3. Subject: a read of zero, or of a negative id that no pet has. Control: other unknown ids are refused rightly. */
export const idUpToZero = refusal("GET-3", () => [
  // Ids may count from 0.
  upToZero(readSteps.ofZero, "standard", (f) => [0n, -1n].find((id) => !seenIds(f).has(id))),
  upToZero(stepRef("get/-1", "get the pet -1"), "extended", (f) => (seenIds(f).has(-1n) ? undefined : -1n)),
  upToZero(stepRef("get/own/negated", "get with its id negated"), "thorough", negated, readOfThatPet),
  upToZero(stepRef("get/lowest", "get the pet of the lowest id there is"), "thorough", () => -(2n ** 63n)),
]);

/** How far at least from every pet that was seen: others create, too. */
const farAway = 1_000_000n;
const int64Digits = String(largest).length;

/** Ids that no pet has, as far as can be known, of every size that an int64 has. */
function unknownIds(fc: Generators, facts: Facts) {
  const seen = [...seenIds(facts)].filter(isInt64);
  const near = (id: bigint) => seen.some((known) => known - id < farAway && id - known < farAway);
  return fc
    .integer({ min: 21, max: 62 })
    .chain((bits) => fc.bigInt({ min: 2n ** BigInt(bits), max: 2n ** BigInt(bits + 1) - 1n }))
    .filter((id) => id <= largest && !near(id));
}

const unknown = generatedStep({
  ...stepRef("generated unknown ids"),
  requires: [firstList, firstCreate],
  expectedValidity: "valid",
  runs: 6,
  inputs: unknownIds,
  request: (id) => getPet(id),
  holds: meets(refused(404)),
});

/** GET-2. Subject: a read of a generated id that no pet has. */
export const generatedUnknown = generatedScenario("GET-2", () => [
  { step: reading(unknown), precondition: hasThatPet, control: aRead, expect: refused(404) },
]);

/** Texts that are not int64s. Other spellings of one (ruling 15: `01`, `1e2`, `0x1`) are not sent. */
function noIntegers(fc: Generators, facts: Facts) {
  const own = String(readableId(facts) ?? 1n);
  return fc
    .oneof(
      letters(fc, { least: 3 }),
      letters(fc, { most: 6 }).map((text) => own + text),
      fc.tuple(fc.nat(), digits(fc, 1, 3)).map(([whole, rest]) => `${whole}.${rest}`),
      digits(fc, int64Digits + 1, 40),
      digits(fc, int64Digits + 1, 40).map((text) => `-${text}`),
    )
    .filter((text) => !/^(?:\d+e\d*|0[a-z].*)$/.test(text));
}

const text = generatedStep({
  ...stepRef("generated ids that are no int64"),
  requires: [firstList, firstCreate],
  expectedValidity: "invalid",
  runs: 8,
  inputs: noIntegers,
  request: (id) => getPet(id),
  holds: meets(refused(400, 404)),
});

/** GET-4. Subject: a read of a generated text that is not an int64. */
export const generatedNoInteger = generatedScenario("GET-4", () => [
  { step: reading(text), control: readOfThatPet, expect: refused(400, 404) },
]);

const wrongIds: readonly (readonly [what: string, text: (own: bigint) => string, profile: Depth])[] = [
  ["its id and letters", (own) => `${own}abc`, "standard"],
  ["abc", () => "abc", "standard"],
  ["2^63", () => String(2n ** 63n), "standard"],
  ["its id and a fraction", (own) => `${own}.5`, "extended"],
  ["a number of 40 digits", () => "9".repeat(40), "thorough"],
  ["its id less 2^64", (own) => String(own - 2n ** 64n), "thorough"],
  ["its id plus 2^64", (own) => String(own + 2n ** 64n), "thorough"],
  ["letters and its id", (own) => `abc${own}`, "extended"],
  ["a quote behind its id", (own) => `${own}'`, "thorough"],
  ["null", () => "null", "thorough"],
  ["[object Object]", () => "[object Object]", "thorough"],
  ["undefined", () => "undefined", "thorough"],
];

/** GET-4. Subject: a read of something that is not an int64. Control: the read of the pet whose id it is made from. */
export const noInteger = refusal("GET-4", () =>
  wrongIds.map(
    ([what, text, profile]): RefusalCase => ({
      step: readStep({
        ...stepRef(`get/${what}`, `get with ${what}`),
        profile,
        expectedValidity: "invalid",
        petId: (facts) => {
          const own = readableId(facts);
          return own === undefined && isMadeOfOwn(text) ? undefined : text(own ?? 1n);
        },
      }),
      control: isMadeOfOwn(text) ? readOfThatPet : aRead,
      expect: refused(400, 404),
    }),
  ),
);

/** GET-4. Subject: a read of a pet by its name. Control: a read by its id. */
export const nameForId = refusal("GET-4", () => [
  {
    step: readStep({
      ...stepRef("get/name", "get with the name of the created pet"),
      profile: "thorough",
      expectedValidity: "invalid",
      petId: (facts) => markOf(facts, firstCreate.id),
    }),
    control: aRead,
    expect: refused(400, 404),
  },
]);

function isMadeOfOwn(text: (own: bigint) => string): boolean {
  return text(1n) !== text(2n);
}
