import type { HeaderLine, ServerResponse } from "../message.ts";
import type { Quota, RatePolicy } from "../rate-windows.ts";
import type { Call } from "./call.ts";

/** Interface heading "Rate limits". */
export interface RateLimitHooks {
  /** The gate that counts every request and stops those over the limit. */
  limitRate(call: Call): ServerResponse | undefined;
  /** The limits that hold for this request; none where it is not limited. */
  rateLimitFor(call: Call): readonly RatePolicy[];
  /** Whose count a request goes to: each key has its own, all without a valid key share one. */
  rateCaller(call: Call): string;
  /** When a window that opens now will end, in ms since the epoch: a whole second, since Reset is in seconds. */
  windowEndMs(policy: RatePolicy, call: Call): number;
  /** Counts the request; `undefined` where it is not limited. */
  countRequest(call: Call): Quota | undefined;
  /** Whether a counted request is refused. */
  isOverLimit(quota: Quota, call: Call): boolean;
  /** The X-RateLimit fields of every response, whatever its status. */
  rateHeaders(status: number, call: Call): readonly HeaderLine[];
  limitValue(quota: Quota, call: Call): string;
  remainingValue(quota: Quota, call: Call): string;
  /** X-RateLimit-Reset: a Unix timestamp in seconds. */
  resetValue(quota: Quota, call: Call): string;
  /** Retry-After in whole seconds, rounded up (RFC 9110, 10.2.3). */
  retryAfter(quota: Quota, call: Call): string;
  overLimitResponse(quota: Quota, call: Call): ServerResponse;
}

export const rateLimitHooks: RateLimitHooks = {
  limitRate(call) {
    call.quota = call.hooks.countRequest(call);
    if (call.quota === undefined || !call.hooks.isOverLimit(call.quota, call)) return undefined;
    return call.hooks.overLimitResponse(call.quota, call);
  },

  rateLimitFor: (call) => call.state.policies,

  rateCaller(call) {
    return call.hooks.isAuthenticated(call) ? `key ${call.hooks.readCredential(call)}` : "anonymous";
  },

  windowEndMs: (policy, call) => Math.floor(call.nowMs / 1000) * 1000 + policy.windowMs,

  countRequest(call) {
    const { hooks, state, nowMs } = call;
    return state.windows.count(hooks.rateCaller(call), hooks.rateLimitFor(call), nowMs, (policy) =>
      hooks.windowEndMs(policy, call),
    );
  },

  isOverLimit: (quota) => quota.exceeded,

  rateHeaders(_status, call) {
    const { hooks, quota } = call;
    if (quota === undefined) return [];
    return [
      ["X-RateLimit-Limit", hooks.limitValue(quota, call)],
      ["X-RateLimit-Remaining", hooks.remainingValue(quota, call)],
      ["X-RateLimit-Reset", hooks.resetValue(quota, call)],
    ];
  },

  limitValue: (quota) => String(quota.limit),

  remainingValue: (quota) => String(quota.remaining),

  resetValue: (quota) => String(Math.floor(quota.resetAtMs / 1000)),

  retryAfter: ({ retryAtMs, resetAtMs }, call) =>
    String(Math.max(1, Math.ceil(((retryAtMs ?? resetAtMs) - call.nowMs) / 1000))),

  overLimitResponse: (quota, call) =>
    call.hooks.errorResponse(429, "Too many requests. Wait for the time in Retry-After.", call, [
      ["Retry-After", call.hooks.retryAfter(quota, call)],
    ]),
};
