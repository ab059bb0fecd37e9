import { type Facts, hasStatus, isAnswered } from "#core/check/facts.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import { hasKey } from "#suites/petstore/pets.ts";
import { looksLike, pricingPlan } from "../settings.ts";
import { othersUseTheKey, ratedAnswers, resetMoves, windowSeconds } from "./evidence/rate-evidence.ts";
import { generatedCreates } from "./steps/named-steps.ts";

/** What is worth knowing about a run but is not a verdict. */
export function notes(facts: Facts): readonly string[] {
  return [...ungenerated(facts), ...rateNotes(facts)];
}

/** Which inputs were not generated because the caps left no room for the pets that they create. */
function ungenerated(facts: Facts): readonly string[] {
  const omitted = Object.values(generatedCreates).flatMap(({ id, label }) => {
    const remedy = facts.notSent({ id })?.remedy;
    const options = remedy !== undefined && "options" in remedy ? remedy.options : [];
    const room = options.find(({ option }) => option === "max-creates");
    return room === undefined ? [] : [{ label, maxCreates: room.value }];
  });
  const [first] = omitted;
  if (first === undefined) return [];
  const labels = omitted.map(({ label }) => label).join(", ");
  return [
    `the cap on created pets left no room for ${labels}: to test them, add --max-creates ${first.maxCreates}`,
  ];
}

function rateNotes(facts: Facts): readonly string[] {
  const [first] = ratedAnswers(facts);
  if (first === undefined) return [];
  const { limit } = first.rate;
  const plan = pricingPlan(facts.setting) === undefined ? looksLike(limit, first.aheadSeconds) : undefined;
  return [
    ...(plan === undefined ? [] : [`the announced limit looks like that of the plan ${plan}`]),
    ...(resetMoves(facts)
      ? [
          "X-RateLimit-Reset moves with the clock, as with a sliding window or a token bucket, so only the values themselves are judged",
        ]
      : []),
    ...(othersUseTheKey(facts) || refusedTooSoon(facts)
      ? ["Remaining fell by more than this run's requests explain: another client may use this key"]
      : []),
  ];
}

/**
 * A 429 with nothing left, although the run had sent fewer requests in a window than were left to it: what was used before its
 * first request of that window, the run before may have used.
 */
function refusedTooSoon(facts: Facts): boolean {
  const own = facts.exchanges;
  return own.filter(isAnswered).some((refusal) => {
    if (!hasKey(refusal)) return false;
    const rate = hasStatus(refusal, 429) ? announcedRate(refusal) : undefined;
    if (rate === undefined || rate.remaining > 0) return false;
    const sinceMs = timesOf(refusal).sentAtMs - windowSeconds(facts) * 1000;
    const isInWindow = (e: Exchange) => e.id <= refusal.id && timesOf(e).sentAtMs >= sinceMs;
    const first = ratedAnswers(facts).find(({ answer }) => isInWindow(answer));
    const left = first === undefined ? rate.limit : Math.min(rate.limit, first.rate.remaining + 1);
    return own.filter(isInWindow).length < left;
  });
}
