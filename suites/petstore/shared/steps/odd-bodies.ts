import type { Facts } from "../../../../src/core/check/facts.ts";
import type { Priority } from "../../../../src/core/check/priority.ts";
import type { Step, StepRef } from "../../../../src/core/check/step.ts";
import { raw } from "../../../../src/core/json/write.ts";
import { petstore } from "../../roles.ts";
import { createdId, noIdOf } from "../evidence/accepted-creates.ts";
import { markOf, shortMarkOf } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { bodyOfNonsense, everyKind, firstCreate } from "./named-steps.ts";
import { type NewPetFields, newPetText, postingAfter, postPet } from "./requests.ts";

/** Levels of nesting that a JSON reader may bound, and may not fail over: ours reads 512. */
const deepest = 400;

/** Bodies that a service may take or refuse (rulings 8 and 9). */

function body(facts: Facts, label: string, fields: NewPetFields = {}): string {
  return newPetText(petstore(facts.contract), {
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts).id,
    status: petstore(facts.contract).statuses[0],
    ...fields,
  });
}

function odd(
  label: string,
  profile: Step["profile"],
  priority: Priority,
  fields: (facts: Facts) => NewPetFields,
  spell: (text: string) => string = (text) => text,
): Step {
  return postingAfter(firstCreate, {
    label,
    profile,
    priority,
    effect: "create",
    request: (facts) => postPet(spell(body(facts, label, fields(facts)))),
  });
}

export const createWithClientId: Step = postingAfter(firstCreate, {
  label: "create with the id of a created pet",
  profile: "standard",
  priority: "essential",
  effect: "create",
  request: (facts) => {
    // Always the id of a pet of this run, never a free one and never another's (ruling 9).
    const id = createdId(facts, firstCreate);
    if (id === undefined) return noIdOf(firstCreate, facts, "inconclusive");
    return postPet(body(facts, createWithClientId.label, { id }));
  },
});

/** No pet, and deeper than many readers of JSON go: which 4xx says so is open, and some fail over it. */
export const nestedArrays: Step = postingAfter(firstCreate, {
  label: "body of 5,000 nested arrays",
  profile: "thorough",
  priority: "regular",
  expectedValidity: "invalid",
  request: () => postPet("[".repeat(5000) + "]".repeat(5000)),
});

const named = (rest: string, label: string) => (facts: Facts) => ({
  name: `${shortMarkOf(facts, label)}${rest}`,
});

export const oddBodies: readonly Step[] = [
  createWithClientId,
  odd("create with fields of its own", "thorough", "typical", () => ({
    note: "x",
    tags: ["a", { b: null }],
    category: { id: 0, name: "x" },
    photoUrls: [],
    createdAt: "2024-02-29T00:00:00Z",
    owner: null,
  })),
  // Whoever asks the body itself for its own fields, or copies them all, fails here.
  odd("create with fields that objects inherit", "thorough", "common", () =>
    Object.fromEntries([
      ["__proto__", { name: "x", status: null }],
      ["constructor", { prototype: { name: "x" } }],
      ["hasOwnProperty", 1],
      ["toString", "x"],
      ["length", -1],
    ]),
  ),
  odd("create with a deep field", "thorough", "unusual", () => ({
    note: raw("[".repeat(deepest) + "]".repeat(deepest)),
  })),
  odd(
    "create with a field twice",
    "thorough",
    "regular",
    () => ({}),
    (text) => text.replace(/"name":"[^"]*",/, "$&$&"),
  ),
  odd("create, name empty", "thorough", "common", () => ({ name: "" })),
  odd("create, category zero", "thorough", "typical", () => ({ categoryId: 0 })),
  odd("create, category negative", "thorough", "typical", () => ({ categoryId: -1 })),
  // Integers to JSON Schema; a service may want digits (ruling 12), and may not take another number for them.
  odd("create, category with a fraction of zero", "thorough", "common", (facts) => ({
    categoryId: raw(`${ordinaryCategory(facts).id}.0`),
  })),
  odd("create, category with an exponent", "thorough", "regular", (facts) => ({
    categoryId: raw(`${ordinaryCategory(facts).id}0E-1`),
  })),
  odd("create, category minus zero", "thorough", "unusual", () => ({ categoryId: raw("-0") })),
  odd("create, category 2^31", "thorough", "regular", () => ({ categoryId: 2n ** 31n })),
  odd("create, category 2^53", "thorough", "unusual", () => ({ categoryId: 2n ** 53n })),
  odd("create, category 2^63 - 1", "thorough", "unusual", () => ({ categoryId: 2n ** 63n - 1n })),
  odd("create, category -2^63", "thorough", "unusual", () => ({ categoryId: -(2n ** 63n) })),
  odd("create, category that no pet has", "thorough", "regular", (facts) => ({
    categoryId: BigInt(2 ** 40 + Math.floor(facts.random("category")() * 2 ** 40)),
  })),
  odd("create, name of 65 units", "thorough", "common", (facts) => ({
    name: shortMarkOf(facts, "create, name of 65 units").padEnd(65, "-y"),
  })),
  odd("create, name of 5000 units", "thorough", "frequent", (facts) => ({
    name: shortMarkOf(facts, "create, name of 5000 units").padEnd(5000, "-z"),
  })),
  odd(
    "create, name with a control character",
    "thorough",
    "occasional",
    named("\u0007", "create, name with a control character"),
  ),
  odd("create, name with NUL", "thorough", "common", named("\u0000 behind", "create, name with NUL")),
  odd(
    "create, name with a lone surrogate",
    "thorough",
    "common",
    named(" \ud83d", "create, name with a lone surrogate"),
  ),
  odd(
    "create, name with a noncharacter",
    "thorough",
    "unusual",
    named(" \uffff", "create, name with a noncharacter"),
  ),
];

interface BodyByContentType {
  readonly step: Step;
  /** True where the label is application/json, written in another way. */
  readonly same: boolean;
  /** The creates that show that nothing but the Content-Type explains a rejection. */
  readonly controls: readonly StepRef[];
}

function withContentType(
  label: string,
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
      label,
      profile,
      priority,
      effect: "create",
      ...(label === bodyOfNonsense.label ? { phase: "again" } : {}),
      request: (facts) =>
        postPet(body(facts, label, rest === "" ? {} : { name: shortMarkOf(facts, label) + rest }), {
          contentType,
        }),
    }),
  };
}

export const bodiesByContentType: readonly BodyByContentType[] = [
  withContentType("body with the Content-Type text/plain", "standard", "common", "text/plain", false),
  withContentType("body without a Content-Type", "thorough", "common", null, false),
  withContentType(
    "body with the Content-Type of a form",
    "thorough",
    "frequent",
    "application/x-www-form-urlencoded",
    false,
  ),
  withContentType(
    "body with the Content-Type multipart/form-data",
    "thorough",
    "frequent",
    "multipart/form-data",
    false,
  ),
  withContentType(
    "body with the Content-Type application/xml",
    "thorough",
    "occasional",
    "application/xml",
    false,
  ),
  withContentType(bodyOfNonsense.label, "thorough", "occasional", "nonsense", false),
  // Its name shows that the charset is not taken for another.
  withContentType(
    "body with a charset in its Content-Type",
    "thorough",
    "typical",
    "application/json; charset=utf-8",
    true,
    " Zoë 猫",
  ),
  withContentType(
    "body with the Content-Type Application/JSON",
    "thorough",
    "occasional",
    "Application/JSON",
    true,
  ),
];
