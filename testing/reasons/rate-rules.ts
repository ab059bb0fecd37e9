import { answeredWith, isAnswered } from "#core/check/facts.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { announcedRate, rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import { type AnyRules, answersIn, type Evidence, has429, ofStep, type Rule, statusOf } from "./evidence.ts";

const burst = (evidence: Evidence) => ofStep(evidence, "over-limit probe");
const refusals = (evidence: Evidence) => answersIn(evidence).filter((e) => statusOf(e) === 429);

/** Of the valid key and the four operations, in three headers with a number each. */
const announcing = ({ facts }: Evidence): readonly Exchange[] =>
  facts.exchanges.filter(
    (e) =>
      e.request.credential.kind === "valid" &&
      facts.contract.classify(e.request).operation !== undefined &&
      announcedRate(e) !== undefined,
  );

/** Reset in seconds from the answer on. */
const aheadSeconds = (e: Exchange): number =>
  (announcedRate(e)?.resetAtSeconds ?? Number.NaN) - rateHeadersOf(e).answeredAtMs / 1000;

/** Within what an honest Reset may lie ahead, as the interface and ruling 20 have it. */
const isSane = (e: Exchange): boolean => aheadSeconds(e) > -7 && aheadSeconds(e) < 24 * 3600 + 306;

const resets = (evidence: Evidence): readonly number[] =>
  announcing(evidence).flatMap((e) => announcedRate(e)?.resetAtSeconds ?? []);

/** Some Reset comes before the one announced in front of it has passed. */
const movesWithTheClock: Rule = (evidence) => new Set(resets(evidence)).size > 1;

/** Reasons about rate limits, and what the exchanges must show for them. */
export const rateRules = {
  "too-few-announce": (evidence) =>
    announcing(evidence).filter(isSane).length < 2 || announcing(evidence).some((e) => !isWellFormed(e)),
  "no-common-reset": (evidence) =>
    !announcing(evidence)
      .map((e) => `${announcedRate(e)?.resetAtSeconds} ${announcedRate(e)?.limit}`)
      .some((both, i, all) => all.indexOf(both) !== i) || announcing(evidence).some((e) => !isWellFormed(e)),
  "too-few-served": (evidence) =>
    announcing(evidence).filter((e) => isWellFormed(e)).length < 30 || new Set(resets(evidence)).size > 1,
  "reset-moves-values": movesWithTheClock,
  "reset-moves": movesWithTheClock,
  "nothing-before-429": (evidence) =>
    refusals(evidence)
      .filter((e) => e.request.credential.kind === "valid")
      .every(
        (refusal) =>
          !announcing(evidence).some(
            (e) =>
              isAfter(refusal, e) &&
              !answeredWith(e, 429) &&
              isWellFormed(e) &&
              announcedRate(e)?.resetAtSeconds === announcedRate(refusal)?.resetAtSeconds &&
              announcedRate(e)?.limit === announcedRate(refusal)?.limit,
          ),
      ),
  "no-limit-to-probe": (evidence) =>
    !announcing(evidence).some(
      (e) => evidence.facts.contract.classify(e.request).operation === "listPets" && isWellFormed(e),
    ),
  "daily-limit": (evidence, { limit }) =>
    burst(evidence).length === 0 &&
    announcing(evidence).some((e) => announcedRate(e)?.limit === Number(limit)),
  "reset-out-of-reach": (evidence) =>
    burst(evidence).length === 0 && announcing(evidence).some((e) => aheadSeconds(e) > 24 * 3600),
  "large-burst": (evidence, { requests }) =>
    announcing(evidence).some((e) => announcedRate(e)?.remaining === Number(requests) - 1),
  "probe-answered-otherwise": (evidence, { got }) =>
    burst(evidence).some((e) => exchangeInWords(e) === got && !answeredWith(e, 200, 429)),
  "none-rejected": (evidence) => burst(evidence).every((e) => !isAnswered(e) || answeredWith(e, 200)),
  "none-limited": (evidence) => !has429(evidence),
  "nothing-to-compare": (evidence) =>
    refusals(evidence).length > 0 &&
    !refusals(evidence).some(
      (e) => (rateHeadersOf(e).retryAfterMs ?? 0) > 0 && announcedRate(e) !== undefined && isWellFormed(e),
    ),
  "no-retry-after": (evidence) => refusals(evidence).some((e) => rateHeadersOf(e).retryAfterMs === undefined),
  "no-time-to-wait": (evidence) => refusals(evidence).some((e) => (rateHeadersOf(e).retryAfterMs ?? 1) <= 0),
  "long-retry-after": (evidence, { seconds }) =>
    refusals(evidence).some(
      (e) => Math.ceil((rateHeadersOf(e).retryAfterMs ?? 0) / 1000) === Number(seconds),
    ),
  "nothing-after-wait": (evidence) => ofStep(evidence, "after Retry-After").length === 0,
} satisfies Partial<AnyRules>;

/** What RATE-3 and RATE-4 take for a limit. */
function isWellFormed(e: Exchange): boolean {
  const { limit = 0, remaining = -1 } = announcedRate(e) ?? {};
  return limit > 0 && remaining >= 0 && remaining <= limit && isSane(e);
}
