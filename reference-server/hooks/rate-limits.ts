import type { Hooks } from "./call.ts";

export const rateLimitHooks = {
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
} satisfies Partial<Hooks>;
