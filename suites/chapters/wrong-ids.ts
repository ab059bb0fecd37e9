import { refused } from "../../src/check/answers.ts";
import { type RefusalCase, refusal } from "../../src/check/check.ts";
import { aRead, readableId, readOfThatPet, readStep } from "./get-pet.ts";

const wrongIds: readonly {
  text: (own: bigint) => string;
  what: string;
  row: "standard" | "thorough";
  value: number;
}[] = [
  { what: "its id and letters", text: (own) => `${own}abc`, row: "standard", value: 9 },
  { what: "abc", text: () => "abc", row: "standard", value: 8 },
  { what: "2^63", text: () => String(2n ** 63n), row: "standard", value: 8 },
  { what: "its id and a fraction", text: (own) => `${own}.5`, row: "thorough", value: 8 },
  { what: "a number of 40 digits", text: () => "9".repeat(40), row: "thorough", value: 6 },
  { what: "below -2^63", text: () => String(-(2n ** 63n) - 1n), row: "thorough", value: 5 },
  { what: "its id plus 2^64", text: (own) => String(own + 2n ** 64n), row: "thorough", value: 7 },
  { what: "a quote behind its id", text: (own) => `${own}'`, row: "thorough", value: 5 },
  { what: "null", text: () => "null", row: "thorough", value: 3 },
  { what: "undefined", text: () => "undefined", row: "thorough", value: 3 },
];

/** GET-4. Subject: a read of what is no int64. Control: the read of the pet whose id it is made of. */
export const noInteger = refusal("GET-4", () =>
  wrongIds.map(
    ({ what, text, row, value }): RefusalCase => ({
      step: readStep(
        `get with ${what}`,
        row,
        value,
        (facts) => {
          const own = readableId(facts);
          return own === undefined && isMadeOfOwn(text) ? undefined : text(own ?? 1n);
        },
        "wrong",
      ),
      control: isMadeOfOwn(text) ? readOfThatPet : aRead,
      expect: refused(400, 404),
    }),
  ),
);

function isMadeOfOwn(text: (own: bigint) => string): boolean {
  return text(1n) !== text(2n);
}
