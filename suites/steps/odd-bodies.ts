import type { Facts } from "../../src/check/facts.ts";
import type { Priority } from "../../src/check/priority.ts";
import type { Step } from "../../src/check/step.ts";
import { createdId } from "../evidence/accepted-creates.ts";
import { markOf, shortMarkOf } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { firstCreate } from "./named-steps.ts";
import { type NewPetFields, newPetText, postingAfter, postPet } from "./requests.ts";

/** Bodies that a service may take or refuse (rulings 8 and 9). */

function body(facts: Facts, label: string, fields: NewPetFields = {}): string {
  return newPetText(facts.contract, {
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts).id,
    status: facts.contract.statuses[0],
    ...fields,
  });
}

function odd(
  label: string,
  profile: Step["profile"],
  priority: Priority,
  fields: (facts: Facts) => NewPetFields,
): Step {
  return postingAfter(firstCreate, {
    label,
    profile,
    priority,
    effect: "create",
    request: (facts) => postPet(body(facts, label, fields(facts))),
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
    if (id === undefined)
      return { reason: "no pet was created whose id could be sent", kind: "inconclusive" };
    return postPet(body(facts, createWithClientId.label, { id }));
  },
});

const named = (rest: string, label: string) => (facts: Facts) => ({
  name: `${shortMarkOf(facts, label)}${rest}`,
});

export const oddBodies: readonly Step[] = [
  createWithClientId,
  odd("create with fields of its own", "thorough", "typical", () => ({
    note: "x",
    tags: ["a", { b: null }],
  })),
  odd("create, name empty", "thorough", "common", () => ({ name: "" })),
  odd("create, category zero", "thorough", "frequent", () => ({ categoryId: 0 })),
  odd("create, category negative", "thorough", "frequent", () => ({ categoryId: -1 })),
  odd("create, category 2^63 - 1", "thorough", "unusual", () => ({ categoryId: 2n ** 63n - 1n })),
  odd("create, category -2^63", "thorough", "unusual", () => ({ categoryId: -(2n ** 63n) })),
  odd("create, category that no pet has", "thorough", "frequent", (facts) => ({
    categoryId: BigInt(2 ** 40 + Math.floor(facts.random("category")() * 2 ** 40)),
  })),
  odd("create, name of 65 units", "thorough", "frequent", (facts) => ({
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
}

function withContentType(
  label: string,
  profile: Step["profile"],
  priority: Priority,
  contentType: string | null,
  same: boolean,
): BodyByContentType {
  return {
    same,
    step: postingAfter(firstCreate, {
      label,
      profile,
      priority,
      effect: "create",
      request: (facts) => postPet(body(facts, label), { contentType }),
    }),
  };
}

export const bodiesByContentType: readonly BodyByContentType[] = [
  withContentType("body labelled text/plain", "standard", "common", "text/plain", false),
  withContentType("body without a label", "thorough", "common", null, false),
  withContentType(
    "body labelled as a form",
    "thorough",
    "frequent",
    "application/x-www-form-urlencoded",
    false,
  ),
  withContentType("body labelled application/xml", "thorough", "occasional", "application/xml", false),
  withContentType("body labelled with nonsense", "thorough", "occasional", "nonsense", false),
  withContentType(
    "body labelled with a charset",
    "thorough",
    "typical",
    "application/json; charset=utf-8",
    true,
  ),
  withContentType("body labelled Application/JSON", "thorough", "occasional", "Application/JSON", true),
];
