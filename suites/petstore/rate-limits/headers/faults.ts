import { alike, servers } from "#reference-server/bed-server.ts";
import { after, counting, keeping, replaced } from "#reference-server/fault-parts.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";

/** Leaves the three fields out of some responses. */
const without = (isBare: (status: number, call: Call) => boolean) =>
  after("rateHeaders", (fields, status, call) => (isBare(status, call) ? [] : fields));

/** Leaves one of them out of all. */
const withoutField = (left: string) =>
  after("rateHeaders", (fields) => fields.filter(([name]) => name !== left));

const free = { plan: "free" } as const;

const missing = alike({ fails: ["RATE-1"] })({
  "no-rate-headers-on-401": {
    title: "sends no rate-limit headers with a 401",
    idiom: "limiter mounted behind the guard",
    hooks: without((status) => status === 401),
  },
  "no-rate-headers-on-404": {
    title: "sends no rate-limit headers with a 404",
    idiom: "error handler that starts a new response",
    hooks: without((status) => status === 404),
  },
  "no-rate-headers-on-400": {
    title: "sends no rate-limit headers with a rejected creation",
    idiom: "validation in front of the limiter",
    hooks: without((status, call) => status === 400 && leadsTo(call, "createPet")),
  },
  "no-rate-headers-on-201": {
    title: "sends no rate-limit headers with a created pet",
    idiom: "limiter on reads alone",
    hooks: without((status) => status === 201),
  },
  "no-rate-headers-on-get": {
    title: "sends no rate-limit headers where one pet is read",
    idiom: "middleware that skips one route",
    hooks: without((_, call) => leadsTo(call, "getPet")),
  },
  "no-rate-headers-on-orders": {
    title: "sends no rate-limit headers on store orders",
    idiom: "middleware that skips one router",
    hooks: without((_, call) => leadsTo(call, "storeOrders")),
  },
  "no-rate-headers-on-errors": {
    title: "sends rate-limit headers with successes alone",
    idiom: "add_header without always",
    hooks: without((status) => status >= 400),
  },
  "no-rate-headers-on-429": {
    title: "sends no rate-limit headers with a 429",
    stage: free,
    hooks: without((status) => status === 429),
  },
  "no-reset": {
    title: "never sends X-RateLimit-Reset",
    hooks: withoutField("X-RateLimit-Reset"),
  },
  "no-limit": {
    title: "never sends X-RateLimit-Limit",
    hooks: withoutField("X-RateLimit-Limit"),
  },
  "no-remaining": {
    title: "never sends X-RateLimit-Remaining",
    hooks: withoutField("X-RateLimit-Remaining"),
  },
  "reset-only-when-exhausted": {
    title: "sends X-RateLimit-Reset only once nothing remains",
    idiom: "koa and express limiters of an older kind",
    hooks: after("rateHeaders", (fields, _, call) => fields.slice(0, call.quota?.remaining === 0 ? 3 : 2)),
  },
});

const elsewhere = servers({
  "no-rate-headers": {
    title: "announces its rate limits nowhere",
    warns: ["RATE-2"],
    untested: ["RATE-10"],
    hooks: () => ({ rateHeaders: () => [] }),
  },
  "draft-rate-headers": {
    title: "announces its rate limits in RateLimit fields alone",
    warns: ["RATE-2"],
    untested: ["RATE-10"],
    idiom: "IETF draft names",
    hooks: after("rateHeaders", (fields) => fields.map(([name, value]) => [name.slice(2), value] as const)),
  },
  "no-rate-headers-from-router": {
    title: "sends no rate-limit headers for an identifier that is not an integer",
    warns: ["RATE-17"],
    idiom: "route pattern with digits alone",
    hooks: without((_, call) => leadsTo(call, "getPet") && !/^\/v1\/pets\/\d+$/.test(call.path)),
  },
  "rate-headers-after-ten": {
    title: "sends rate-limit headers from its tenth response on",
    fails: ["RATE-1"],
    idiom: "limiter that looks after a cache was filled",
    hooks: counting("rateHeaders", (nth, correctly, status, call) =>
      nth < 10 ? [] : correctly(status, call),
    ),
  },
  "no-rate-headers-after-429": {
    title: "sends no rate-limit headers once it has answered 429",
    fails: ["RATE-1"],
    stage: free,
    hooks: keeping("rateHeaders", { refused: false }, (kept, correctly, status, call) => {
      const headers = kept.refused ? [] : correctly(status, call);
      kept.refused ||= call.quota?.exceeded === true;
      return headers;
    }),
  },
  "remaining-off-after-429": {
    title: "gives each rejected request back tenfold, so that more than the limit remains in the next window",
    fails: ["RATE-3"],
    idiom: "refund of a request that was never counted",
    stage: free,
    hooks: keeping("remainingValue", { refused: 0 }, (kept, _, { remaining, exceeded }) => {
      if (exceeded) kept.refused += 1;
      return String(exceeded ? 0 : remaining + 10 * kept.refused);
    }),
  },
  "rate-headers-twice": {
    title: "sends each rate-limit header twice",
    fails: ["RATE-3", "RATE-4"],
    idiom: "proxy and application both limit",
    hooks: after("rateHeaders", (fields) => [...fields, ...fields]),
  },
  "limit-twice": {
    title: "sends X-RateLimit-Limit twice, for the minute and for the day",
    fails: ["RATE-3"],
    idiom: "a limiter for each period",
    hooks: after("rateHeaders", (fields) => [...fields, ["X-RateLimit-Limit", "10000"]]),
  },
  "limit-with-separator": {
    title: "groups the digits of the limit",
    fails: ["RATE-3"],
    idiom: "toLocaleString",
    stage: { plan: "business" },
    hooks: () => ({ limitValue: ({ limit }) => limit.toLocaleString("en-US") }),
  },
});

