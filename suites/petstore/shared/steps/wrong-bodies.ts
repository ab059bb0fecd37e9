import { type StepRef, stepRef } from "#core/check/case.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Contract, ObjectShape } from "#core/contract/contract.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { type RawJson, raw, type WritableJson, writeJson } from "#core/json/write.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { markOf } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { bodySteps, creates, readSteps, sentinel } from "./named-steps.ts";
import { bodiesByContentType, noBody, oddBodies } from "./odd-bodies.ts";
import { markedText, type NewPetFields, postingAfterFirst, postPet } from "./requests.ts";
import { wrongValues } from "./wrong-values.ts";

/** One way in which a body can be wrong (ruling 7): all else in it is right, and it bears the run's mark if possible. */
export interface WrongBody {
  readonly about: "CREATE-5" | "CREATE-6" | "CREATE-7" | "CREATE-8" | "CREATE-9" | "CREATE-11";
  readonly step: Step;
  /** Where it is not the plain one, but the same (ruling 8): some validators are found by the whole header. */
  readonly contentType?: string;
}

type BodyOf = (facts: Facts, id: StepId) => string | Uint8Array;

export const wrongBodies = derivedFrom((contract: Contract): readonly WrongBody[] => [
  ...petstore(contract).newPet.required.map((field) =>
    lacking(stepRef(`body/without/${field}`, `body without ${field}`), "standard", [field]),
  ),
  ...wrongFields(contract),
  ...severalFaults(contract),
  ...sentAgain(contract),
  ...wrapped,
  ...notObjects,
  ...lenient,
]);

function wrongBody(
  about: WrongBody["about"],
  { id, label }: StepRef,
  profile: Depth,
  body: BodyOf,
  { requires = [], contentType }: Pick<Step, "requires"> & Pick<WrongBody, "contentType"> = {},
): WrongBody {
  const step = postingAfterFirst({
    ...{ id, label, profile, requires },
    ...placeOf.get(id),
    expectedValidity: "invalid",
    request: (facts) => postPet(body(facts, id), { contentType }),
  });
  return { about, step, ...(contentType !== undefined && { contentType }) };
}

const mayBeAccepted = [...oddBodies, ...bodiesByContentType.map(({ step }) => step)].filter(
  ({ phase }) => phase === undefined,
);

/** When those bodies are sent that a valid create follows, to show what a rejection leaves behind (ruling 32). */
const placeOf = new Map<StepId, Pick<Step, "phase" | "waitsFor">>([
  // After those that may be accepted.
  [bodySteps.cutShort.id, { waitsFor: mayBeAccepted }],
  [bodySteps.array.id, { phase: "again", waitsFor: [creates.corrected] }],
  // Last, one that can be parsed and one that cannot: a reader that keeps the latter shows it in the next body alone.
  [bodySteps.ofNothing.id, { phase: "again", waitsFor: [creates.escaped, creates.inOtherOrder] }],
  [bodySteps.notJson.id, { phase: "again", waitsFor: [bodySteps.ofNothing, noBody] }],
  // After the last valid create, which a rejection may undo, or hide from lists.
  [bodySteps.ofNothingAtLast.id, { phase: "again", waitsFor: [sentinel, readSteps.ofLastCreated] }],
]);

function lacking(
  step: StepRef,
  profile: Depth,
  without: readonly string[],
  fields: (facts: Facts, id: StepId) => NewPetFields = () => ({}),
  contentType?: string,
): WrongBody {
  const body: BodyOf = (facts, id) => markedText(facts, id, fields(facts, id), without);
  return wrongBody("CREATE-5", step, profile, body, contentType === undefined ? {} : { contentType });
}

function wrongFields(contract: Contract): WrongBody[] {
  const { newPet } = petstore(contract);
  return [...newPet.properties].flatMap(([field, schema]) =>
    wrongValues(schema).map(([kind, about, profile, json]) => {
      const step = stepRef(`body/with/${field}/${kind}`, `body with ${field} ${kind}`);
      return wrongBody(about, step, profile, (facts, id) =>
        markedText(facts, id, { [field]: json(facts, id) }),
      );
    }),
  );
}

function firstWrong(contract: Contract, facts: Facts, id: StepId): NewPetFields {
  const { newPet } = petstore(contract);
  const first = [...newPet.properties].flatMap(([field, schema]) =>
    wrongValues(schema)
      .slice(0, 1)
      .map(([, , , json]) => [field, json(facts, id)] as const),
  );
  return Object.fromEntries(first);
}

/** Wrong in more than one way: a server may look for the first mistake only, or crash on the second. */
function severalFaults(contract: Contract): WrongBody[] {
  const { newPet } = petstore(contract);
  const allWrong = (facts: Facts, id: StepId) => firstWrong(contract, facts, id);
  return [
    lacking(
      stepRef("body/without/required", "body without any required field, and a charset in the Content-Type"),
      "extended",
      newPet.required,
      undefined,
      "application/json; charset=utf-8",
    ),
    ...newPet.required.map((field, i) =>
      lacking(
        stepRef(`body/without/${field}/rest-wrong`, `body without ${field} and with the rest wrong`),
        i === 0 ? "extended" : "thorough",
        [field],
        allWrong,
      ),
    ),
    ...withoutOptional(newPet),
    wrongBody(
      "CREATE-6",
      stepRef("body/every-field-wrong", "body with every field wrong"),
      "thorough",
      (facts, id) => markedText(facts, id, allWrong(facts, id)),
    ),
  ];
}

/**
 * Every other wrong body has a status. A server that validates only bodies with one fails here, and so does one that accepts the
 * category under another name.
 */
