import type { Facts } from "../../src/check/facts.ts";
import { type Priority, priorities } from "../../src/check/priority.ts";
import { type Step, type StepRef, stepRef } from "../../src/check/step.ts";
import type { Contract } from "../../src/contract/contract.ts";
import { derivedFrom } from "../../src/exchange/derived-from.ts";
import { exactDoubles } from "../evidence/doubles.ts";
import { longestName, markedName, markOf, shortMarkOf } from "../evidence/marks.ts";
import { categories, fewestStatus, isOrdinary, ordinaryCategory } from "../evidence/store.ts";
import {
  createOfBigCategory,
  firstList,
  generatedWrongBodies,
  sentinel,
  unauthenticatedCreates,
} from "./named-steps.ts";
import { type NewPetFields, newPetText, posting, postPet } from "./requests.ts";
import { wrongBodySteps } from "./wrong-bodies.ts";

/** What a valid create sends; the name bears the run's mark. */
export interface ValidBody {
  readonly label: string;
  readonly profile: Step["profile"];
  readonly priority: Priority;
  readonly requires?: readonly StepRef[];
  readonly waitsFor?: readonly StepRef[];
  /** Writes the same JSON in another way. */
  readonly spell?: (text: string) => string;
  /** The name is more than letters, digits and hyphens, and may fail where a plain one does not. */
  readonly isNameUnusual?: true;
  readonly fields: (facts: Facts) => NewPetFields;
}

const names = {
  "of every kind": ` Žë  猫🐕ك"'\\<b>&amp;+%20{}$`,
  "in several scripts": " Žoë ñ 猫 ☂ كلب",
  "of emoji": " 🐕\u200d🦺🏳️\u200d🌈👩🏽",
  "with quotes and markup": ` "'\`\\/<b>&amp;</b>+%20`,
  "of a typist": ` "it's" -- ... (c) 1/2 <3 é`,
  "of signs": ` !#*,:=?@[]^_\`|~’“”²\u00a0é`,
  "right to left": " שלום مرحبا",
} as const;

/** Two pets may be called the same: nothing says that names, or bodies, are unique (ruling 10). */
const twinLabels = ["create, one of two alike", "create, the same body again"] as const;

const longBytesLabel = "create, name of 64 units and more bytes";

/** The same JSON, written in other ways (RFC 8259): whitespace, the order of fields, escapes. The names are plain, so that text will do. */
const spellings: readonly {
  readonly label: string;
  readonly priority: Priority;
  readonly spell: (text: string) => string;
}[] = [
  {
    label: "create, body spaced out",
    priority: "typical",
    spell: (text) => text.replace(/[{},:]/g, (mark) => `\r\n\t ${mark} `),
  },
  {
    label: "create, members in another order",
    priority: "common",
    spell: (text) => `{${text.slice(1, -1).split(",").reverse().join(",")}}`,
  },
  {
    label: "create, name escaped",
    priority: "common",
    spell: (text) => text.replace("conformance", "\\u0063onformance"),
  },
];

/** The valid bodies: every status, none, every kind of name and category. */
export const validBodies = derivedFrom(({ statuses }: Contract): readonly ValidBody[] => {
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
      fields: (f) => named("create without a status", f, undefined),
    },
    ...spellings.map(
      ({ label, priority, spell }): ValidBody => ({
        label,
        profile: "thorough",
        priority,
        spell,
        fields: (f) => named(label, f, first),
      }),
    ),
    ...twinLabels.map(
      (label, i): ValidBody => ({
        label,
        profile: "thorough",
        priority: "occasional",
        requires: [firstList, ...twinLabels.slice(0, i).map(stepRef)],
        fields: (f) => named(twinLabels[0], f, first),
      }),
    ),
    {
      label: longBytesLabel,
      profile: "thorough",
      priority: "typical",
      isNameUnusual: true,
      fields: (f) => ({
        ...named(longBytesLabel, f, first),
        name: shortMarkOf(f, longBytesLabel).padEnd(longestName, "猫"),
      }),
    },
    ...Object.entries(names).map(([kind, rest], i): ValidBody => {
      const label = `create, name ${kind}`;
      return {
        label,
        profile: i === 0 ? "standard" : "thorough",
        priority: priorities[i] ?? "last",
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
  return [
    ...validBodies(contract).map((body) => createStep(body)),
    createStep({
      label: sentinel.label,
      profile: "standard",
      priority: "essential",
      waitsFor: [
        ...wrongBodySteps(contract),
        ...Object.values(generatedWrongBodies),
        ...Object.values(unauthenticatedCreates),
      ],
      fields: (facts) => ({
        name: shortMarkOf(facts, sentinel.label).padEnd(longestName, "-x"),
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
  spell = (text) => text,
  fields,
}: ValidBody): Step {
  return posting({
    label,
    profile,
    priority,
    requires,
    waitsFor,
    effect: "create",
    expectedValidity: "valid",
    request: (facts) => postPet(spell(newPetText(facts.contract, fields(facts)))),
    // Where the known categories lie beyond 2^53 the service may refuse them, and nothing else suffers (ruling 12).
    fallback: (exchange, facts) => {
      const { categoryId } = fields(facts);
      const refused =
        exchange.outcome.kind === "answer" && [400, 404, 409, 422].includes(exchange.outcome.answer.status);
      if (!refused || typeof categoryId !== "bigint" || isOrdinary(categoryId)) return undefined;
      return postPet(spell(newPetText(facts.contract, { ...fields(facts), categoryId: 1n })));
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
      newPetText(facts.contract, {
        name: markOf(facts, createOfBigCategory.label),
        categoryId: bigCategory(facts).id,
        status: facts.contract.statuses[0],
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
      status: facts.contract.statuses[0],
    }),
  }),
);
