import type { Facts } from "../../src/check/facts.ts";
import type { Step } from "../../src/check/step.ts";
import { createdId } from "../evidence/creates.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { markOf, shortMarkOf } from "./marks.ts";
import { type NewPetFields, newPetText, postingAfter, postPet } from "./requests.ts";
import { createLabel } from "./valid-bodies.ts";

/** Bodies that a service may take or refuse (rulings 8 and 9). */

function body(facts: Facts, label: string, fields: NewPetFields = {}): string {
  return newPetText(facts.contract, {
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts).id,
    status: facts.contract.statuses[0],
    ...fields,
  });
}

function odd(label: string, row: Step["row"], value: number, fields: (facts: Facts) => NewPetFields): Step {
  return postingAfter(createLabel, {
    label,
    row,
    value,
    stores: true,
    request: (facts) => postPet(body(facts, label, fields(facts))),
  });
}

export const clientIdLabel = "create with the id of a created pet";

export const createWithClientId: Step = postingAfter(createLabel, {
  label: clientIdLabel,
  row: "standard",
  value: 9,
  stores: true,
  request: (facts) => {
    // Always the id of a pet of this run, never a free one and never another's (ruling 9).
    const id = createdId(facts, createLabel);
    if (id === undefined)
      return { reason: "no pet was created whose id could be sent", kind: "inconclusive" };
    return postPet(body(facts, clientIdLabel, { id }));
  },
});

const named = (rest: string, label: string) => (facts: Facts) => ({
  name: `${shortMarkOf(facts, label)}${rest}`,
});

export const oddBodies: readonly Step[] = [
  createWithClientId,
  odd("create with fields of its own", "thorough", 8, () => ({ note: "x", tags: ["a", { b: null }] })),
  odd("create, name empty", "thorough", 7, () => ({ name: "" })),
  odd("create, category zero", "thorough", 6, () => ({ categoryId: 0 })),
  odd("create, category negative", "thorough", 6, () => ({ categoryId: -1 })),
  odd("create, category 2^63 - 1", "thorough", 3, () => ({ categoryId: 2n ** 63n - 1n })),
  odd("create, category -2^63", "thorough", 3, () => ({ categoryId: -(2n ** 63n) })),
  odd("create, category that no pet has", "thorough", 6, (facts) => ({
    categoryId: BigInt(2 ** 40 + Math.floor(facts.random("category")() * 2 ** 40)),
  })),
  odd("create, name of 65 units", "thorough", 6, (facts) => ({
    name: shortMarkOf(facts, "create, name of 65 units").padEnd(65, "-y"),
  })),
  odd("create, name of 5000 units", "thorough", 6, (facts) => ({
    name: shortMarkOf(facts, "create, name of 5000 units").padEnd(5000, "-z"),
  })),
  odd(
    "create, name with a control character",
    "thorough",
    4,
    named("\u0007", "create, name with a control character"),
  ),
  odd("create, name with NUL", "thorough", 7, named("\u0000 behind", "create, name with NUL")),
  odd(
    "create, name with a lone surrogate",
    "thorough",
    7,
    named(" \ud83d", "create, name with a lone surrogate"),
  ),
  odd(
    "create, name with a noncharacter",
    "thorough",
    3,
    named(" \uffff", "create, name with a noncharacter"),
  ),
];

interface LabelledBody {
  readonly step: Step;
  /** True where the label is application/json, written in another way. */
  readonly same: boolean;
}

function labelled(
  label: string,
  row: Step["row"],
  value: number,
  contentType: string | null,
  same: boolean,
): LabelledBody {
  return {
    same,
    step: postingAfter(createLabel, {
      label,
      row,
      value,
      stores: true,
      request: (facts) => postPet(body(facts, label), { contentType }),
    }),
  };
}

export const labelledBodies: readonly LabelledBody[] = [
  labelled("body labelled text/plain", "standard", 7, "text/plain", false),
  labelled("body without a label", "thorough", 7, null, false),
  labelled("body labelled as a form", "thorough", 6, "application/x-www-form-urlencoded", false),
  labelled("body labelled application/xml", "thorough", 4, "application/xml", false),
  labelled("body labelled with nonsense", "thorough", 4, "nonsense", false),
  labelled("body labelled with a charset", "thorough", 8, "application/json; charset=utf-8", true),
  labelled("body labelled Application/JSON", "thorough", 4, "Application/JSON", true),
];
