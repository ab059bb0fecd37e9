import { type RefusalCase, refusal } from "../../../../src/core/check/check.ts";
import { refused } from "../../../../src/core/check/expectation.ts";
import { type Priority, stepRef } from "../../../../src/core/check/step.ts";
import { markOf } from "../../shared/evidence/marks.ts";
import { firstCreate } from "../../shared/steps/named-steps.ts";
import { aRead, readableId, readOfThatPet, readStep } from "../../shared/steps/reads.ts";

const wrongIds: readonly {
  text: (own: bigint) => string;
  what: string;
  profile: "standard" | "thorough";
  priority: Priority;
}[] = [
  { what: "its id and letters", text: (own) => `${own}abc`, profile: "standard", priority: "essential" },
  { what: "abc", text: () => "abc", profile: "standard", priority: "typical" },
  { what: "2^63", text: () => String(2n ** 63n), profile: "standard", priority: "typical" },
  { what: "its id and a fraction", text: (own) => `${own}.5`, profile: "thorough", priority: "typical" },
  { what: "a number of 40 digits", text: () => "9".repeat(40), profile: "thorough", priority: "frequent" },
  {
    what: "its id less 2^64",
    text: (own) => String(own - 2n ** 64n),
    profile: "thorough",
    priority: "regular",
  },
  {
    what: "its id plus 2^64",
    text: (own) => String(own + 2n ** 64n),
    profile: "thorough",
    priority: "common",
  },
  { what: "letters and its id", text: (own) => `abc${own}`, profile: "thorough", priority: "frequent" },
  { what: "a quote behind its id", text: (own) => `${own}'`, profile: "thorough", priority: "regular" },
  { what: "null", text: () => "null", profile: "thorough", priority: "unusual" },
  { what: "[object Object]", text: () => "[object Object]", profile: "thorough", priority: "rare" },
  { what: "undefined", text: () => "undefined", profile: "thorough", priority: "unusual" },
];

/** GET-4. Subject: a read of something that is not an int64. Control: the read of the pet whose id it is made from. */
export const noInteger = refusal("GET-4", () =>
  wrongIds.map(
    ({ what, text, profile, priority }): RefusalCase => ({
      step: readStep(
        stepRef(`get/${what}`, `get with ${what}`),
        profile,
        priority,
        (facts) => {
          const own = readableId(facts);
          return own === undefined && isMadeOfOwn(text) ? undefined : text(own ?? 1n);
        },
        "invalid",
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
      stepRef("get/name", "get with the name of the created pet"),
      "thorough",
      "unusual",
      (facts) => markOf(facts, firstCreate.id),
      "invalid",
    ),
    control: aRead,
    expect: refused(400, 404),
  },
]);

function isMadeOfOwn(text: (own: bigint) => string): boolean {
  return text(1n) !== text(2n);
}
