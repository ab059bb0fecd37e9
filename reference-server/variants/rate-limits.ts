import { variants } from "../fault.ts";

export default variants({
  "no-rate-limits": {
    title: "announces no rate limits",
    ruling: [19],
    warns: ["RATE-2"],
    hooks: () => ({ rateLimitFor: () => [] }),
  },
  "daily-limit": {
    title: "limits by the day alone",
    ruling: [19, 20],
    hooks: () => ({ rateLimitFor: () => [{ limit: 10_000, windowMs: 86_400_000 }] }),
  },
  "limit-of-ten-seconds": {
    title: "limits to 40 requests in ten seconds",
    ruling: [20],
    hooks: () => ({ rateLimitFor: () => [{ limit: 40, windowMs: 10_000 }] }),
  },
  "windows-by-the-clock": {
    title: "ends its windows at full minutes",
    ruling: [20],
    stage: { plan: "free" },
    hooks: () => ({
      windowEndMs: ({ windowMs }, { nowMs }) => (Math.floor(nowMs / windowMs) + 1) * windowMs,
    }),
  },
  "one-count-for-all": {
    title: "counts all callers together",
    ruling: [20],
    hooks: () => ({ rateCaller: () => "all" }),
  },
  "sliding-window": {
    title: "counts over the last minute, so that Reset moves",
    ruling: [20, 21],
    stage: { plan: "free" },
    hooks: (correct) => {
      const servedAtMs = new Map<string, number[]>();
      return {
        countRequest: (call) => {
          const caller = correct.rateCaller(call);
          const recent = (servedAtMs.get(caller) ?? []).filter((atMs) => atMs > call.nowMs - 60_000);
          const exceeded = recent.length >= 60;
          if (!exceeded) recent.push(call.nowMs);
          servedAtMs.set(caller, recent);
          const resetAtMs = exceeded ? (recent[0] ?? call.nowMs) + 60_000 : call.nowMs + 60_000;
          return { limit: 60, remaining: 60 - recent.length, resetAtMs, exceeded };
        },
        resetValue: ({ resetAtMs }) => String(Math.ceil(resetAtMs / 1000)),
      };
    },
  },
  "token-bucket": {
    title: "refills a bucket by one request a second; Reset is when it is full",
    ruling: [20, 21],
    stage: { plan: "free" },
    hooks: (correct) => {
      const buckets = new Map<string, { tokens: number; atMs: number }>();
      return {
        countRequest: (call) => {
          const caller = correct.rateCaller(call);
          const before = buckets.get(caller) ?? { tokens: 60, atMs: call.nowMs };
          const level = Math.min(60, before.tokens + (call.nowMs - before.atMs) / 1000);
          const exceeded = level < 1;
          const tokens = exceeded ? level : level - 1;
          buckets.set(caller, { tokens, atMs: call.nowMs });
          const resetAtMs = call.nowMs + (60 - tokens) * 1000;
          return { limit: 60, remaining: Math.floor(tokens), resetAtMs, exceeded };
        },
        resetValue: ({ resetAtMs }) => String(Math.ceil(resetAtMs / 1000)),
        retryAfter: () => "1",
      };
    },
  },
  "retry-after-as-date": {
    title: "writes Retry-After as an HTTP date",
    ruling: [21],
    stage: { plan: "free" },
    hooks: () => ({ retryAfter: ({ resetAtMs }) => new Date(resetAtMs).toUTCString() }),
  },
  "over-limit-without-error": {
    title: "answers 429 without a body",
    ruling: [21],
    stage: { plan: "free" },
    hooks: (correct) => ({
      overLimitResponse: (quota, call) => ({
        ...correct.overLimitResponse(quota, call),
        body: new Uint8Array(),
      }),
    }),
  },
  "date-three-seconds-off": {
    title: "has a Date that is three seconds ahead of its windows",
    ruling: [20],
    hooks: (correct) => ({ dateHeader: (call) => correct.dateHeader({ ...call, nowMs: call.nowMs + 3000 }) }),
  },
  "no-date": {
    title: "sends no Date, as a server without a clock may (RFC 9110, 6.6.1)",
    ruling: [20],
    hooks: () => ({ dateHeader: () => [] }),
  },
});
