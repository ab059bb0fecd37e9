import type { Quota, RatePolicy } from "../rate-windows.ts";
import { type Limiter, limiters, type Standing } from "./limiter.ts";

export type LimiterKind = keyof typeof limiters;

export const limiterKinds = Object.keys(limiters) as readonly LimiterKind[];

/** Limiters of one kind, one for each policy; a request is served where all of them have room. */
export class Limits {
  readonly #kind: LimiterKind;
  readonly #countsRefusals: boolean;
  readonly #limiters = new Map<string, Limiter>();

  constructor(kind: LimiterKind, countsRefusals = false) {
    this.#kind = kind;
    this.#countsRefusals = countsRefusals;
  }

  /** Counts a request, or refuses it. `undefined` where no policy holds. */
  count(caller: string, policies: readonly RatePolicy[], nowMs: number): Quota | undefined {
    const exceeded = this.#standings(caller, policies, nowMs).some(({ remaining }) => remaining === 0);
    if (!exceeded || this.#countsRefusals) {
      for (const policy of policies) this.#limiter(policy).count(caller, nowMs);
    }
    return tightest(this.#standings(caller, policies, nowMs), exceeded);
  }

  /** How a caller stands whose request is refused for another reason, and not counted. */
  uncounted(caller: string, policies: readonly RatePolicy[], nowMs: number): Quota | undefined {
    return tightest(this.#standings(caller, policies, nowMs), true);
  }

  refund(caller: string, policies: readonly RatePolicy[], nowMs: number): void {
    for (const policy of policies) this.#limiter(policy).refund(caller, nowMs);
  }

  #standings(caller: string, policies: readonly RatePolicy[], nowMs: number): readonly Standing[] {
    return policies.map((policy) => this.#limiter(policy).standing(caller, nowMs));
  }

  #limiter(policy: RatePolicy): Limiter {
    const name = `${policy.limit} in ${policy.windowMs}`;
    const limiter = this.#limiters.get(name) ?? limiters[this.#kind](policy);
    this.#limiters.set(name, limiter);
    return limiter;
  }
}

/** The limit that is nearest to being used up; of several, the one that is so for longest. */
function tightest(standings: readonly Standing[], exceeded: boolean): Quota | undefined {
  const [first] = standings.toSorted((a, b) => a.remaining - b.remaining || b.servedAtMs - a.servedAtMs);
  if (first === undefined) return undefined;
  const { limit, remaining, resetAtMs, servedAtMs } = first;
  return { limit, remaining, resetAtMs, exceeded, retryAtMs: servedAtMs };
}
