import { type Answered, answeredWith, type Facts } from "../../../../src/core/check/facts.ts";
import { inStatus } from "../../../../src/core/check/place.ts";
import type { Unresolved } from "../../../../src/core/check/unresolved.ts";
import { countOf } from "../../../../src/core/check/words.ts";
import { isBefore } from "../../../../src/core/exchange/pacing/announcement.ts";
import {
  type RatedAnswer,
  ratedAnswers,
  refillOver,
  resetMoves,
} from "../../shared/evidence/rate-evidence.ts";
import { probe } from "../../shared/steps/over-limit-probe.ts";
import { notProbed, overLimitCheck, probed } from "./checks.ts";

/**
 * RATE-10. Subject: the requests on listPets that were served under one Reset, and those that were served after
 * Remaining had come to 0 there. More than Limit, a refill and the connections in flight allow is a failure.
 */
export const enforced = overLimitCheck("RATE-10", (facts, observe) => {
  if (probed(facts).length === 0) return notProbed(facts, observe);
  const excess = servedBeyond(facts);
  if (excess !== undefined) {
    const { last, seen, related } = excess;
    return [
      observe.broken(last, "no request served once the limit is used up", { seen, place: inStatus }, related),
    ];
  }
  const refusal = probed(facts).find((answer) => answer.outcome.answer.status !== 200);
  if (refusal !== undefined) return [observe.held(refusal)];
  return [observe.untested("the requests of the probe did not reach the limit", burstToShow(facts))];
});

/** Where Reset moves, twice the limit and a refill show that it is not enforced; undefined where so many were allowed. */
function burstToShow(facts: Facts): Unresolved["remedy"] {
  const limit = ratedAnswers(facts).findLast((r) => r.operation === "listPets")?.rate.limit ?? 0;
  if (!resetMoves(facts) || 3 * limit <= facts.setting.maxBurst) return undefined;
  return { options: [{ option: "max-burst", value: 3 * limit }] };
}

function servedBeyond(facts: Facts): { last: Answered; seen: string; related: Answered } | undefined {
  const lists = ratedAnswers(facts).filter((r) => r.operation === "listPets" && answeredWith(r.answer, 200));
  const moves = resetMoves(facts);
  // Where Reset moves, over the whole run and over the probe: a refill counts the less, the shorter the time.
  const groups = moves
    ? [lists, lists.filter(({ answer }) => answer.label === probe.burst.label)]
    : [...Map.groupBy(lists, (r) => r.rate.resetAtSeconds).values()];
  for (const group of groups) {
    const first = group[0];
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const { limit } = first.rate;
    // Where Reset moves, or seems to, a window may have restarted during the run.
    const windows = moves ? 2 : 1;
    const refill = refillOver(last.answer.endedAtMs - first.answer.sentAtMs, limit, facts);
    const inFlight = Math.max(...group.map((r) => r.answer.inFlight));
    if (group.length > windows * limit + refill + inFlight) {
      return {
        last: last.answer,
        related: first.answer,
        seen: `${countOf(group.length, "request")} served under a limit of ${limit}`,
      };
    }
    // A window that slides frees many places at once.
    const after = moves ? undefined : servedAfterNone(group, facts);
    if (after !== undefined) return after;
  }
  return undefined;
}

/** The announcement itself said that none was left. One more is allowed for a fraction that was rounded down. */
function servedAfterNone(group: readonly RatedAnswer[], facts: Facts) {
  const none = group.find((r) => r.rate.remaining === 0);
  if (none === undefined) return undefined;
  const later = group.filter((r) => isBefore(none.answer, r.answer));
  const last = later.at(-1)?.answer;
  if (last === undefined) return undefined;
  const refill = refillOver(last.endedAtMs - none.answer.sentAtMs, none.rate.limit, facts);
  if (later.length <= refill + last.inFlight + 1) return undefined;
  const seen = `${countOf(later.length, "request")} served after X-RateLimit-Remaining was 0`;
  return { last, related: none.answer, seen };
}
