import type { Quota, RatePolicy, Standing } from "../rate-plans.ts";
import { type Limiter, limiters } from "./limiter.ts";

export type LimiterKind = keyof typeof limiters;

export const limiterKinds = Object.keys(limiters) as readonly LimiterKind[];

export type Limits = ReturnType<typeof limitsOf>;

/** Limiters of one kind, one for each policy; a request is served where all of them have room. */
export function limitsOf(kind: LimiterKind, countsRefusals = false) {
  const known = new Map<string, Limiter>();
  const limiterOf = (policy: RatePolicy): Limiter => {
    const name = `${policy.limit} in ${policy.windowMs}`;
    const limiter = known.get(name) ?? limiters[kind](policy);
    known.set(name, limiter);
    return limiter;
  };
  const standings = (
    caller: string,
    policies: readonly RatePolicy[],
    nowMs: number,
    endsAtMs?: (policy: RatePolicy) => number,
  ) =>
    policies.map((policy) => limiterOf(policy).standing(caller, nowMs, endsAtMs && (() => endsAtMs(policy))));
  return {
    /** Counts a request, or refuses it. `undefined` where no policy holds. */
    count(...asked: Parameters<typeof standings>): Quota | undefined {
      const [caller, policies, nowMs] = asked;
      const exceeded = standings(...asked).some(({ remaining }) => remaining === 0);
      if (!exceeded || countsRefusals) for (const policy of policies) limiterOf(policy).count(caller, nowMs);
      return tightest(standings(caller, policies, nowMs), exceeded);
    },
    /** How a caller stands whose request is refused for another reason, and not counted. */
    uncounted(caller: string, policies: readonly RatePolicy[], nowMs: number): Quota | undefined {
      return tightest(standings(caller, policies, nowMs), true);
    },
    refund(caller: string, policies: readonly RatePolicy[], nowMs: number): void {
      for (const policy of policies) limiterOf(policy).refund(caller, nowMs);
    },
  };
}

/** The limit that is nearest to being used up; of several, the one that is so for longest. */
function tightest(standings: readonly Standing[], exceeded: boolean): Quota | undefined {
  const [first] = standings.toSorted(
    (a, b) => a.remaining - b.remaining || b.retryAtMs - a.retryAtMs || b.resetAtMs - a.resetAtMs,
  );
  return first && { ...first, exceeded };
}
