import { type StepRef, stepRef } from "#core/check/case.ts";
import type { PromisedCase } from "#core/check/check.ts";
import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Contract } from "#core/contract/contract.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { markedName, markOf, nameOf, nameRoom, shortMarkOf } from "../evidence/marks.ts";
import { fewestStatus, greatestCategory, isOrdinary, ordinaryCategory } from "../evidence/store.ts";
import { bodySteps, creates, firstCreate, firstList, sentinel, statusOfNone } from "./named-steps.ts";
import { type NewPetFields, newPetText, posting, postPet } from "./requests.ts";
import { toBeCorrected } from "./wrong-bodies.ts";

interface ValidBody extends Partial<Step> {
  /** Writes the same JSON in another way. */
  readonly spell?: (text: string) => string;
}

/** @param fields what differs from a body with the mark of the step, an ordinary category and the first status */
export function createStep(
  { id, label }: StepRef,
  profile: Depth,
  fields: (facts: Facts) => NewPetFields = () => ({}),
  { spell = (text) => text, ...more }: ValidBody = {},
): Step {
  const sent = (facts: Facts): NewPetFields => {
    const { statuses, newPet } = petstore(facts.contract);
    const usual = { name: markOf(facts, id), categoryId: ordinaryCategory(facts).id, status: statuses[0] };
    // A service may refuse a status that the document does not name (ruling 9).
    const none = newPet.properties.has("status") ? {} : { status: undefined };
    return { ...usual, ...fields(facts), ...none };
  };
  const post = (facts: Facts, given: NewPetFields) =>
    postPet(spell(newPetText(petstore(facts.contract), given)));
  return posting({
    ...{ id, label, profile, requires: [firstList], ...more },
    waitsFor: [...(more.waitsFor ?? []), ...(id === firstCreate.id ? [] : [statusOfNone])],
    effect: "create",
    expectedValidity: "valid",
    request: (facts) => post(facts, sent(facts)),
    fallback: (exchange, facts) => {
      // Where the known categories lie beyond 2^53 the service may refuse them, and nothing else suffers (ruling 12).
      const { categoryId } = sent(facts);
      const isRefused = answeredWith(exchange, 400, 404, 409, 422);
      if (!isRefused || typeof categoryId !== "bigint" || isOrdinary(categoryId)) return undefined;
      return post(facts, { ...sent(facts), categoryId: 1n });
    },
  });
}

const names: readonly (readonly [kind: string, profile: Depth, rest: string, isWhole?: true])[] = [
  ["of every kind", "standard", ` Žë,  猫🐕\u200dك"'\\<I>\${}&lt;+%20`],
  ["in several scripts", "thorough", " Žoë ñ ß İ € 猫 كلب ไทย हिं"],
  ["of emoji", "thorough", " 🐕\u200d🦺🏳️\u200d🌈👩🏽🇨🇭1\ufe0f\u20e3"],
  ["with quotes and markup", "thorough", ` "'\`\\/<b>&amp;</b>{{1}}+%20`],
  // Without the mark, so that the first character is no letter; hardly any number of bytes ends with a character. Two quotation
  // marks: some code escapes the first alone.
  [
    "of emoji and code",
    "extended",
    `🐕\u200d🦺👩🏽🇨🇭🏳\ufe0f\u200d🌈1\ufe0f\u20e3猫 é%s? \\n\\u0041 &#39;"");--//`,
    true,
  ],
  ["of a typist", "thorough", ` "it's" -- ... (c) 1/2 <3 é`],
  ["of signs", "thorough", ` !#*,:=?@[]^_\`|~’“”²\u00a0é`],
  ["right to left", "thorough", " שלום \u200fمرحبا می\u200cشود"],
];

/**
 * Names that some code mistakes: too short for a validation, falsy in some languages, for some stores a missing name,
 * a formula, or a number that loses its sign and first zero. They have no room for the mark.
 */
const wholeNames = [
  ["of one digit", "extended", "0"],
  ["of the word null", "thorough", "null"],
  ["of a signed number", "thorough", "+01"],
] as const;

/** The name is plain, so that `spell` may take the body for text. */
function spelt(step: StepRef, profile: Depth, spell: (text: string) => string, more: Partial<Step> = {}) {
  const fields = (f: Facts) => ({
    // Read as a number, it loses its zeros.
    name: nameOf(f, step.id, "/x 007 1.50"),
    // Not the first, which is the usual default: a body before it may have had none.
    status: petstore(f.contract).statuses.at(-1),
  });
  return createStep(step, profile, fields, { spell, ...more });
}

/** After a request that is rejected, to show what is left behind (ruling 32). */
function afterRejected(step: StepRef) {
  return { requires: [firstList, step], phase: "again" } as const;
}

