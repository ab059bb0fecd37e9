import type { Arbitrary } from "fast-check";
import { served } from "#core/check/expectation.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import { type Generators, generatedStep } from "#core/check/inputs/generate.ts";
import { petIn } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { sentPet } from "../evidence/accepted-creates.ts";
import { markedName, nameRoom, serialMark } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { firstList, generatedCreates, generatedPets } from "../steps/named-steps.ts";
import { newPetText, posting, postPet } from "../steps/requests.ts";
import { meets } from "./values.ts";

/** UTF-16 units that are left for a name after its mark (ruling 11: names of 1 to 64 units are kept). */
const longest = 64 - 36;

/** First and last code points: letters of many scripts, and pictures of two UTF-16 units. None that is invisible. */
const scripts: readonly (readonly [first: number, last: number])[] = [
  [0xc0, 0xd6], // Latin
  [0x100, 0x17f],
  [0x3b1, 0x3c9], // Greek
  [0x410, 0x44f], // Cyrillic
  [0x5d0, 0x5ea], // Hebrew
  [0x627, 0x63a], // Arabic
  [0x905, 0x939], // Devanagari
  [0x3041, 0x3096], // Hiragana
  [0x4e00, 0x9fa5], // Han
  [0xac00, 0xd7a3], // Hangul
  [0x1f400, 0x1f64f],
  [0x20000, 0x2a6d6],
];

function names(fc: Generators): Arbitrary<string> {
  const foreign = fc.oneof(
    ...scripts.map(([min, max]) => fc.integer({ min, max }).map((point) => String.fromCodePoint(point))),
  );
  const plain = fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCodePoint(point));
  const some = fc.string({ unit: fc.oneof(plain, foreign), maxLength: 10 });
  return fc
    .tuple(some, foreign, some)
    .map((parts) => parts.join("").trimEnd())
    .filter((text) => text.length <= longest);
}

/** True of a 201 with the name as it was sent. */
function kept(answer: Answered, facts: Facts): boolean {
  const [sent, created] = [sentPet(answer)?.name, petIn(answer)?.name];
  const same =
    sent === undefined || created === undefined || created.normalize("NFKC") === sent.normalize("NFKC");
  return same && meets(served(201))(answer, facts);
}

/**
 * Valid bodies with generated names, in any spelling that JSON has for them. CREATE-1, CREATE-4 and CREATE-17 judge
 * them, and all that is said of created pets.
 */
const namesStep = generatedStep({
  ...generatedCreates.names,
  requires: [firstList],
  effect: "create",
  expectedValidity: "valid",
  runs: generatedPets,
  inputs: (fc, { contract }) => {
    const { statuses, newPet } = petstore(contract);
    return fc.record({
      /** Follows the mark in the name. */
      text: names(fc),
      status: fc.constantFrom(undefined, ...statuses),
      /** The members in the order in which they are written. */
      order: fc.shuffledSubarray([...newPet.properties.keys()], { minLength: newPet.properties.size }),
      /** Around every brace, colon and comma. */
      blank: fc.constantFrom("", " ", "\n", "\t\r\n "),
      /** True: every character of every string is written as an escape. */
      escaped: fc.boolean(),
    });
  },
  request: ({ text, status, order, blank, escaped }, facts, nth) => {
    const fields = {
      name: markedName(serialMark(facts, "n", nth), text, nameRoom(facts)),
      categoryId: ordinaryCategory(facts, nth).id,
      status,
    };
    const inOrder = Object.entries(fields).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    const json = newPetText(petstore(facts.contract), Object.fromEntries(inOrder));
    return postPet(spelt(json, blank, escaped));
  },
  holds: kept,
});
export const generatedNames = posting(namesStep);

/** The same JSON value in another spelling (RFC 8259, 2 and 7). */
function spelt(json: string, blank: string, escaped: boolean): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    if (!token.startsWith('"')) return blank + token + blank;
    return escaped ? `"${escapes(JSON.parse(token) as string)}"` : token;
  });
}

const escapes = (text: string) =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
