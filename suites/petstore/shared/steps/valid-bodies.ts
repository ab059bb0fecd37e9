import type { Facts } from "../../../../src/core/check/facts.ts";
import { type Priority, type Step, type StepRef, stepRef } from "../../../../src/core/check/step.ts";
import type { Contract } from "../../../../src/core/contract/contract.ts";
import { derivedFrom } from "../../../../src/core/exchange/derived-from.ts";
import type { StepId } from "../../../../src/core/exchange/exchange.ts";
import { petstore } from "../../roles.ts";
import { exactDoubles } from "../evidence/doubles.ts";
import { longestName, markedName, markOf, shortMarkOf } from "../evidence/marks.ts";
import { categories, fewestStatus, greatestCategory, ordinaryCategory } from "../evidence/store.ts";
import { createStep, type ValidBody } from "./create-step.ts";
import {
  bodyCutShort,
  bodyNotJson,
  bodyOfNonsense,
  createInOtherOrder,
  createOfBigCategory,
  createOfStatus,
  createWithoutStatus,
  firstCreate,
  firstList,
  longName,
  sentinel,
  twinCreates,
} from "./named-steps.ts";
import { type NewPetFields, newPetText, posting, postPet } from "./requests.ts";
import { toBeCorrected } from "./wrong-bodies.ts";

const names: readonly (readonly [kind: string, priority: Priority, rest: string])[] = [
  ["of every kind", "essential", ` Žë  猫🐕\u200dك"'\\<I>\${}&lt;+%20`],
  ["in several scripts", "frequent", " Žoë ñ ß İ € 猫 كلب ไทย हिं"],
  ["of emoji", "frequent", " 🐕\u200d🦺🏳️\u200d🌈👩🏽🇨🇭1\ufe0f\u20e3"],
  ["with quotes and markup", "regular", ` "'\`\\/<b>&amp;</b>{{1}}+%20`],
  ["of code", "common", String.raw` %s \n \u0041 &#39; ');--`],
  ["of a typist", "unusual", ` "it's" -- ... (c) 1/2 <3 é`],
  ["of signs", "rare", ` !#*,:=?@[]^_\`|~’“”²\u00a0é`],
  ["right to left", "last", " שלום \u200fمرحبا می\u200cشود"],
];

const [{ id: nameOfTwins }] = twinCreates;

/** The same JSON, written in other ways (RFC 8259): whitespace, the order of fields, escapes. The names are plain, so that text will do. */
const spellings: readonly (StepRef & {
  readonly priority: Priority;
  readonly spell: (text: string) => string;
  /**
   * Sent right after a request that is rejected before its body is read, so that anything left behind shows (ruling 32).
   */
  readonly after?: StepRef;
})[] = [
  {
    ...stepRef("create/spelling/spaced-out", "create, body spaced out"),
    priority: "frequent",
    spell: (text) => text.replace(/[{},:]/g, (mark) => `\r\n\t ${mark} `),
  },
  {
    ...createInOtherOrder,
    priority: "frequent",
    after: bodyOfNonsense,
    spell: (text) => `{${text.slice(1, -1).split(",").reverse().join(",")}}`,
  },
  {
    // In the names of fields and in the status, too, with digits of both cases.
    ...stepRef("create/spelling/escaped", "create, name escaped"),
    priority: "common",
    spell: (text) =>
      text.replace(/"[^"]*"/g, (string) =>
        string.replaceAll("a", "\\u0061").replaceAll("-", "\\u002D").replaceAll("/", "\\/"),
      ),
  },
];

