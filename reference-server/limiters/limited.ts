import type { Hooks } from "../hooks/call.ts";
import type { RatePolicy } from "../rate-plans.ts";
import { type LimiterKind, Limits } from "./limits.ts";

interface Ban {
  /** The request of this number within one back-off bans the key; requests that were on their way count too. */
  readonly afterRequests: number;
  readonly forMs: number;
  readonly status: 401 | 403;
}

interface LimitedOptions {
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

export type Limited = ReturnType<typeof limitedBy>;

/** A limiter in place of the fixed windows, for one server. `new ReferenceServer({ hooks: limitedBy(…).hooks(correctHooks) })` */
export function limitedBy(options: LimitedOptions) {
  const limits = new Limits(options.kind, options.countsRefusals);
  const bans = options.ban && bansOf(options.ban);
  const countedAs = (caller: string, operation: string) =>
    options.by === "key-and-operation" ? `${caller} ${operation}` : caller;

  const hooks = (correct: Hooks): Partial<Hooks> => ({
    limitRate(call) {
      const caller = correct.rateCaller(call);
      if (bans !== undefined && call.hooks.isAuthenticated(call) && bans.isBanned(caller, call.nowMs)) {
        call.quota = limits.uncounted(call.hooks.rateCaller(call), call.hooks.rateLimitFor(call), call.nowMs);
        return call.hooks.errorResponse(bans.status, "The API key is banned.", call, []);
      }
      const refused = correct.limitRate(call);
      if (refused !== undefined && call.quota !== undefined)
        bans?.askedToWait(caller, call.nowMs + Number(correct.retryAfter(call.quota, call)) * 1000);
      return refused;
    },
    rateLimitFor: (call) => options.policies ?? correct.rateLimitFor(call),
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
    /** Another client's request with this key. It starts no back-off. */
    useBy: (key: string, { operation, nowMs }: { readonly operation: string; readonly nowMs: number }) =>
      limits.count(countedAs(`key ${key}`, operation), options.policies ?? [], nowMs),
  };
}

/** Remembers who was asked to wait until when, and bans those who do not. */
function bansOf({ afterRequests, forMs, status }: Ban) {
  const callers = new Map<string, { waitsUntilMs: number; sentWithin: number; bannedUntilMs: number }>();
  return {
    status,
    askedToWait(caller: string, untilMs: number): void {
      const known = callers.get(caller) ?? { waitsUntilMs: 0, sentWithin: 0, bannedUntilMs: 0 };
      callers.set(caller, { ...known, waitsUntilMs: Math.max(known.waitsUntilMs, untilMs) });
    },
    /** A request arrived. */
    isBanned(name: string, nowMs: number): boolean {
      const caller = callers.get(name);
      if (caller === undefined) return false;
      if (nowMs < caller.bannedUntilMs) return true;
      caller.sentWithin = nowMs < caller.waitsUntilMs ? caller.sentWithin + 1 : 0;
      if (caller.sentWithin < afterRequests) return false;
      caller.bannedUntilMs = nowMs + forMs;
      return true;
    },
  };
}
