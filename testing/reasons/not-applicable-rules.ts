import { isAnswered } from "#core/check/facts.ts";
import { formatCalendarDay, type RemovalPhase } from "#core/contract/validation/days.ts";
import { carriesRateHeader } from "#core/exchange/pacing/rate-headers.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { pricingPlan } from "#suites/petstore/settings.ts";
import { type AnyRules, type Evidence, idsOf, petsSeen, readsIn, statusOf } from "./evidence.ts";

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
  "limits-off": ({ facts }) => facts.setting.rateLimit === "off",
  "not-in-document": ({ facts }) => facts.contract.operations.size < 4,
  "private-address": ({ facts }, { host }) => facts.setting.baseUrl.hostname === host,
  "none-drawn": ({ run }) => run.profile === "thorough",
  "key-without-case": ({ facts }) => !facts.setting.keyHasCase,
  "first-was-read": (evidence) => readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) !== 404),
  "listed-were-read": (evidence) => readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) !== 404),
  "enough-pets": (evidence) => idsOf(petsSeen(evidence)).size > 0,
  "still-there": ({ facts }) => facts.setting.removals.getPet !== "after",
} satisfies Partial<AnyRules>;
