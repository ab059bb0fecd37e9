import { caseRef } from "#core/check/case.ts";
import { runCheck, type TraceCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, hasStatus, isAnswered } from "#core/check/facts.ts";
import type { Observer } from "#core/check/observe.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inHeader, inStatus, type Observation } from "#core/check/results/verdict.ts";
import { answerInWords } from "#core/check/results/words.ts";
import { lone } from "#core/check/traffic-check.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { announcedRate, isBefore, rateHeadersOf, valueIn } from "#core/exchange/pacing/rate-headers.ts";
import { hasKey } from "#suites/petstore/pets.ts";
import { inconclusive, untested } from "#suites/petstore/reasons.ts";
import {
  announcingAnswers,
  notDue,
  othersUseTheKey,
  ratedAnswers,
  requestsBetween,
  resetMoves,
  usedByOthers,
} from "#suites/petstore/shared/evidence/rate-evidence.ts";
import { firstList, probe } from "#suites/petstore/shared/steps/named-steps.ts";
import { agreement, agreementSeconds, observedInRun, servedBeyond } from "../rate-fold.ts";

const overTheLimit = caseRef("over-the-limit", "over the limit");

function overLimitCheck(
  about: string,
  judge: (facts: Facts, observe: Observer) => Observation | readonly Observation[] | Unresolved,
): TraceCheck {
  return runCheck(about, overTheLimit, { profile: "standard", from: [firstList] }, (facts, observe) => {
    const none = facts.exchanges.some((e) => answeredWith(e, 429)) ? undefined : notDue(facts);
    return none ?? judge(facts, observe);
  });
}

function probed(facts: Facts): readonly Answered[] {
  return facts.all(probe.burst).filter(isAnswered);
}

function notProbed(facts: Facts): Unresolved {
  const omission = facts.notSent(probe.burst) ?? untested("limit-not-reached");
  return omission.kind === "not-applicable" ? { ...omission, kind: "untested" } : omission;
}

/**
 * RATE-10. Subject: the requests on listPets that were served under one Reset, and those of them that came after an answer.
 * More than Limit allows is a failure, and so is more than the Remaining of that answer allows. A refill and the requests in
 * flight are added to both.
 */
export const withinLimit = overLimitCheck("RATE-10", (facts, observe) => {
  if (probed(facts).length === 0) return notProbed(facts);
  const excess = servedBeyond(facts);
  if (excess !== undefined) return observedInRun(excess, facts, observe);
  const refusal = probed(facts).find((answer) => answer.outcome.answer.status !== 200);
  if (refusal !== undefined) return observe.held(refusal);
  return untested("probe-below-limit", {}, burstToShow(facts));
});

/** Where Reset moves, twice the limit and a refill show that it is not enforced; undefined where so many were allowed. */
function burstToShow(facts: Facts): Unresolved["remedy"] {
  const limit = ratedAnswers(facts).findLast((r) => r.operation === "listPets")?.rate.limit ?? 0;
  if (!resetMoves(facts) || 3 * limit <= facts.setting.maxBurst) return undefined;
  return { options: [{ option: "max-burst", value: 3 * limit }] };
}

/** RATE-11. Subject: the answer that ended the probe, where the announced Remaining was used up. */
export const status429 = overLimitCheck("RATE-11", (facts, observe) => {
  const answers = probed(facts);
  const [met] = refusals(facts);
  if (answers.length === 0) return met === undefined ? notProbed(facts) : observe.held(met);
  const refusal = answers.find((answer) => answer.outcome.answer.status !== 200);
  if (refusal === undefined) return untested("none-rejected");
  if (hasStatus(refusal, 429)) return observe.held(refusal);
  const before = ratedAnswers(facts).findLast(
    (r) => r.operation === "listPets" && isBefore(r.answer, refusal),
  );
  if (before !== undefined && before.rate.remaining > refusal.inFlight) {
    return inconclusive("probe-answered-otherwise", { got: answerInWords(refusal) });
  }
  return observe.broken(refusal, "status 429", wrongStatus(refusal));
});

