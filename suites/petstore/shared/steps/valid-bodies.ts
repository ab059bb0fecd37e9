import type { Facts } from "../../../../src/core/check/facts.ts";
import type { Priority } from "../../../../src/core/check/priority.ts";
import type { Step, StepRef } from "../../../../src/core/check/step.ts";
import type { Contract } from "../../../../src/core/contract/contract.ts";
import { derivedFrom } from "../../../../src/core/exchange/derived-from.ts";
import { petstore } from "../../roles.ts";
import { exactDoubles } from "../evidence/doubles.ts";
import { longestName, markedName, markOf, shortMarkOf } from "../evidence/marks.ts";
import {
  categories,
  fewestStatus,
  greatestCategory,
  isOrdinary,
  ordinaryCategory,
} from "../evidence/store.ts";
import {
  bodyCutShort,
  bodyNotJson,
  bodyOfNonsense,
  createInOtherOrder,
  createOfBigCategory,
  firstCreate,
  firstList,
  longName,
  sentinel,
  twinCreates,
} from "./named-steps.ts";
import { type NewPetFields, newPetText, posting, postPet } from "./requests.ts";
import { toBeCorrected } from "./wrong-bodies.ts";

/** What a valid create sends; the name bears the run's mark. */
export interface ValidBody {
  readonly label: string;
  readonly profile: Step["profile"];
  readonly priority: Priority;
  readonly requires?: readonly StepRef[];
  readonly waitsFor?: readonly StepRef[];
  readonly phase?: "again";
  /** Writes the same JSON in another way. */
  readonly spell?: (text: string) => string;
  /** The name is more than letters, digits and hyphens, and may fail where a plain one does not. */
  readonly isNameUnusual?: true;
  readonly fields: (facts: Facts) => NewPetFields;
}

const names: readonly (readonly [kind: string, priority: Priority, rest: string])[] = [
  ["of every kind", "essential", ` Žë  猫🐕ك"'\\<b>&amp;+%20{}$`],
  ["in several scripts", "frequent", " Žoë ñ ß İ € 猫 كلب ไทย हिं"],
  ["of emoji", "frequent", " 🐕\u200d🦺🏳️\u200d🌈👩🏽🇨🇭1\ufe0f\u20e3"],
  ["with quotes and markup", "regular", ` "'\`\\/<b>&amp;</b>+%20`],
  ["of code", "common", String.raw` %s \n \u0041 &#39; ');--`],
  ["of a typist", "unusual", ` "it's" -- ... (c) 1/2 <3 é`],
  ["of signs", "rare", ` !#*,:=?@[]^_\`|~’“”²\u00a0é`],
  ["right to left", "last", " שלום \u200fمرحبا می\u200cشود"],
];

const [{ label: nameOfTwins }] = twinCreates;

const longBytesLabel = longName.label;

/** The same JSON, written in other ways (RFC 8259): whitespace, the order of fields, escapes. The names are plain, so that text will do. */
const spellings: readonly {
  readonly label: string;
  readonly priority: Priority;
  readonly spell: (text: string) => string;
  /** Right after what is rejected before a body is read: what that one left behind shows in the next (ruling 32). */
  readonly after?: StepRef;
}[] = [
  {
    label: "create, body spaced out",
    priority: "frequent",
    spell: (text) => text.replace(/[{},:]/g, (mark) => `\r\n\t ${mark} `),
  },
  {
    label: createInOtherOrder.label,
    priority: "frequent",
    after: bodyOfNonsense,
    spell: (text) => `{${text.slice(1, -1).split(",").reverse().join(",")}}`,
  },
  {
    // In the names of fields and in the status, too, with digits of both cases.
    label: "create, name escaped",
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
  const named = (label: string, facts: Facts, status: string | undefined, nth = 0): NewPetFields => ({
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts, nth).id,
    status,
  });
  return [
    { label: "create", profile: "standard", priority: "essential", fields: (f) => named("create", f, first) },
    ...others.map((status, i): ValidBody => {
      const label = `create ${status}`;
      return {
        label,
        profile: "standard",
        priority: "essential",
        fields: (f) => named(label, f, status, i + 1),
      };
    }),
    {
      label: "create without a status",
      profile: "standard",
      priority: "typical",
      // Right after a rejected body: what that one spoilt shows in the next (ruling 32).
      requires: [firstList, bodyCutShort],
      fields: (f) => ({
        ...named("create without a status", f, undefined),
        categoryId: greatestCategory(f).id,
      }),
    },
    {
      label: "create, a rejected body corrected",
      profile: "thorough",
      priority: "common",
      requires: [firstList, toBeCorrected.last],
      fields: (f) => ({ ...named(firstCreate.label, f, first), name: toBeCorrected.name(f) }),
    },
    ...spellings.map(
      ({ label, priority, spell, after }): ValidBody => ({
        label,
        profile: "thorough",
        priority,
        ...(after === undefined ? {} : { requires: [firstList, after], phase: "again" }),
        spell,
        // What is taken for a number loses its zeros.
        fields: (f) => ({ ...named(label, f, first), name: `${shortMarkOf(f, label)}/x 007 1.50` }),
      }),
    ),
    // Too short for some rules; nothing to some languages, and to some stores a number, or no name. The mark has no room.
    ...(
      [
        ["of one digit", "0"],
        ["of the word null", "null"],
      ] as const
    ).map(
      ([kind, name]): ValidBody => ({
        label: `create, name ${kind}`,
        profile: "thorough",
        priority: "regular",
        fields: (f) => ({ ...named(firstCreate.label, f, first), name }),
      }),
    ),
    ...twinCreates.map(
      ({ label }, i): ValidBody => ({
        label,
        profile: "thorough",
        priority: "common",
        requires: [firstList, ...twinCreates.slice(0, i)],
        fields: (f) => named(nameOfTwins, f, first),
      }),
    ),
    {
      label: longBytesLabel,
      profile: "thorough",
      priority: "frequent",
      isNameUnusual: true,
      fields: (f) => ({
        ...named(longBytesLabel, f, first),
        name: shortMarkOf(f, longBytesLabel).padEnd(longestName, "猫"),
      }),
    },
    ...names.map(([kind, priority, rest], i): ValidBody => {
      const label = `create, name ${kind}`;
      return {
        label,
        profile: priority === "essential" ? "standard" : "thorough",
        priority,
        isNameUnusual: true,
        fields: (f) => ({
          ...named(label, f, statuses[i % statuses.length]),
          name: markedName(shortMarkOf(f, label), rest),
        }),
      };
    }),
  ];
});

