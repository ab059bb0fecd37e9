import type { Facts } from "../../../../src/core/check/facts.ts";
import { type Priority, type Step, type StepRef, stepRef } from "../../../../src/core/check/step.ts";
import type { StepId } from "../../../../src/core/exchange/exchange.ts";
import { raw } from "../../../../src/core/json/write.ts";
import { petstore } from "../../roles.ts";
import { createdId, noIdOf } from "../evidence/accepted-creates.ts";
import { markOf, shortMarkOf } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { bodyAsText, bodyOfNonsense, everyKind, firstCreate } from "./named-steps.ts";
import { type NewPetFields, newPetText, postingAfter, postPet } from "./requests.ts";

/** Levels of nesting: a JSON reader may bound them, but must not crash. Ours reads 512. */
const deepest = 400;

/** Bodies that a service may take or refuse (rulings 8 and 9). */

function body(facts: Facts, step: StepId, fields: NewPetFields = {}): string {
  return newPetText(petstore(facts.contract), {
    name: markOf(facts, step),
    categoryId: ordinaryCategory(facts).id,
    status: petstore(facts.contract).statuses[0],
    ...fields,
  });
}

function odd(
  { id, label }: StepRef,
  profile: Step["profile"],
  priority: Priority,
  fields: (facts: Facts) => NewPetFields,
  spell: (text: string) => string = (text) => text,
): Step {
  return postingAfter(firstCreate, {
    ...{ id, label },
    profile,
    priority,
    effect: "create",
    request: (facts) => postPet(spell(body(facts, id, fields(facts)))),
  });
}

export const createWithClientId: Step = postingAfter(firstCreate, {
  ...stepRef("create/with-id", "create with the id of a created pet"),
  profile: "standard",
  priority: "essential",
  effect: "create",
  request: (facts) => {
    // Always the id of a pet of this run, never a free one and never another's (ruling 9).
    const id = createdId(facts, firstCreate);
    if (id === undefined) return noIdOf(firstCreate, facts, "inconclusive");
    return postPet(body(facts, createWithClientId.id, { id }));
  },
});

/** Not a pet, and deeper than many JSON readers go: which 4xx rejects it is open, and some readers crash. */
export const nestedArrays: Step = postingAfter(firstCreate, {
  ...stepRef("body/nested-arrays", "body of 5,000 nested arrays"),
  profile: "thorough",
  priority: "regular",
  expectedValidity: "invalid",
  request: () => postPet("[".repeat(5000) + "]".repeat(5000)),
});

const oddNames: readonly (readonly [
  kind: string,
  label: string,
  priority: Priority,
  nameWith: (mark: string) => string,
])[] = [
  ["65-units", "of 65 units", "frequent", (mark) => mark.padEnd(65, "-y")],
  ["5000-units", "of 5000 units", "common", (mark) => mark.padEnd(5000, "-z")],
  ["control-character", "with a control character", "occasional", (mark) => `${mark}\u0007`],
  ["nul", "with NUL", "common", (mark) => `${mark}\u0000 behind`],
  ["lone-surrogate", "with a lone surrogate", "common", (mark) => `${mark} \ud83d`],
  ["noncharacter", "with a noncharacter", "unusual", (mark) => `${mark} \uffff`],
];