function withoutOptional({ properties, required }: ObjectShape): readonly WrongBody[] {
  const optional = [...properties.keys()].filter((field) => !required.includes(field));
  const fields = [...required.slice(-1), ...optional];
  if (required.length === 0 || optional.length === 0) return [];
  const step = stepRef(`body/without/${fields.join("+")}`, `body without ${fields.join(" and ")}`);
  return [lacking(step, "extended", fields, categoryInOtherWords)];
}

function categoryInOtherWords(facts: Facts): NewPetFields {
  const { id } = ordinaryCategory(facts);
  return { category_id: id, category: { id } };
}

const bodyToCorrect = stepRef("body/to-be-corrected", "body to be corrected");
const correctedNext = stepRef("body/to-be-corrected/again", "body to be corrected, again");

/**
 * Sent twice, and then once corrected, without a status: anything that a rejection leaves behind spoils the next. Only its status is
 * wrong, so that a server rejects it after it has read all the rest.
 */
function sentAgain(contract: Contract): WrongBody[] {
  const { newPet } = petstore(contract);
  const hasStatus = newPet.properties.has("status");
  const missing = hasStatus ? [] : newPet.required.slice(-1);
  const body = (facts: Facts) => {
    const { status } = firstWrong(contract, facts, bodyToCorrect.id);
    return markedText(facts, bodyToCorrect.id, hasStatus ? { status } : {}, missing);
  };
  if (newPet.required.length === 0) return [];
  const about = hasStatus ? "CREATE-7" : "CREATE-5";
  return [
    wrongBody(about, bodyToCorrect, "extended", body),
    wrongBody(about, correctedNext, "extended", body, { requires: [bodyToCorrect] }),
  ];
}

/** The name of the body to be corrected, which the corrected one has, too, and what precedes it. */
export const toBeCorrected = { name: (facts: Facts) => markOf(facts, bodyToCorrect.id), last: correctedNext };

/** A pet inside another object: the required fields are missing at the top level. */
const wrapped: readonly WrongBody[] = [
  wrappedIn("wrapped in pet", "extended", (pet) => ({ pet })),
  wrappedIn("wrapped in other names", "thorough", (pet) => ({
    data: { type: "pets", attributes: pet },
    attributes: pet,
    body: pet,
    payload: pet,
    newPet: pet,
    NewPet: pet,
    animal: pet,
    input: pet,
  })),
  wrappedIn("wrapped in data", "thorough", (pet) => ({ data: pet })),
];

function wrappedIn(kind: string, profile: Depth, wrap: (pet: RawJson) => WritableJson): WrongBody {
  return wrong("CREATE-5", kind, profile, (right) => writeJson(wrap(raw(right))));
}

/** @param make what is sent in place of a right body */
function wrong(
  about: WrongBody["about"],
  kind: string,
  profile: Depth,
  make: (right: string) => string | Uint8Array,
): WrongBody {
  const step = stepRef(`body/${kind}`, `body ${kind}`);
  return wrongBody(about, step, profile, (facts, id) => make(markedText(facts, id)));
}

const notObjects: readonly WrongBody[] = [
  wrong("CREATE-9", "empty", "standard", () => ""),
  wrong("CREATE-9", "cut short", "standard", (right) => right.slice(0, -1)),
  wrong("CREATE-9", "an array", "standard", (right) => `[${right}]`),
  wrong("CREATE-9", "null", "extended", () => "null"),
  ...[bodySteps.ofNothing, bodySteps.ofNothingAtLast].map((step) =>
    wrongBody("CREATE-5", step, "extended", () => "{}"),
  ),
  wrong("CREATE-9", "not JSON", "extended", (right) => `name=${nameIn(right)}&categoryId=1`),
  wrong("CREATE-9", "a string", "extended", (right) => JSON.stringify(right)),
  wrong("CREATE-9", "an array of two", "thorough", (right) => `[${right},${right}]`),
  wrong("CREATE-9", "an empty array", "thorough", () => "[]"),
  wrong("CREATE-9", "a number", "thorough", () => "42"),
  // Not JSON either; some parsers report it by an exception of its own.
  wrong("CREATE-9", "not UTF-8", "extended", (right) => halfOfLetter(`${right.slice(0, -1)}é`)),
  wrong("CREATE-9", "of blanks", "thorough", () => " \r\n\t "),
];

/** The text in UTF-8, but that only the first byte of each é is left. */
function halfOfLetter(text: string): Uint8Array {
  return new TextEncoder().encode(text).filter((byte) => byte !== 0xa9);
}

function nameIn(right: string): string {
  return (JSON.parse(right) as { readonly name: string }).name;
}

const spoilings: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  "with a comment": (text) => text.replace("{", "{/* pet */"),
  "with a trailing comma": (text) => text.replace(/\}$/, ",}"),
  "with single quotes": (text) => text.replaceAll('"', "'"),
  "with NaN": (text) => text.replace(/"categoryId":-?\d+/, '"categoryId":NaN'),
  "with a leading zero": (text) => text.replace(/"categoryId":(-?)(\d+)/, '"categoryId":$10$2'),
  "with text behind it": (text) => `${text} x`,
  "with a member name in another case": (text) => text.replace('"name"', '"Name"'),
  "with a fraction that a double loses": (text) =>
    text.replace(/"categoryId":(-?\d+)/, '"categoryId":$1.00000000000000000001'),
  "with invalid UTF-8": (text) => halfOfLetter(text.replace(nameIn(text), (name) => `${name}é`)),
};

/** Bodies that a lenient parser accepts; the interface says JSON, so refusing them is a `should` (ruling 7). */
const lenient: readonly WrongBody[] = Object.entries(spoilings).map(([kind, spoil]) => {
  const step = stepRef(`body/lenient/${kind}`, `body ${kind}`);
  return wrongBody("CREATE-11", step, "thorough", (facts, id) => spoil(markedText(facts, id)));
});
