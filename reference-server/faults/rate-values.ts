import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";

export default servers({
  "reset-as-seconds-left": {
    title: "writes the seconds left as X-RateLimit-Reset",
    fails: ["RATE-4"],
    idiom: "Reset as seconds left, as in the IETF draft",
    hooks: () => ({
      resetValue: (quota, call) => String(Math.ceil((quota.resetAtMs - call.nowMs) / 1000)),
    }),
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
    hooks: () => ({
      resetValue: ({ resetAtMs, exceeded }) => String(Math.floor(resetAtMs / 1000) - (exceeded ? 70 : 0)),
    }),
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
    hooks: () => ({
      remainingValue: ({ remaining, exceeded }) => String(exceeded ? -1 : remaining),
    }),
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
  "limit-alternates": {
    title: "announces another limit on every second response",
    fails: ["RATE-5"],
    idiom: "two instances with two configurations",
    hooks: () => {
      let sent = 0;
      return {
        limitValue: ({ limit }) => {
          sent += 1;
          return String(limit + (sent % 2) * 10);
        },
      };
    },
  },
  "limit-grows": {
    title: "announces a greater limit with each response",
    fails: ["RATE-5"],
    hooks: () => {
      let sent = 0;
      return {
        limitValue: ({ limit }) => {
          sent += 1;
          return String(limit + sent);
        },
      };
    },
  },
  "remaining-jumps-up": {
    title: "announces the full limit on every fourth response",
    fails: ["RATE-6", "RATE-8"],
    warns: ["RATE-7", "RATE-16"],
    idiom: "a count in each process",
    hooks: () => ({
      remainingValue: ({ remaining, limit }) => String(remaining % 4 === 0 ? limit : remaining),
    }),
  },
  "remaining-by-operation": {
    title: "counts each operation by itself under one Reset",
    warns: ["RATE-7"],
    idiom: "limiter declared once a route",
    hooks: (correct) => ({
      rateCaller: (call) =>
        `${correct.rateCaller(call)} ${call.route.kind === "operation" ? call.route.operation : call.route.kind}`,
    }),
  },
  "remaining-counts-up": {
    title: "writes the requests served as Remaining",
    fails: ["RATE-6", "RATE-8"],
    warns: ["RATE-7", "RATE-16"],
    idiom: "used in place of remaining",
    hooks: () => ({ remainingValue: ({ remaining, limit }) => String(limit - remaining) }),
  },
  "remaining-constant": {
    title: "always announces the same Remaining",
    fails: ["RATE-8"],
    warns: ["RATE-16"],
    idiom: "count that is read but never written",
    hooks: () => ({ remainingValue: ({ limit }) => String(limit - 1) }),
  },
  "remaining-sticks": {
    title: "announces no Remaining below a third of the limit",
    fails: ["RATE-8"],
    warns: ["RATE-16"],
    idiom: "count of one process after another took over",
    stage: { plan: "free" },
    hooks: () => ({ remainingValue: ({ remaining, limit }) => String(Math.max(remaining, limit / 3)) }),
  },
  "remaining-frozen-at-limit": {
    title: "always announces the full limit as Remaining",
    fails: ["RATE-8"],
    warns: ["RATE-16"],
    hooks: () => ({ remainingValue: ({ limit }) => String(limit) }),
  },
  "remaining-constant-on-create": {
    title: "always announces the same Remaining on creates",
    fails: ["RATE-8"],
    warns: ["RATE-7", "RATE-16"],
    idiom: "headers of a route that the limiter does not count",
    hooks: () => ({
      remainingValue: ({ remaining, limit }, call) =>
        String(leadsTo(call, "createPet") ? limit - 1 : remaining),
    }),
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
