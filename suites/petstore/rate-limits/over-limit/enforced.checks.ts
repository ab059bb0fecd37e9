import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inStatus } from "#core/check/results/verdict.ts";
import { isBefore, roundingSeconds } from "#core/exchange/pacing/rate-headers.ts";
import { untested } from "#suites/petstore/reasons.ts";
import {
  type RatedAnswer,
  ratedAnswers,
  resetMoves,
  windowSeconds,
} from "#suites/petstore/shared/evidence/rate-evidence.ts";
import { probe } from "#suites/petstore/shared/steps/named-steps.ts";
import { observedInRun, pointOf, type ShownInRun, shownInRun } from "../rate-fold.ts";
import { ofRun } from "../rate-point.ts";
import { servedSince } from "../rate-window.ts";
import { notProbed, overLimitCheck, probed } from "./checks.ts";

/**
 * RATE-10. Subject: the requests on listPets that were served under one Reset, and those of them that came after an answer.
 * More than Limit allows is a failure, and so is more than the Remaining of that answer allows. A refill and the requests in
 * flight are added to both.
 */
export const enforced = overLimitCheck("RATE-10", (facts, observe) => {
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

/** Where Reset moves, or seems to, a window may have restarted during the run. */
const windowsWhereResetMoves = 2;

/** By the last answer beyond it, which shows how many were served. */
function servedBeyond(facts: Facts): ShownInRun | undefined {
  const lists = ratedAnswers(facts).filter((r) => r.operation === "listPets" && answeredWith(r.answer, 200));
  if (!resetMoves(facts))
    return (
      shownInRun(facts).findLast(
        ({ about, shown, rated }) =>
          about === "RATE-10" && shown !== "held" && rated.operation === "listPets",
      ) ?? firstBeyond(windowsWithTwoResets(lists), 1, facts)
    );
  // Over the whole run and over the probe: the shorter the time, the less a refill counts.
  const probes = lists.filter(({ answer }) => answer.step === probe.burst.id);
  return firstBeyond([lists, probes], windowsWhereResetMoves, facts);
}

/** Two Resets a second apart that take turns are one window, by rounding or by the clocks of two instances. */
function windowsWithTwoResets(lists: readonly RatedAnswer[]): readonly (readonly RatedAnswer[])[] {
  const byReset = Map.groupBy(
    lists.filter(({ aheadSeconds }) => aheadSeconds > 2 * roundingSeconds),
    ({ rate }) => rate.resetAtSeconds,
  );
  return [...byReset].flatMap(([reset, own]) => {
    const later = byReset.get(reset + roundingSeconds) ?? [];
    const takeTurns = later.some((b) => own.some((a) => isBefore(b.answer, a.answer)));
    return takeTurns ? [[...own, ...later].toSorted((a, b) => a.answer.id - b.answer.id)] : [];
  });
}

function firstBeyond(
  groups: readonly (readonly RatedAnswer[])[],
  windows: number,
  facts: Facts,
): ShownInRun | undefined {
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const served = servedSince(ofRun, pointOf(first), windows);
    const beyond = group
      .map((rated) => ({ rated, shown: served(pointOf(rated), windowSeconds(facts)) }))
      .flatMap(({ rated, shown }): ShownInRun[] =>
        shown === undefined || shown === "held" ? [] : [{ about: "RATE-10", place: inStatus, rated, shown }],
      )
      .at(-1);
    if (beyond !== undefined) return beyond;
  }
  return undefined;
}
