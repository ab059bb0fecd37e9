import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Generators } from "#core/check/inputs/generate.ts";
import { isInt64 } from "#core/json/number.ts";
import { seenIds } from "#suites/petstore/shared/evidence/store.ts";
import { digits, generatedStep, letters, meets } from "#suites/petstore/shared/generated/values.ts";
import { firstCreate, firstList } from "#suites/petstore/shared/steps/named-steps.ts";
import { aRead, hasThatPet, readableId, readOfThatPet } from "#suites/petstore/shared/steps/reads.ts";
import { getPet, reading } from "#suites/petstore/shared/steps/requests.ts";

/** How far at least from every pet that was seen: others create, too. */
const farAway = 1_000_000n;
const largest = 2n ** 63n - 1n;
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

const unknown = reading(
  generatedStep(
    { ...stepRef("generated unknown ids"), requires: [firstList, firstCreate], expectedValidity: "valid" },
    { runs: 6, inputs: unknownIds, request: (id) => getPet(id), holds: meets(refused(404)) },
  ),
);

/** GET-2. Subject: a read of a generated id that no pet has. */
export const generatedUnknown = refusal("GET-2", (): readonly RefusalCase[] => [
  { step: unknown, precondition: hasThatPet, control: aRead, expect: refused(404) },
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

const noInteger = reading(
  generatedStep(
    {
      ...stepRef("generated ids that are no int64"),
      requires: [firstList, firstCreate],
      expectedValidity: "invalid",
    },
    { runs: 8, inputs: noIntegers, request: (text) => getPet(text), holds: meets(refused(400, 404)) },
  ),
);

/** GET-4. Subject: a read of a generated text that is not an int64. */
export const generatedNoInteger = refusal("GET-4", (): readonly RefusalCase[] => [
  { step: noInteger, control: readOfThatPet, expect: refused(400, 404) },
]);