function refusals(facts: Facts): readonly Answered[] {
  return facts.exchanges.filter((e) => answeredWith(e, 429));
}

/** RATE-12. Subject: Retry-After of every 429. A 0 names no time before the limit resets (ruling 21). */
export const retryAfter = lone(
  overLimitCheck("RATE-12", (facts, observe) => {
    const all = refusals(facts);
    if (all.length === 0) return notRefused(facts);
    return all.map((answer) => {
      const { retryAfter: given, reset, date, answeredAtMs, retryAfterMs = 0 } = rateHeadersOf(answer);
      const expected = "Retry-After in whole seconds or as an HTTP date";
      const place = inHeader("Retry-After");
      const seen = given.kind === "absent" ? "none" : given.text.slice(0, 100);
      if (given.kind !== "value") return observe.broken(answer, expected, { seen, place });
      const resetAtSeconds = valueIn(reset);
      const soon = resetAtSeconds !== undefined && resetAtSeconds - answeredAtMs / 1000 <= 1;
      // Without a Date the two clocks may differ.
      const known = given.value.kind === "seconds" || date.kind !== "absent";
      if (retryAfterMs <= 0 && known && !soon) {
        return observe.broken(answer, `${expected}, later than now`, { seen, place });
      }
      return observe.held(answer);
    });
  }),
);

function notRefused(facts: Facts): Unresolved {
  return probed(facts).length === 0 ? notProbed(facts) : untested("none-limited");
}

/** RATE-13. Subject: Retry-After of every 429 whose Reset stands still. */
export const agreesWithReset = overLimitCheck("RATE-13", (facts, observe) => {
  const all = refusals(facts);
  if (all.length === 0) return notRefused(facts);
  if (resetMoves(facts)) return untested("reset-moves");
  const judged = announcingAnswers(facts)
    .filter(({ answer }) => answeredWith(answer, 429))
    .flatMap(({ answer, aheadSeconds }) => agreement(answer, aheadSeconds, observe));
  return judged.length > 0 ? judged : untested("nothing-to-compare");
});

/** 429s after so many Retry-Afters obeyed are a refusal to recover (ruling 21). */
const waitsToShow = 3;

/**
 * Each 429 with the answers that follow its wait, until a request was served: nothing else of this run used up the limit. The
 * whole run is looked at, since the limit may be reached long before the probe. Each later 429 names a wait of its own. A 429
 * before anything was served to the key is left out: others may have used the limit up, or a gateway answers.
 */
function recoveries(facts: Facts) {
  const found: { refusal: Answered; after: Answered[] }[] = [];
  let latest: Answered | undefined;
  let isServed = false;
  for (const answer of facts.exchanges.filter(isAnswered)) {
    if (!hasKey(answer)) continue;
    const is429 = answeredWith(answer, 429);
    isServed ||= !is429;
    if (!isServed) continue;
    if (latest === undefined) {
      if (is429) found.push({ refusal: answer, after: [] });
    } else if (!isAfter(answer, latest, rateHeadersOf(latest).retryAfterMs)) {
      // It was under way when the 429 came.
      continue;
    } else found.at(-1)?.after.push(answer);
    latest = is429 ? answer : undefined;
  }
  return found;
}

/** RATE-14. Subject: the requests after the wait that Retry-After asked for. */
export const recovers = overLimitCheck("RATE-14", (facts, observe) => {
  const all = recoveries(facts).filter(({ after }) => after.length > 0);
  if (all.length === 0) return notRecovered(facts);
  return all.map(({ refusal, after }): Observation => {
    const refused = after.filter((answer) => answeredWith(answer, 429));
    const served = after.find((answer) => !answeredWith(answer, 429));
    const last = refused.at(-1);
    const waits = [refusal, ...refused.slice(0, -1)].filter(
      (one) => (rateHeadersOf(one).retryAfterMs ?? 0) > 0,
    );
    // A 429 that announces more cannot be due to others.
    const shared = othersUseTheKey(facts) || usedByOthers(facts) || freesBitByBit([refusal, ...refused]);
    const mayBeOthers = shared && ((last && announcedRate(last)?.remaining) ?? 0) === 0;
    if (last !== undefined && waits.length >= waitsToShow && !mayBeOthers)
      return observe.broken(
        last,
        `an answer other than 429 after ${waitsToShow} waits, each as long as Retry-After`,
        { seen: "429", place: inStatus },
        refusal,
      );
    if (served !== undefined) return observe.held(served);
    return observe.unresolved(untested("limited-by-others", { waits: after.length }));
  });
});

