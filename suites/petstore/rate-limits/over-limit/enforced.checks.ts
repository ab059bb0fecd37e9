import { answeredWith, type Facts } from "../../../../src/core/check/facts.ts";
import type { Unresolved } from "../../../../src/core/check/unresolved.ts";
import { inStatus } from "../../../../src/core/check/verdict.ts";
import { untested } from "../../reasons.ts";
import { ratedAnswers, resetMoves, windowSeconds } from "../../shared/evidence/rate-evidence.ts";
import { probe } from "../../shared/steps/named-steps.ts";
import { observedInRun, pointOf, type ShownInRun, shownInRun } from "../rate-fold.ts";
import { ofRun } from "../rate-point.ts";
import { servedSince } from "../rate-window.ts";
import { notProbed, overLimitCheck, probed } from "./checks.ts";

/**
 * RATE-10. Subject: the requests on listPets that were served under one Reset, and those that were served there after an
 * answer. More than Limit, or than the Remaining of that answer, a refill and the connections in flight allow is a failure.
 */
export const enforced = overLimitCheck("RATE-10", (facts, observe) => {
  if (probed(facts).length === 0) return notProbed(facts, observe);
  const excess = servedBeyond(facts);
  if (excess !== undefined) return [observedInRun(excess, facts, observe)];
  const refusal = probed(facts).find((answer) => answer.outcome.answer.status !== 200);
  if (refusal !== undefined) return [observe.held(refusal)];
  return [observe.unresolved(untested("probe-below-limit", {}, burstToShow(facts)))];
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
function servedBeyond(facts: Facts): Omit<ShownInRun, "about"> | undefined {
  if (!resetMoves(facts))
    return shownInRun(facts).findLast(
      ({ about, shown, rated }) => about === "RATE-10" && shown !== "held" && rated.operation === "listPets",
    );
  const lists = ratedAnswers(facts).filter((r) => r.operation === "listPets" && answeredWith(r.answer, 200));
  // Over the whole run and over the probe: the shorter the time, the less a refill counts.
  for (const group of [lists, lists.filter(({ answer }) => answer.step === probe.burst.id)]) {
    const [first] = group;
    if (first === undefined) continue;
    const served = servedSince(ofRun, pointOf(first), windowsWhereResetMoves);
    const beyond = group
      .map((rated) => ({ rated, place: inStatus, shown: served(pointOf(rated), windowSeconds(facts)) }))
      .findLast((one): one is Omit<ShownInRun, "about"> => one.shown !== undefined && one.shown !== "held");
    if (beyond !== undefined) return beyond;
  }
  return undefined;
}