const resets = alike({ fails: ["RATE-4"] })({
  "reset-in-local-time": {
    title: "writes X-RateLimit-Reset five hours behind, as a clock in New York shows it",
    idiom: "local time taken for UTC",
    hooks: () => ({ resetValue: ({ resetAtMs }) => String(Math.floor(resetAtMs / 1000) - 18_000) }),
  },
  "reset-as-seconds-left": {
    title: "writes the seconds left as X-RateLimit-Reset",
    idiom: "Reset as seconds left, as in the IETF draft",
    hooks: () => ({ resetValue: (quota, call) => String(Math.ceil((quota.resetAtMs - call.nowMs) / 1000)) }),
  },
  "reset-in-milliseconds": {
    title: "writes X-RateLimit-Reset in milliseconds",
    idiom: "Date.now()",
    hooks: () => ({ resetValue: (quota) => String(quota.resetAtMs) }),
  },
  "reset-as-date": {
    title: "writes X-RateLimit-Reset as an ISO date",
    idiom: "toISOString",
    hooks: () => ({ resetValue: (quota) => new Date(quota.resetAtMs).toISOString() }),
  },
  "reset-as-http-date": {
    title: "writes X-RateLimit-Reset as an HTTP date",
    hooks: () => ({ resetValue: (quota) => new Date(quota.resetAtMs).toUTCString() }),
  },
  "reset-with-fraction": {
    title: "writes X-RateLimit-Reset with a fraction",
    idiom: "time.time() + 60",
    hooks: () => ({ resetValue: (quota) => (quota.resetAtMs / 1000 + 0.25).toFixed(3) }),
  },
  "reset-in-the-past": {
    title: "writes the start of the window as X-RateLimit-Reset",
    hooks: () => ({ resetValue: (quota) => String(Math.floor(quota.resetAtMs / 1000) - 70) }),
  },
  "reset-in-two-days": {
    title: "announces a reset two days ahead",
    hooks: () => ({ resetValue: (quota) => String(Math.floor(quota.resetAtMs / 1000) + 172_800) }),
  },
  "reset-negative": {
    title: "writes -1 as X-RateLimit-Reset",
    hooks: () => ({ resetValue: () => "-1" }),
  },
  "reset-of-the-first-window": {
    title: "announces the Reset of its first window for ever",
    warns: ["RATE-13"],
    idiom: "window whose counter alone is set back",
    stage: free,
    hooks: keeping("resetValue", { first: undefined as number | undefined }, (kept, _, { resetAtMs }) => {
      kept.first ??= resetAtMs;
      return String(Math.floor(kept.first / 1000));
    }),
  },
  "reset-passed-on-429": {
    title: "writes the start of the window as X-RateLimit-Reset, once it is full",
    idiom: "a time that the limiter keeps of the first request",
    stage: free,
    hooks: replaced("resetValue", ({ resetAtMs, exceeded }) =>
      String(Math.floor(resetAtMs / 1000) - (exceeded ? 70 : 0)),
    ),
  },
});

const figures = alike({ fails: ["RATE-3"] })({
  "limit-with-policy": {
    title: "writes the policy behind the limit",
    idiom: "60, 60;w=60 of an older draft",
    hooks: () => ({ limitValue: ({ limit }) => `${limit}, ${limit};w=60` }),
  },
  "limit-zero": {
    title: "announces a limit of 0",
    idiom: "configuration that is not loaded",
    hooks: () => ({ limitValue: () => "0" }),
  },
  "limit-in-words": {
    title: "announces the limit unlimited",
    hooks: () => ({ limitValue: () => "unlimited" }),
  },
  "limit-with-fraction": {
    title: "announces the limit with a fraction",
    hooks: () => ({ limitValue: ({ limit }) => `${limit}.0` }),
  },
  "remaining-negative": {
    title: "counts Remaining below zero",
    stage: free,
    hooks: () => ({ remainingValue: ({ remaining, exceeded }) => String(exceeded ? -1 : remaining) }),
  },
  "remaining-above-limit": {
    title: "announces more remaining requests than the limit",
    warns: ["RATE-16"],
    idiom: "two limits mixed up",
    hooks: () => ({ remainingValue: ({ remaining, limit }) => String(remaining + limit) }),
  },
  "remaining-with-fraction": {
    title: "announces a fraction as Remaining",
    idiom: "token bucket that shows its level",
    hooks: () => ({ remainingValue: ({ remaining }) => (remaining - 0.5).toFixed(2) }),
  },
  "remaining-empty": {
    title: "sends an empty X-RateLimit-Remaining",
    hooks: () => ({ remainingValue: () => "" }),
  },
  "plan-figure-wrong-on-create": {
    title: "announces the limit of another plan on creates",
    fails: ["RATE-9"],
    idiom: "a limit of a route's own",
    stage: { plan: "free", declares: { plan: "free" } },
    hooks: () => ({ limitValue: ({ limit }, call) => (leadsTo(call, "createPet") ? "300" : String(limit)) }),
  },
  "plan-figure-wrong": {
    title: "announces and keeps a limit that no plan has",
    fails: ["RATE-9"],
    idiom: "a limit of an earlier price list",
    stage: { declares: { plan: "free" } },
    hooks: () => ({ rateLimitFor: () => [{ limit: 250, windowMs: 60_000 }] }),
  },
});

export default { ...missing, ...elsewhere, ...resets, ...figures };