export function unusualNames(contract: Contract): readonly Pick<ValidBody, "label" | "profile">[] {
  return validBodies(contract).filter(({ isNameUnusual }) => isNameUnusual);
}

export function createSteps(contract: Contract): readonly Step[] {
  const { statuses } = petstore(contract);
  return [
    ...validBodies(contract).map((body) => createStep(body)),
    createStep({
      label: sentinel.label,
      profile: "standard",
      priority: "essential",
      // Right after a body that is not JSON: what that one left behind shows in the next (ruling 32).
      waitsFor: [bodyNotJson],
      phase: "again",
      fields: (facts) => ({
        // A filter that searches names finds this one under every status.
        name: shortMarkOf(facts, sentinel.label).padEnd(longestName, `-${statuses.join("-")}`),
        categoryId: ordinaryCategory(facts).id,
        status: fewestStatus(facts),
      }),
    }),
  ];
}

export function createStep({
  label,
  profile,
  priority,
  requires = [firstList],
  waitsFor = [],
  phase,
  spell = (text) => text,
  fields,
}: ValidBody): Step {
  return posting({
    label,
    profile,
    priority,
    requires,
    waitsFor,
    ...(phase === undefined ? {} : { phase }),
    effect: "create",
    expectedValidity: "valid",
    request: (facts) => postPet(spell(newPetText(petstore(facts.contract), fields(facts)))),
    // Where the known categories lie beyond 2^53 the service may refuse them, and nothing else suffers (ruling 12).
    fallback: (exchange, facts) => {
      const { categoryId } = fields(facts);
      const refused =
        exchange.outcome.kind === "answer" && [400, 404, 409, 422].includes(exchange.outcome.answer.status);
      if (!refused || typeof categoryId !== "bigint" || isOrdinary(categoryId)) return undefined;
      return postPet(spell(newPetText(petstore(facts.contract), { ...fields(facts), categoryId: 1n })));
    },
  });
}

/** A category that a double cannot hold: one that is known to exist, else the first one there is (ruling 12). */
export const createBigCategory: Step = posting({
  label: createOfBigCategory.label,
  profile: "standard",
  priority: "typical",
  requires: [firstList],
  effect: "create",
  request: (facts) =>
    postPet(
      newPetText(petstore(facts.contract), {
        name: markOf(facts, createOfBigCategory.label),
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
  { label: "create, name with blanks around it", name: (mark: string) => ` ${mark} ` },
  { label: "create, name in decomposed form", name: (mark: string) => `${mark} Zoe\u0308 A\u030a` },
].map(({ label, name }) =>
  createStep({
    label,
    profile: "thorough",
    priority: "frequent",
    fields: (facts) => ({
      name: name(shortMarkOf(facts, label)),
      categoryId: ordinaryCategory(facts).id,
      status: petstore(facts.contract).statuses[0],
    }),
  }),
);