/** Waits that differ by more than rounding depend on requests, not on a window. */
const roundedWaitsMs = 2_000;

/**
 * True of a limit that frees requests one by one. Whoever asks first takes them, so the next wait depends on the requests of
 * others. Refusals in a row show it, since each window begins with a wait and a Reset of its own.
 */
function freesBitByBit(refused: readonly Answered[]): boolean {
  // The first wait is the rest of a window; if every window is refused, the later waits are alike.
  const later = refused.slice(1).flatMap((answer) => rateHeadersOf(answer).retryAfterMs ?? []);
  if (Math.max(...later, 0) - Math.min(...later, Number.POSITIVE_INFINITY) > roundedWaitsMs) return true;
  const resets = refused.flatMap((answer) => announcedRate(answer)?.resetAtSeconds ?? []);
  const early = refused.some((answer) => {
    const ahead = (announcedRate(answer)?.resetAtSeconds ?? 0) - rateHeadersOf(answer).answeredAtMs / 1000;
    return (rateHeadersOf(answer).retryAfterMs ?? Number.POSITIVE_INFINITY) / 1000 < ahead - agreementSeconds;
  });
  return early && new Set(resets).size > 1;
}

function notRecovered(facts: Facts): Unresolved {
  const [refusal] = refusals(facts);
  if (refusal === undefined) return notRefused(facts);
  const waitMs = rateHeadersOf(refusal).retryAfterMs;
  if (waitMs === undefined) return untested("no-retry-after");
  if (waitMs > facts.setting.maxWaitMs - 1000) {
    const seconds = Math.ceil(waitMs / 1000);
    const remedy = { options: [{ option: "max-wait", value: seconds + 5 }] };
    return untested("long-retry-after", { seconds }, remedy);
  }
  return untested(waitMs <= 0 ? "no-time-to-wait" : "nothing-after-wait");
}

/** RATE-15. Subject: the first request after each wait that begins with a 429. */
export const recoversAtOnce = overLimitCheck("RATE-15", (facts, observe) => {
  const firsts = recoveries(facts).flatMap(({ refusal, after: [first] }) =>
    first ? { refusal, first } : [],
  );
  if (firsts.length === 0) return notRecovered(facts);
  const expected = "an answer other than 429 after the wait in Retry-After";
  return firsts.map(({ refusal, first }) =>
    answeredWith(first, 429)
      ? observe.broken(first, expected, { seen: "429", place: inStatus }, refusal)
      : observe.held(first),
  );
});

/**
 * RATE-16. Subject: each 429 to the valid key, with the last Remaining announced before it under the same Reset and of the
 * same Limit: a service may count by operation.
 */
export const noEarly429 = overLimitCheck("RATE-16", (facts, observe) => {
  const all = refusals(facts).filter((answer) => hasKey(answer));
  if (all.length === 0) return notRefused(facts);
  const judged = all.flatMap((answer): Observation | [] => {
    const own = announcedRate(answer);
    const before = ratedAnswers(facts).findLast(
      ({ answer: other, rate }) =>
        isBefore(other, answer) &&
        rate.resetAtSeconds === own?.resetAtSeconds &&
        rate.limit === own.limit &&
        !answeredWith(other, 429),
    );
    if (before === undefined) return [];
    const { remaining, limit } = before.rate;
    if (remaining < limit / 10 || remaining < requestsBetween(before.answer, answer, facts))
      return observe.held(answer);
    return observe.broken(
      answer,
      "no 429 while at least a tenth of the limit remains",
      { seen: `429 with ${remaining} of ${limit} left`, place: inStatus },
      before.answer,
    );
  });
  return judged.length > 0 ? judged : untested("nothing-before-429");
});