export const oddBodies: readonly Step[] = [
  createWithClientId,
  odd(stepRef("create/with/own-fields", "create with fields of its own"), "thorough", "typical", () => ({
    note: "x",
    tags: ["a", { b: null }],
    category: { id: 0, name: "x" },
    photoUrls: [],
    createdAt: "2024-02-29T00:00:00Z",
    owner: null,
  })),
  // A server that calls methods on the body itself, or copies all its fields, fails here.
  odd(
    stepRef("create/with/inherited-fields", "create with fields that objects inherit"),
    "thorough",
    "common",
    () =>
      Object.fromEntries([
        ["__proto__", { name: "x", status: null }],
        ["constructor", { prototype: { name: "x" } }],
        ["hasOwnProperty", 1],
        ["toString", "x"],
        ["length", -1],
      ]),
  ),
  odd(stepRef("create/with/deep-field", "create with a deep field"), "thorough", "unusual", () => ({
    note: raw("[".repeat(deepest) + "]".repeat(deepest)),
  })),
  odd(
    stepRef("create/with/field-twice", "create with a field twice"),
    "thorough",
    "regular",
    () => ({}),
    (text) => text.replace(/"name":"[^"]*",/, "$&$&"),
  ),
  odd(stepRef("create/name/empty", "create, name empty"), "thorough", "common", () => ({ name: "" })),
  odd(stepRef("create/category/0", "create, category zero"), "thorough", "typical", () => ({
    categoryId: 0,
  })),
  odd(stepRef("create/category/-1", "create, category negative"), "thorough", "typical", () => ({
    categoryId: -1,
  })),
  // Integers to JSON Schema; a service may insist on plain digits (ruling 12), but must not read another number.
  odd(
    stepRef("create/category/fraction", "create, category with a fraction of zero"),
    "thorough",
    "common",
    (facts) => ({
      categoryId: raw(`${ordinaryCategory(facts).id}.0`),
    }),
  ),
  odd(
    stepRef("create/category/exponent", "create, category with an exponent"),
    "thorough",
    "regular",
    (facts) => ({
      categoryId: raw(`${ordinaryCategory(facts).id}0E-1`),
    }),
  ),
  odd(stepRef("create/category/-0", "create, category minus zero"), "thorough", "unusual", () => ({
    categoryId: raw("-0"),
  })),
  odd(stepRef("create/category/2^31", "create, category 2^31"), "thorough", "regular", () => ({
    categoryId: 2n ** 31n,
  })),
  odd(stepRef("create/category/2^53", "create, category 2^53"), "thorough", "unusual", () => ({
    categoryId: 2n ** 53n,
  })),
  odd(stepRef("create/category/2^63-1", "create, category 2^63 - 1"), "thorough", "unusual", () => ({
    categoryId: 2n ** 63n - 1n,
  })),
  odd(stepRef("create/category/-2^63", "create, category -2^63"), "thorough", "unusual", () => ({
    categoryId: -(2n ** 63n),
  })),
  odd(
    stepRef("create/category/unseen", "create, category that no pet has"),
    "thorough",
    "regular",
    (facts) => ({
      categoryId: BigInt(2 ** 40 + Math.floor(facts.random("category")() * 2 ** 40)),
    }),
  ),
  ...oddNames.map(([kind, label, priority, nameWith]) => {
    const step = stepRef(`create/name/${kind}`, `create, name ${label}`);
    return odd(step, "thorough", priority, (facts) => ({ name: nameWith(shortMarkOf(facts, step.id)) }));
  }),
];

interface BodyByContentType {
  readonly step: Step;
  /** True where the label is application/json, written in another way. */
  readonly same: boolean;
  /** The creates that show that nothing but the Content-Type explains a rejection. */
  readonly controls: readonly StepRef[];
}

function withContentType(
  { id, label }: StepRef,
  profile: Step["profile"],
  priority: Priority,
  contentType: string | null,
  same: boolean,
  rest = "",
): BodyByContentType {
  return {
    same,
    controls: rest === "" ? [firstCreate] : [firstCreate, everyKind],
    step: postingAfter(firstCreate, {
      ...{ id, label },
      profile,
      priority,
      effect: "create",
      ...(id === bodyOfNonsense.id ? { phase: "again" } : {}),
      request: (facts) =>
        postPet(body(facts, id, rest === "" ? {} : { name: shortMarkOf(facts, id) + rest }), {
          contentType,
        }),
    }),
  };
}

export const bodiesByContentType: readonly BodyByContentType[] = [
  withContentType(bodyAsText, "standard", "common", "text/plain", false),
  withContentType(
    stepRef("content-type/none", "body without a Content-Type"),
    "thorough",
    "common",
    null,
    false,
  ),
  withContentType(
    stepRef("content-type/form", "body with the Content-Type of a form"),
    "thorough",
    "frequent",
    "application/x-www-form-urlencoded",
    false,
  ),
  withContentType(
    stepRef("content-type/multipart", "body with the Content-Type multipart/form-data"),
    "thorough",
    "frequent",
    "multipart/form-data",
    false,
  ),
  withContentType(
    stepRef("content-type/xml", "body with the Content-Type application/xml"),
    "thorough",
    "occasional",
    "application/xml",
    false,
  ),
  withContentType(bodyOfNonsense, "thorough", "occasional", "nonsense", false),
  // Its name shows whether the charset is read as another one.
  withContentType(
    stepRef("content-type/charset", "body with a charset in its Content-Type"),
    "thorough",
    "typical",
    "application/json; charset=utf-8",
    true,
    " Zoë 猫",
  ),
  withContentType(
    stepRef("content-type/other-case", "body with the Content-Type Application/JSON"),
    "thorough",
    "occasional",
    "Application/JSON",
    true,
  ),
];
