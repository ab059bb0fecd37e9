import { type StepRef, stepRef } from "#core/check/case.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { raw, type WritableJson } from "#core/json/write.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { createdId, noIdOf } from "../evidence/accepted-creates.ts";
import { shortMarkOf } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { bodySteps, creates, firstCreate } from "./named-steps.ts";
import { markedText, type NewPetFields, postingAfterFirst, postPet } from "./requests.ts";

/** Levels of nesting: a JSON reader may bound them, but must not crash. Ours reads 512. */
const deepest = 400;

/** Bodies that a service may take or refuse (rulings 8 and 9). */

function body(facts: Facts, step: StepId, fields: NewPetFields): string {
  const [status] = petstore(facts.contract).statuses;
  return markedText(facts, step, { status, ...fields });
}

function odd(
  { id, label }: StepRef,
  profile: Depth,
  fields: (facts: Facts) => NewPetFields,
  spell: (text: string) => string = (text) => text,
): Step {
  return postingAfterFirst({
    ...{ id, label },
    profile,
    effect: "create",
    request: (facts) => postPet(spell(body(facts, id, fields(facts)))),
  });
}

export const createWithClientId: Step = postingAfterFirst({
  ...stepRef("create/with-id", "create with the id of a created pet"),
  profile: "standard",
  effect: "create",
  request: (facts) => {
    // Always the id of a pet of this run, never a free one and never another's (ruling 9).
    const id = createdId(facts, firstCreate);
    if (id === undefined) return noIdOf(firstCreate, facts, "inconclusive");
    return postPet(body(facts, createWithClientId.id, { id }));
  },
});

/** Not a pet, and deeper than many JSON readers go: which 4xx rejects it is open, and some readers crash. */
export const nestedArrays: Step = postingAfterFirst({
  ...stepRef("body/nested-arrays", "body of 5,000 nested arrays"),
  profile: "extended",
  expectedValidity: "invalid",
  request: () => postPet("[".repeat(5000) + "]".repeat(5000)),
});

/** Nothing at all: frameworks that validate a body by its Content-Type may find nothing to validate. */
export const noBody: Step = postingAfterFirst({
  ...stepRef("content-type/none/no-body", "create without a body"),
  profile: "extended",
  // With the bodies that a valid create follows: the next one shows what it left behind.
  phase: "again",
  waitsFor: [bodySteps.ofNothing],
  expectedValidity: "invalid",
  request: () => postPet("", { contentType: null }),
});

/** One after the other, so that a create which changes the pet before it shows. */
function statusInTurn({ contract }: Facts, turn: number): string | undefined {
  const { statuses } = petstore(contract);
  return statuses[turn % statuses.length];
}

type Row<Make> = readonly [kind: string, label: string, profile: Depth, make: Make];

const oddNames: readonly Row<(mark: string) => string>[] = [
  ["65-units", "of 65 UTF-16 units", "thorough", (mark) => mark.padEnd(65, "-y")],
  ["5000-units", "of 5000 UTF-16 units", "extended", (mark) => mark.padEnd(5000, "-z")],
  ["control-character", "with a control character", "thorough", (mark) => `${mark}\u0007`],
  ["nul", "with NUL", "extended", (mark) => `${mark}\u0000 behind`],
  ["lone-surrogate", "with a lone surrogate", "thorough", (mark) => `${mark} \ud83d`],
  ["noncharacter", "with a noncharacter", "thorough", (mark) => `${mark} \uffff`],
];

const oddCategories: readonly Row<(facts: Facts) => WritableJson>[] = [
  ["0", "zero", "extended", () => 0],
  // Cut to 32 bits, it is still negative.
  ["-2^32-3", "negative, of more than 32 bits", "extended", () => -(2n ** 32n) - 3n],
  // Integers to JSON Schema; a service may insist on plain digits (ruling 12), but must not read another number.
  ["fraction", "with a fraction of zero", "thorough", (facts) => raw(`${ordinaryCategory(facts).id}.0`)],
  ["exponent", "with an exponent", "thorough", (facts) => raw(`${ordinaryCategory(facts).id}0E-1`)],
  ["-0", "minus zero", "thorough", () => raw("-0")],
  ["2^31", "2^31", "thorough", () => 2n ** 31n],
  ["2^53", "2^53", "thorough", () => 2n ** 53n],
  ["2^63-1", "2^63 - 1", "thorough", () => 2n ** 63n - 1n],
  ["-2^63", "-2^63", "thorough", () => -(2n ** 63n)],
  ["unseen", "that no pet has", "thorough", unseenCategory],
];

