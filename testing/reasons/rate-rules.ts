import { answeredWith, isAnswered } from "../../src/core/check/facts.ts";
import { exchangeInWords } from "../../src/core/check/words.ts";
import type { Exchange } from "../../src/core/exchange/exchange.ts";
import { headerValue } from "../../src/core/exchange/headers.ts";
import { announcedRate, rateHeadersOf } from "../../src/core/exchange/pacing/rate-headers.ts";
import { answersIn, type Evidence, has429, ofStep, type Rule, statusOf } from "./evidence.ts";

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

const notProbed: Rule = (evidence) => burst(evidence).length === 0;

const resets = (evidence: Evidence): readonly number[] =>
  announcing(evidence).flatMap((e) => announcedRate(e)?.resetAtSeconds ?? []);

/** Some Reset comes before the one announced in front of it has passed. */
const movesWithTheClock: Rule = (evidence) => new Set(resets(evidence)).size > 1;

/** Reasons about rate limits, and what the exchanges must show for them. */
export const rateRules: Readonly<Record<string, Rule>> = {
  "the target announces no rate limit, and may have one": (evidence) => announcing(evidence).length === 0,
  "no room in the rate limit": (evidence) => announcing(evidence).length > 0,
  "no such path was asked for": ({ facts }) =>
    !facts.exchanges.some((e) => isAnswered(e) && /\/pets\/[^/]*[^\d/][^/]*$/.test(e.request.path)),
  "the headers are missing elsewhere too": (evidence) =>
    answersIn(evidence).some((e) =>
      ["limit", "remaining", "reset"].some(
        (name) => headerValue(e.outcome.answer.headers, `x-ratelimit-${name}`) === undefined,
      ),
    ),
  "fewer than two responses announce a limit in three well-formed headers": (evidence) =>
    announcing(evidence).filter(isSane).length < 2 || announcing(evidence).some((e) => !isWellFormed(e)),
  "too few responses announce the same Reset": (evidence) =>
    !resets(evidence).some((reset, i, all) => all.indexOf(reset) !== i) ||
    announcing(evidence).some((e) => !isWellFormed(e)),
  "too few requests were served under the same Reset": (evidence) =>
    announcing(evidence).filter((e) => isWellFormed(e)).length < 30 || new Set(resets(evidence)).size > 1,
  "Reset moves with the clock, so only the values themselves are judged": movesWithTheClock,
  "Reset moves with the clock": movesWithTheClock,
  "no answer before a 429 announces the same Reset, and a limit that is well formed": (evidence) =>
    refusals(evidence)
      .filter((e) => e.request.credential.kind === "valid")
      .every(
        (refusal) =>
          !announcing(evidence).some(
            (e) =>
              e.endedAtMs <= refusal.sentAtMs &&
              !answeredWith(e, 429) &&
              isWellFormed(e) &&
              announcedRate(e)?.resetAtSeconds === announcedRate(refusal)?.resetAtSeconds,
          ),
      ),
  "no answer to a list announces a limit in three well-formed headers": (evidence) =>
    !announcing(evidence).some(
      (e) => evidence.facts.contract.classify(e.request).operation === "listPets" && isWellFormed(e),
    ),
  "the over-limit probe was not part of the run": notProbed,
  "a limit of … is a daily one": (evidence, limit) =>
    burst(evidence).length === 0 &&
    announcing(evidence).some((e) => announcedRate(e)?.limit === Number(limit)),
  "X-RateLimit-Reset names no time within a day, which could be waited for": (evidence) =>
    burst(evidence).length === 0 && announcing(evidence).some((e) => aheadSeconds(e) > 24 * 3600),
  "the limit resets only in … s": (evidence, seconds) =>
    burst(evidence).length === 0 &&
    announcing(evidence).some((e) => aheadSeconds(e) + 6 >= Number(seconds) && Number(seconds) > 60),
  "the over-limit probe would take … requests": (evidence, requests) =>
    announcing(evidence).some((e) => announcedRate(e)?.remaining === Number(requests) - 1),
  "the over-limit probe begins with the next window": notProbed,
  "the run was ended before the over-limit probe": notProbed,
  "no request reached the limit": notProbed,
  "the requests of the probe did not reach the limit": (evidence) =>
    burst(evidence).length > 0 && burst(evidence).every((e) => answeredWith(e, 200) || !isAnswered(e)),
  "the probe was answered … before the limit was used up": (evidence, got) =>
    burst(evidence).some((e) => exchangeInWords(e) === got && !answeredWith(e, 200, 429)),
  "no request was rejected": (evidence) =>
    burst(evidence).every((e) => !isAnswered(e) || answeredWith(e, 200)),
  "no request was answered 429": (evidence) => !has429(evidence),
  "no 429 has both a Retry-After and a Reset that can be compared": (evidence) =>
    refusals(evidence).length > 0 &&
    !refusals(evidence).some(
      (e) => (rateHeadersOf(e).retryAfterMs ?? 0) > 0 && announcedRate(e) !== undefined && isWellFormed(e),
    ),
  "the 429 has no Retry-After that can be read": (evidence) =>
    refusals(evidence).some((e) => rateHeadersOf(e).retryAfterMs === undefined),
  "the 429 names no time to wait: its Retry-After lies not ahead": (evidence) =>
    refusals(evidence).some((e) => (rateHeadersOf(e).retryAfterMs ?? 1) <= 0),
  "Retry-After asks for … s, and --max-wait allows less": (evidence, seconds) =>
    refusals(evidence).some(
      (e) => Math.ceil((rateHeadersOf(e).retryAfterMs ?? 0) / 1000) === Number(seconds),
    ),
  "nothing was sent after the wait": (evidence) => ofStep(evidence, "after Retry-After").length === 0,
  "the key was answered 429 after …, and others may use it": (evidence, waits = "") =>
    refusals(evidence).length > Number.parseInt(waits, 10),
};

/** What RATE-3 and RATE-4 take for a limit. */
function isWellFormed(e: Exchange): boolean {
  const { limit = 0, remaining = -1 } = announcedRate(e) ?? {};
  return limit > 0 && remaining >= 0 && remaining <= limit && isSane(e);
}
