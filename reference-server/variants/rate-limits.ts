import { after, around, before, replaced } from "#reference-server/fault-parts.ts";
import { alike } from "../bed-server.ts";

export default alike({ ruling: [20] })({
  "no-rate-limits": {
    title: "announces no rate limits",
    ruling: [19],
    warns: ["RATE-2"],
    hooks: () => ({ rateLimitFor: () => [] }),
  },
  "daily-limit": {
    title: "limits by the day alone",
    ruling: [19, 20],
    untested: ["RATE-10", "RATE-11", "RATE-12", "RATE-14"],
    hooks: () => ({ rateLimitFor: () => [{ limit: 10_000, windowMs: 86_400_000 }] }),
  },
  "limit-of-ten-seconds": {
    title: "limits to 40 requests in ten seconds",
    hooks: () => ({ rateLimitFor: () => [{ limit: 40, windowMs: 10_000 }] }),
  },
  "windows-by-the-clock": {
    title: "ends its windows at full minutes",
    stage: { plan: "free" },
    hooks: replaced(
      "windowEndMs",
      ({ windowMs }, { nowMs }) => (Math.floor(nowMs / windowMs) + 1) * windowMs,
    ),
  },
  "odd-ids-counted-apart": {
    title: "counts reads by ids that are no non-negative integers apart, as requests of no route",
    ruling: [19, 20],
    hooks: around("rateCaller", (correctly, call) => {
      const isOdd = /\/pets\/(?!\d+$)/.test(call.path);
      return `${correctly(call)}${isOdd ? " of no route" : ""}`;
    }),
  },
  "one-count-for-all": {
    title: "counts all callers together",
    hooks: () => ({ rateCaller: () => "all" }),
  },
  "remaining-one-short": {
    title: "announces one request less than it serves, so that one is served after Remaining was 0",
    ruling: [21],
    stage: { plan: "free" },
    hooks: () => ({ remainingValue: ({ remaining }) => String(Math.max(0, remaining - 1)) }),
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
    hooks: after("overLimitResponse", (answer) => ({ ...answer, body: new Uint8Array() })),
  },
  "date-three-seconds-off": {
    title: "has a Date that is three seconds ahead of its windows",
    hooks: before("dateHeader", (call) => ({ ...call, nowMs: call.nowMs + 3000 })),
  },
  "no-date": {
    title: "sends no Date, as a server without a clock may (RFC 9110, 6.6.1)",
    hooks: () => ({ dateHeader: () => [] }),
  },
});
