import type { Hooks } from "../hooks/call.ts";
import type { RatePolicy } from "../rate-plans.ts";
import { type LimiterKind, limitsOf } from "./limits.ts";

/** What a server saw of its callers' patience. */
export interface PatienceCounts {
  /** Requests that passed the limiter. */
  readonly served: number;
  /** Requests answered 429. */
  readonly refused: number;
  /** Requests that arrived between a 429 and the time in its Retry-After. */
  readonly duringBackOff: number;
  readonly bans: number;
}

interface Ban {
  /** The request of this number within one back-off bans the key; requests that were on their way count too. */
  readonly afterRequests: number;
  readonly forMs: number;
  readonly status: 401 | 403;
}

export interface LimitedOptions {
  readonly kind: LimiterKind;
  /** The plan's, unless they are given. */
  readonly policies?: readonly RatePolicy[];
  /** What is counted apart; `key` by default. */
  readonly by?: "key" | "key-and-operation";
  /** Whether a request answered with a 4xx is given back once its answer is out. */
  readonly refunds?: boolean;
  /** Whether a request answered 429 is counted too, so that a client that goes on sending waits longer. */
  readonly countsRefusals?: boolean;
  /** Nobody is banned without it, and never one without a valid key. */
  readonly ban?: Ban;
}

/** A limiter as hooks of one server, and what it saw. */
export type Limited = ReturnType<typeof limitedBy>;

/** A limiter in place of the fixed windows, for one server. `createReferenceServer({ hooks: limited.hooks(correctHooks) })` */
export function limitedBy(options: LimitedOptions) {
  const limits = limitsOf(options.kind, options.countsRefusals);
  const backOffs = rememberBackOffs(options.ban);
  let plan: readonly RatePolicy[] = [];
  const countedAs = (caller: string, operation: string) =>
    options.by === "key-and-operation" ? `${caller} ${operation}` : caller;

  const hooks = (correct: Hooks): Partial<Hooks> => ({
    limitRate(call) {
      const caller = correct.rateCaller(call);
      if (backOffs.arrived(caller, call.nowMs, call.hooks.isAuthenticated(call))) {
        call.quota = limits.uncounted(call.hooks.rateCaller(call), call.hooks.rateLimitFor(call), call.nowMs);
        return call.hooks.errorResponse(options.ban?.status ?? 403, "The API key is banned.", call, []);
      }
      const refused = correct.limitRate(call);
      if (refused === undefined || call.quota === undefined) backOffs.served();
      else backOffs.refused(caller, call.nowMs + Number(correct.retryAfter(call.quota, call)) * 1000);
      return refused;
    },
    rateLimitFor(call) {
      plan = correct.rateLimitFor(call);
      return options.policies ?? plan;
    },
    rateCaller(call) {
      const { route } = call;
      return countedAs(correct.rateCaller(call), route.kind === "operation" ? route.operation : route.kind);
    },
    countRequest: (call) =>
      limits.count(call.hooks.rateCaller(call), call.hooks.rateLimitFor(call), call.nowMs),
    respond(response, call) {
      const isRefusal = response.status >= 400 && response.status < 500;
      if (options.refunds === true && isRefusal && call.quota?.exceeded === false) {
        limits.refund(call.hooks.rateCaller(call), call.hooks.rateLimitFor(call), call.nowMs);
      }
      return correct.respond(response, call);
    },
  });

  return {
    hooks,
    counts: backOffs.counts,
    /** Another client's request with this key; `false` where it is refused. It starts no back-off. */
    useBy: (key: string, { operation, nowMs }: { readonly operation: string; readonly nowMs: number }) =>
      limits.count(countedAs(`key ${key}`, operation), options.policies ?? plan, nowMs)?.exceeded !== true,
  };
}

/** Remembers who was asked to wait until when, and bans those who do not. */
function rememberBackOffs(ban: Ban | undefined) {
  const callers = new Map<string, { backOffUntilMs: number; sentWithin: number; bannedUntilMs: number }>();
  const counts = { served: 0, refused: 0, duringBackOff: 0, bans: 0 };
  const callerOf = (name: string) => {
    const known = callers.get(name) ?? { backOffUntilMs: 0, sentWithin: 0, bannedUntilMs: 0 };
    callers.set(name, known);
    return known;
  };
  return {
    counts: (): PatienceCounts => ({ ...counts }),
    /** A request arrived. Returns whether its caller is banned. */
    arrived(name: string, nowMs: number, mayBan: boolean): boolean {
      const caller = callerOf(name);
      if (nowMs < caller.bannedUntilMs) return true;
      if (nowMs >= caller.backOffUntilMs) {
        caller.sentWithin = 0;
        return false;
      }
      caller.sentWithin += 1;
      counts.duringBackOff += 1;
      if (!mayBan || ban === undefined || caller.sentWithin < ban.afterRequests) return false;
      caller.bannedUntilMs = nowMs + ban.forMs;
      counts.bans += 1;
      return true;
    },
    served(): void {
      counts.served += 1;
    },
    /** A 429 went out that named this time. */
    refused(name: string, untilMs: number): void {
      counts.refused += 1;
      const caller = callerOf(name);
      caller.backOffUntilMs = Math.max(caller.backOffUntilMs, untilMs);
    },
  };
}
