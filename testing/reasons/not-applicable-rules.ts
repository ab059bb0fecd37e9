import { isAnswered } from "../../src/core/check/facts.ts";
import { formatCalendarDay, type RemovalPhase } from "../../src/core/contract/days.ts";
import { carriesRateHeader } from "../../src/core/exchange/pacing/rate-headers.ts";
import { petstore } from "../../suites/petstore/roles.ts";
import { pricingPlan } from "../../suites/petstore/settings.ts";
import { type Evidence, idsOf, petsSeen, type Rule, readsIn, statusOf } from "./evidence.ts";

const removalDay = ({ facts }: Evidence): string | undefined => {
  const { removalDay: day } = petstore(facts.contract);
  return day && formatCalendarDay(day);
};

const removal =
  (phase: RemovalPhase): Rule =>
  (evidence, day) =>
    evidence.facts.setting.removals.getPet === phase && removalDay(evidence) === day;

/** Reasons for `not-applicable` that a requirement as a whole can have. */
export const notApplicableRules: Readonly<Record<string, Rule>> = {
  "the interface leaves it open": ({ verdict }) => verdict.level === "open",
  "getPet is removed on …, and that day is not over": (evidence, day) =>
    evidence.facts.setting.removals.getPet !== "after" && removalDay(evidence) === day,
  "getPet was removed on …": removal("after"),
  "getPet may be there or not on …": removal("during"),
  "no plan with a known limit is declared (--plan)": ({ facts }) =>
    pricingPlan(facts.setting)?.perMinute === undefined,
  "the target has no /store/orders": (evidence) =>
    evidence.facts.exchanges.some(
      (e) => e.request.path === "/store/orders" && isAnswered(e) && [404, 405, 501].includes(statusOf(e)),
    ),
  "the target announces no rate limit": ({ facts }) =>
    !facts.exchanges.some(
      (e) => carriesRateHeader(e) && facts.contract.classify(e.request).operation !== undefined,
    ),
  "rate limits are declared off": ({ facts }) => facts.setting.rateLimit === "off",
  "the loaded document has no …": ({ facts }) => facts.contract.operations.size < 4,
  "… is a private address": ({ facts }, host) => facts.setting.baseUrl.hostname === host,
  "no input of that kind was drawn": ({ run }) => run.profile === "thorough",
  "the key is the same in any letter case": ({ facts }) => !facts.setting.keyHasCase,
  "the first was read": (evidence) => readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) !== 404),
  "the listed pets were read": (evidence) =>
    readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) !== 404),
  "the store holds enough pets": (evidence) => idsOf(petsSeen(evidence)).size > 0,
  "getPet is not removed yet": ({ facts }) => facts.setting.removals.getPet !== "after",
};
