import { servers } from "#reference-server/bed-server.ts";
import { replaced } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";

export default servers({
  "reset-as-seconds-left": {
    title: "writes the seconds left as X-RateLimit-Reset",
    fails: ["RATE-4"],
    idiom: "Reset as seconds left, as in the IETF draft",
    hooks: () => ({ resetValue: (quota, call) => String(Math.ceil((quota.resetAtMs - call.nowMs) / 1000)) }),
  },
  "reset-in-milliseconds": {
    title: "writes X-RateLimit-Reset in milliseconds",
    fails: ["RATE-4"],
    idiom: "Date.now()",
    hooks: () => ({ resetValue: (quota) => String(quota.resetAtMs) }),
  },
  "reset-as-date": {
    title: "writes X-RateLimit-Reset as an ISO date",
    fails: ["RATE-4"],
    idiom: "toISOString",
    hooks: () => ({ resetValue: (quota) => new Date(quota.resetAtMs).toISOString() }),
  },
  "reset-as-http-date": {
    title: "writes X-RateLimit-Reset as an HTTP date",
    fails: ["RATE-4"],
    hooks: () => ({ resetValue: (quota) => new Date(quota.resetAtMs).toUTCString() }),
  },
  "reset-with-fraction": {
    title: "writes X-RateLimit-Reset with a fraction",
    fails: ["RATE-4"],
    idiom: "time.time() + 60",
    hooks: () => ({ resetValue: (quota) => (quota.resetAtMs / 1000 + 0.25).toFixed(3) }),
  },
  "reset-in-the-past": {
    title: "writes the start of the window as X-RateLimit-Reset",
    fails: ["RATE-4"],
    hooks: () => ({ resetValue: (quota) => String(Math.floor(quota.resetAtMs / 1000) - 70) }),
  },
  "reset-in-two-days": {
    title: "announces a reset two days ahead",
    fails: ["RATE-4"],
    hooks: () => ({ resetValue: (quota) => String(Math.floor(quota.resetAtMs / 1000) + 172_800) }),
  },
  "reset-negative": {
    title: "writes -1 as X-RateLimit-Reset",
    fails: ["RATE-4"],
    hooks: () => ({ resetValue: () => "-1" }),
  },
  "reset-passed-on-429": {
    title: "writes the start of the window as X-RateLimit-Reset, once it is full",
    fails: ["RATE-4"],
    idiom: "a time that the limiter keeps of the first request",
    stage: { plan: "free" },
    hooks: replaced("resetValue", ({ resetAtMs, exceeded }) =>
      String(Math.floor(resetAtMs / 1000) - (exceeded ? 70 : 0)),
    ),
  },
  "limit-with-policy": {
    title: "writes the policy behind the limit",
    fails: ["RATE-3"],
    idiom: "60, 60;w=60 of an older draft",
    hooks: () => ({ limitValue: ({ limit }) => `${limit}, ${limit};w=60` }),
  },
  "limit-zero": {
    title: "announces a limit of 0",
    fails: ["RATE-3"],
    idiom: "configuration that is not loaded",
    hooks: () => ({ limitValue: () => "0" }),
  },
  "limit-in-words": {
    title: "announces the limit unlimited",
    fails: ["RATE-3"],
    hooks: () => ({ limitValue: () => "unlimited" }),
  },
  "limit-with-fraction": {
    title: "announces the limit with a fraction",
    fails: ["RATE-3"],
    hooks: () => ({ limitValue: ({ limit }) => `${limit}.0` }),
  },
  "remaining-negative": {
    title: "counts Remaining below zero",
    fails: ["RATE-3"],
    stage: { plan: "free" },
    hooks: () => ({ remainingValue: ({ remaining, exceeded }) => String(exceeded ? -1 : remaining) }),
  },
  "remaining-above-limit": {
    title: "announces more remaining requests than the limit",
    fails: ["RATE-3"],
    warns: ["RATE-16"],
    idiom: "two limits mixed up",
    hooks: () => ({ remainingValue: ({ remaining, limit }) => String(remaining + limit) }),
  },
  "remaining-with-fraction": {
    title: "announces a fraction as Remaining",
    fails: ["RATE-3"],
    idiom: "token bucket that shows its level",
    hooks: () => ({ remainingValue: ({ remaining }) => (remaining - 0.5).toFixed(2) }),
  },
  "remaining-empty": {
    title: "sends an empty X-RateLimit-Remaining",
    fails: ["RATE-3"],
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