/** The same JSON, written in other ways (RFC 8259): whitespace, the order of fields, escapes. */
const spellings: readonly Step[] = [
  spelt(stepRef("create/spelling/spaced-out", "create, body spaced out"), "thorough", (text) =>
    text.replace(/[{},:]/g, (mark) => `\r\n\t ${mark} `),
  ),
  spelt(
    creates.inOtherOrder,
    "thorough",
    (text) => `{${text.slice(1, -1).split(",").reverse().join(",")}}`,
    afterRejected(bodySteps.ofNonsense),
  ),
  spelt(
    creates.escaped,
    "extended",
    // In the names of fields and in the status, too, with digits of both cases.
    (text) =>
      text.replace(/"[^"]*"/g, (string) =>
        string
          .replaceAll("a", "\\u0061")
          .replaceAll("d", "\\u0064")
          .replaceAll("-", "\\u002D")
          .replaceAll("/", "\\/"),
      ),
    afterRejected(bodySteps.array),
  ),
];

/** The valid bodies: every status, none, every kind of name and category. */
export const validBodies = derivedFrom((contract: Contract): readonly Step[] => {
  const { statuses, newPet } = petstore(contract);
  const [, ...others] = statuses;
  return [
    createStep(firstCreate, "standard"),
    createStep(creates.alike, "extended", (f) => ({ name: markOf(f, firstCreate.id) }), {
      requires: [firstList, firstCreate],
    }),
    // All in one category: a faulty create may change the status of earlier pets that resemble its own.
    ...others.map((status) =>
      createStep(creates.ofStatus(status), "standard", (f) => ({
        categoryId: ordinaryCategory(f, 1).id,
        status,
      })),
    ),
    createStep(
      creates.withoutStatus,
      "standard",
      (f) => ({ categoryId: greatestCategory(f).id, status: undefined }),
      // Sent right after a rejected body, so that anything it spoiled shows (ruling 32).
      { requires: [firstList, bodySteps.cutShort] },
    ),
    // Where nothing is required, no such body is rejected.
    ...(newPet.required.length === 0
      ? []
      : [
          createStep(
            creates.corrected,
            "extended",
            // Without a status, when no valid one has come since the rejected bodies: what is kept of theirs would show.
            (f) => ({ name: toBeCorrected.name(f), status: undefined }),
            { ...afterRejected(toBeCorrected.last), waitsFor: [bodySteps.asText] },
          ),
        ]),
    ...spellings,
    ...wholeNames.map(([kind, profile, name]) =>
      createStep(stepRef(`create/name/${kind}`, `create, name ${kind}`), profile, () => ({ name })),
    ),
    ...unusualNames(contract),
  ];
});

/** Creates whose names are more than letters, digits and hyphens, and may fail where a plain one does not. */
export const unusualNames = derivedFrom((contract: Contract): readonly Step[] => {
  const { statuses } = petstore(contract);
  return [
    createStep(creates.longName, "thorough", (f) => ({
      name: shortMarkOf(f, creates.longName.id).padEnd(nameRoom(f), "猫"),
    })),
    ...names.map(([kind, profile, rest, isWhole], i) => {
      const step = stepRef(`create/name/${kind}`, `create, name ${kind}`);
      const place = i % statuses.length;
      // In the category of the first pet of its status: a store may keep one pet for both, or change one with the other.
      const fields = (f: Facts) => ({
        name: isWhole ? markedName("", rest, nameRoom(f)) : nameOf(f, step.id, rest),
        categoryId: ordinaryCategory(f, Math.min(place, 1)).id,
        status: statuses[place],
      });
      return createStep(step, profile, fields);
    }),
  ];
});

/** Such a create is a case by itself. */
export function promisedBy(step: Pick<Step, "id" | "label" | "profile">): PromisedCase {
  return { case: step, profile: step.profile, from: [step] };
}

export function createSteps(contract: Contract): readonly Step[] {
  const { statuses } = petstore(contract);
  const fields = (facts: Facts) => ({
    // A filter that searches names finds this one under every status.
    name: shortMarkOf(facts, sentinel.id).padEnd(nameRoom(facts), `-${statuses.join("-")}`),
    status: fewestStatus(facts),
  });
  // Sent right after rejected bodies, so that anything left behind shows (ruling 32).
  const how = { waitsFor: [bodySteps.asText, bodySteps.notJson], phase: "again" } as const;
  return [...validBodies(contract), createStep(sentinel, "standard", fields, how)];
}

const withBlanks = stepRef("create/name/blanks", "create, name with whitespace around it");
const decomposed = stepRef("create/name/decomposed", "create, name in decomposed form");

/** Names with whitespace around them, and in a decomposed Unicode form: kept, as one may expect (ruling 11). */
export const fragileNames: readonly Step[] = [
  createStep(withBlanks, "thorough", (f) => ({
    name: ` ${shortMarkOf(f, withBlanks.id).slice(0, nameRoom(f) - 2)} `,
  })),
  createStep(decomposed, "thorough", (f) => ({ name: nameOf(f, decomposed.id, " Zoe\u0308 A\u030a") })),
];
