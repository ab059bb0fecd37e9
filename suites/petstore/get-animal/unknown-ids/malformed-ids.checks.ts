import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import { markOf } from "#suites/petstore/shared/evidence/marks.ts";
import { firstCreate } from "#suites/petstore/shared/steps/named-steps.ts";
import { aRead, readableId, readOfThatPet, readStep } from "#suites/petstore/shared/steps/reads.ts";

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
      step: readStep(
        { ...stepRef(`get/${what}`, `get with ${what}`), profile, expectedValidity: "invalid" },
        (facts) => {
          const own = readableId(facts);
          return own === undefined && isMadeOfOwn(text) ? undefined : text(own ?? 1n);
        },
      ),
      control: isMadeOfOwn(text) ? readOfThatPet : aRead,
      expect: refused(400, 404),
    }),
  ),
);

/** GET-4. Subject: a read of a pet by its name. Control: a read by its id. */
export const nameForId = refusal("GET-4", () => [
  {
    step: readStep(
      {
        ...stepRef("get/name", "get with the name of the created pet"),
        ...{ profile: "thorough", expectedValidity: "invalid" },
      },
      (facts) => markOf(facts, firstCreate.id),
    ),
    control: aRead,
    expect: refused(400, 404),
  },
]);

function isMadeOfOwn(text: (own: bigint) => string): boolean {
  return text(1n) !== text(2n);
}