function unseenCategory({ random }: Facts): bigint {
  return BigInt(2 ** 40 + Math.floor(random("category")() * 2 ** 40));
}

const ownFields = stepRef("create/with/own-fields", "create with fields of its own");

export const oddBodies: readonly Step[] = [
  createWithClientId,
  odd(ownFields, "extended", (facts) => ({
    // A guard of spreadsheets changes what begins like a formula.
    name: `=${shortMarkOf(facts, ownFields.id)}`,
    note: "x",
    tags: ["a", { b: null }],
    category: { id: 0, name: "x" },
    photoUrls: [],
    createdAt: "2024-02-29T00:00:00Z",
    owner: null,
  })),
  // A server that calls methods on the body itself, or copies all its fields, fails here.
  odd(stepRef("create/with/inherited-fields", "create with fields that objects inherit"), "thorough", () =>
    Object.fromEntries([
      ["__proto__", { name: "x", status: null }],
      ["constructor", { prototype: { name: "x" } }],
      ["hasOwnProperty", 1],
      ["toString", "x"],
      ["length", -1],
    ]),
  ),
  odd(stepRef("create/with/deep-field", "create with a deep field"), "thorough", () => ({
    note: raw("[".repeat(deepest) + "]".repeat(deepest)),
  })),
  odd(
    stepRef("create/with/field-twice", "create with a field twice"),
    "thorough",
    () => ({}),
    (text) => text.replace(/"name":"[^"]*",/, "$&$&"),
  ),
  odd(stepRef("create/name/empty", "create, name empty"), "extended", () => ({ name: "" })),
  ...oddCategories.map(([kind, label, profile, categoryId], i) =>
    odd(stepRef(`create/category/${kind}`, `create, category ${label}`), profile, (facts) => ({
      categoryId: categoryId(facts),
      status: statusInTurn(facts, i),
    })),
  ),
  ...oddNames.map(([kind, label, profile, nameWith], i) => {
    const step = stepRef(`create/name/${kind}`, `create, name ${label}`);
    return odd(step, profile, (facts) => ({
      name: nameWith(shortMarkOf(facts, step.id)),
      status: statusInTurn(facts, i),
    }));
  }),
];

interface BodyByContentType {
  readonly step: Step;
  /** True where it is application/json, written in another way. */
  readonly same: boolean;
  /** The creates that show that nothing but the Content-Type explains a rejection. */
  readonly controls: readonly StepRef[];
}

/** What follows the mark in a name shows whether another charset is read. */
const contentTypes: readonly (readonly [
  kind: string,
  body: string,
  profile: Depth,
  contentType: string | null,
  same?: boolean,
  rest?: string,
])[] = [
  ["none", "without a Content-Type", "extended", null],
  ["text/plain", "with the Content-Type text/plain", "standard", "text/plain"],
  // Right after one that is refused for its type: an answer may get the type of the request before.
  [
    "charset",
    "with a charset in its Content-Type",
    "extended",
    "application/json; charset=utf-8",
    true,
    " Zoë 猫🐕",
  ],
  ["form", "with the Content-Type of a form", "thorough", "application/x-www-form-urlencoded"],
  ["multipart", "with the Content-Type multipart/form-data", "thorough", "multipart/form-data"],
  ["xml", "with the Content-Type application/xml", "thorough", "application/xml"],
  ["nonsense", "with a nonsense Content-Type", "thorough", "nonsense"],
  ["other-case", "with the Content-Type Application/JSON", "thorough", "Application/JSON", true],
];

export const bodiesByContentType: readonly BodyByContentType[] = contentTypes.map(
  ([kind, what, profile, contentType, same = false, rest]) => {
    const step = stepRef(`content-type/${kind}`, `body ${what}`);
    return {
      same,
      controls: rest === undefined ? [firstCreate] : [firstCreate, creates.everyKind],
      step: postingAfterFirst({
        ...step,
        profile,
        effect: "create",
        // A valid create comes right after these two.
        ...(step.id === bodySteps.asText.id || step.id === bodySteps.ofNonsense.id ? { phase: "again" } : {}),
        request: (facts) => {
          const fields = rest === undefined ? {} : { name: shortMarkOf(facts, step.id) + rest };
          // Escaped, as many writers of JSON do: a home-made reader may take the pair for two characters.
          const text = body(facts, step.id, fields).replaceAll("🐕", String.raw`\ud83d\udc15`);
          return postPet(text, { contentType });
        },
      }),
    };
  },
);