/** The valid bodies: every status, none, every kind of name and category. */
export const validBodies = derivedFrom((contract: Contract): readonly ValidBody[] => {
  const { statuses } = petstore(contract);
  const [first, ...others] = statuses;
  const named = (id: StepId, facts: Facts, status: string | undefined, nth = 0): NewPetFields => ({
    name: markOf(facts, id),
    categoryId: ordinaryCategory(facts, nth).id,
    status,
  });
  return [
    {
      ...firstCreate,
      profile: "standard",
      priority: "essential",
      fields: (f) => named(firstCreate.id, f, first),
    },
    ...others.map((status, i): ValidBody => {
      const step = createOfStatus(status);
      return {
        ...step,
        profile: "standard",
        priority: "essential",
        fields: (f) => named(step.id, f, status, i + 1),
      };
    }),
    {
      ...createWithoutStatus,
      profile: "standard",
      priority: "typical",
      // Sent right after a rejected body, so that anything it spoiled shows (ruling 32).
      requires: [firstList, bodyCutShort],
      fields: (f) => ({
        ...named(createWithoutStatus.id, f, undefined),
        categoryId: greatestCategory(f).id,
      }),
    },
    {
      ...stepRef("create/corrected", "create, a rejected body corrected"),
      profile: "thorough",
      priority: "common",
      requires: [firstList, toBeCorrected.last],
      fields: (f) => ({ ...named(firstCreate.id, f, first), name: toBeCorrected.name(f) }),
    },
    ...spellings.map(
      ({ id, label, priority, spell, after }): ValidBody => ({
        ...{ id, label },
        profile: "thorough",
        priority,
        ...(after === undefined ? {} : { requires: [firstList, after], phase: "again" }),
        spell,
        // Read as a number, it loses its zeros.
        fields: (f) => ({ ...named(id, f, first), name: `${shortMarkOf(f, id)}/x 007 1.50` }),
      }),
    ),
    // Too short for some validation; falsy in some languages; to some stores a number, a missing name, or a formula to
    // escape. There is no room for the mark.
    ...(
      [
        ["of one digit", "0"],
        ["of the word null", "null"],
        ["of a formula", "=1"],
      ] as const
    ).map(
      ([kind, name]): ValidBody => ({
        ...stepRef(`create/name/${kind}`, `create, name ${kind}`),
        profile: "thorough",
        priority: "regular",
        fields: (f) => ({ ...named(firstCreate.id, f, first), name }),
      }),
    ),
    ...twinCreates.map(
      (step, i): ValidBody => ({
        ...step,
        profile: "thorough",
        priority: "common",
        requires: [firstList, ...twinCreates.slice(0, i)],
        fields: (f) => named(nameOfTwins, f, first),
      }),
    ),
    {
      ...longName,
      profile: "thorough",
      priority: "frequent",
      isNameUnusual: true,
      fields: (f) => ({
        ...named(longName.id, f, first),
        name: shortMarkOf(f, longName.id).padEnd(longestName, "猫"),
      }),
    },
    ...names.map(([kind, priority, rest], i): ValidBody => {
      const step = stepRef(`create/name/${kind}`, `create, name ${kind}`);
      return {
        ...step,
        profile: priority === "essential" ? "standard" : "thorough",
        priority,
        isNameUnusual: true,
        fields: (f) => ({
          ...named(step.id, f, statuses[i % statuses.length]),
          name: markedName(shortMarkOf(f, step.id), rest),
        }),
      };
    }),
  ];
});

export function unusualNames(contract: Contract): readonly Pick<ValidBody, "id" | "label" | "profile">[] {
  return validBodies(contract).filter(({ isNameUnusual }) => isNameUnusual);
}

export function createSteps(contract: Contract): readonly Step[] {
  const { statuses } = petstore(contract);
  return [
    ...validBodies(contract).map((body) => createStep(body)),
    createStep({
      ...sentinel,
      profile: "standard",
      priority: "essential",
      // Sent right after a body that is not JSON, so that anything left behind shows (ruling 32).
      waitsFor: [bodyNotJson],
      phase: "again",
      fields: (facts) => ({
        // A filter that searches names finds this one under every status.
        name: shortMarkOf(facts, sentinel.id).padEnd(longestName, `-${statuses.join("-")}`),
        categoryId: ordinaryCategory(facts).id,
        status: fewestStatus(facts),
      }),
    }),
  ];
}

/** A category that a double cannot hold: one that is known to exist, else the first one there is (ruling 12). */
export const createBigCategory: Step = posting({
  ...createOfBigCategory,
  profile: "standard",
  priority: "typical",
  requires: [firstList],
  effect: "create",
  request: (facts) =>
    postPet(
      newPetText(petstore(facts.contract), {
        name: markOf(facts, createOfBigCategory.id),
        categoryId: bigCategory(facts).id,
        status: petstore(facts.contract).statuses[0],
      }),
    ),
});

export function bigCategory(facts: Facts): { readonly id: bigint; readonly known: boolean } {
  const known = categories(facts).find(({ id }) => id > exactDoubles && id % 2n === 1n);
  return known === undefined ? { id: exactDoubles + 1n, known: false } : { id: known.id, known: true };
}

/** Names with whitespace around them, and in a decomposed Unicode form: kept, as one may expect (ruling 11). */
export const fragileNames: readonly Step[] = [
  {
    ...stepRef("create/name/blanks", "create, name with blanks around it"),
    name: (mark: string) => ` ${mark} `,
  },
  {
    ...stepRef("create/name/decomposed", "create, name in decomposed form"),
    name: (mark: string) => `${mark} Zoe\u0308 A\u030a`,
  },
].map(({ id, label, name }) =>
  createStep({
    ...{ id, label },
    profile: "thorough",
    priority: "frequent",
    fields: (facts) => ({
      name: name(shortMarkOf(facts, id)),
      categoryId: ordinaryCategory(facts).id,
      status: petstore(facts.contract).statuses[0],
    }),
  }),
);
