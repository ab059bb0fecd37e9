import { isAnswered } from "#core/check/facts.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import { formatCalendarDay, type RemovalPhase } from "#core/contract/validation/days.ts";
import { carriesRateHeader } from "#core/exchange/pacing/rate-headers.ts";
import { isList, petsIn } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { pricingPlan } from "#suites/petstore/settings.ts";
import { type AnyRules, type Evidence, ofStep, readsIn, statusOf } from "./evidence.ts";

/** What a control was to be, in its words, and whether an answer was that. */
const controls: readonly (readonly [
  RegExp,
  (e: Parameters<typeof statusOf>[0], words: RegExpExecArray, evidence: Evidence) => boolean,
])[] = [
  [/^answered 200 with a list$/, (e) => isList(e)],
  [
    /^answered 200 with a list that shows the id of a pet$/,
    (e) => isList(e) && (petsIn(e) ?? []).some(({ id }) => id !== undefined),
  ],
  [/^answered (\d{3})(?: or (\d{3}))?$/, (e, words) => words.slice(1).map(Number).includes(statusOf(e))],
  [/^let through with the key$/, (e) => statusOf(e) !== 401],
  [
    /^a read of the original id that was answered 200$/,
    (e, _, evidence) => statusOf(e) === 200 && isReadInAnotherForm(e.request.path, evidence),
  ],
];

/** Whether the id of a read was asked for in another form too: with a sign, with a fraction. */
function isReadInAnotherForm(path: string, evidence: Evidence): boolean {
  const id = path.slice(path.lastIndexOf("/") + 1);
  const others = readsIn(evidence).map(({ request }) => request.path);
  return others.some((other) => other !== path && other.slice(other.lastIndexOf("/")).includes(id));
}

/** Whether an answer of the step was what is said, and not what the control was to be. */
export function controlFailed(evidence: Evidence, label: string, words: string, got: string): boolean {
  const [pattern, held] = controls.find(([one]) => one.test(words)) ?? [];
  if (pattern === undefined || held === undefined)
    throw new Error(`no rule for a control that is "${words}"`);
  const match = pattern.exec(words);
  return ofStep(evidence, label).some(
    (e) => exchangeInWords(e) === got && !(isAnswered(e) && match !== null && held(e, match, evidence)),
  );
}

const removalDay = ({ facts }: Evidence): string | undefined => {
  const { removalDay: day } = petstore(facts.contract);
  return day && formatCalendarDay(day);
};

const removal =
  (phase: RemovalPhase) =>
  (evidence: Evidence, { day }: { readonly day: string }): boolean =>
    evidence.facts.setting.removals.getPet === phase && removalDay(evidence) === day;

/** Reasons for `not-applicable` that a requirement as a whole can have. */
export const notApplicableRules = {
  "left-open": ({ verdict }) => verdict.level === "open",
  "not-removed-yet": (evidence, { day }) =>
    evidence.facts.setting.removals.getPet !== "after" && removalDay(evidence) === day,
  removed: removal("after"),
  "may-be-removed": removal("during"),
  "no-plan-declared": ({ facts }) => pricingPlan(facts.setting)?.perMinute === undefined,
  "no-orders": (evidence) =>
    evidence.facts.exchanges.some(
      (e) => e.request.path === "/store/orders" && isAnswered(e) && [404, 405, 501].includes(statusOf(e)),
    ),
  "no-limit-announced": ({ facts }) =>
    !facts.exchanges.some(
      (e) => carriesRateHeader(e) && facts.contract.classify(e.request).operation !== undefined,
    ),
} satisfies Partial<AnyRules>;
