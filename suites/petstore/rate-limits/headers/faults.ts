import { type BedServer, servers } from "#reference-server/bed-server.ts";
import { after, made } from "#reference-server/fault-parts.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";

type ServerHooks = BedServer["hooks"];

/** Leaves the three fields out of some responses. */
const without =
  (isBare: (status: number, call: Call) => boolean): ServerHooks =>
  (correct) => ({
    rateHeaders: (status, call) => (isBare(status, call) ? [] : correct.rateHeaders(status, call)),
  });

/** Leaves one of them out of all. */
const withoutField =
  (left: string): ServerHooks =>
  (correct) => ({
    rateHeaders: (status, call) => correct.rateHeaders(status, call).filter(([name]) => name !== left),
  });

const free = { plan: "free" } as const;

export default servers({
  "no-rate-headers-on-401": {
    title: "sends no rate-limit headers with a 401",
    fails: ["RATE-1"],
    idiom: "limiter mounted behind the guard",
    hooks: without((status) => status === 401),
  },
  "no-rate-headers-on-404": {
    title: "sends no rate-limit headers with a 404",
    fails: ["RATE-1"],
    idiom: "error handler that starts a new response",
    hooks: without((status) => status === 404),
  },
  "no-rate-headers-on-400": {
    title: "sends no rate-limit headers with a rejected creation",
    fails: ["RATE-1"],
    idiom: "validation in front of the limiter",
    hooks: without((status, call) => status === 400 && leadsTo(call, "createPet")),
  },
  "no-rate-headers-on-201": {
    title: "sends no rate-limit headers with a created pet",
    fails: ["RATE-1"],
    idiom: "limiter on reads alone",
    hooks: without((status) => status === 201),
  },
  "no-rate-headers-on-get": {
    title: "sends no rate-limit headers where one pet is read",
    fails: ["RATE-1"],
    idiom: "middleware that skips one route",
    hooks: without((_, call) => leadsTo(call, "getPet")),
  },
  "no-rate-headers-on-orders": {
    title: "sends no rate-limit headers on store orders",
    fails: ["RATE-1"],
    idiom: "middleware that skips one router",
    hooks: without((_, call) => leadsTo(call, "storeOrders")),
  },
  "no-rate-headers-on-errors": {
    title: "sends rate-limit headers with successes alone",
    fails: ["RATE-1"],
    idiom: "add_header without always",
    hooks: without((status) => status >= 400),
  },
  "no-rate-headers-on-429": {
    title: "sends no rate-limit headers with a 429",
    fails: ["RATE-1"],
    stage: { plan: "free" },
    hooks: without((status) => status === 429),
  },
  "no-reset": {
    title: "never sends X-RateLimit-Reset",
    fails: ["RATE-1"],
    hooks: withoutField("X-RateLimit-Reset"),
  },
  "no-limit": {
    title: "never sends X-RateLimit-Limit",
    fails: ["RATE-1"],
    hooks: withoutField("X-RateLimit-Limit"),
  },
  "no-remaining": {
    title: "never sends X-RateLimit-Remaining",
    fails: ["RATE-1"],
    hooks: withoutField("X-RateLimit-Remaining"),
  },
  "reset-only-when-exhausted": {
    title: "sends X-RateLimit-Reset only once nothing remains",
    fails: ["RATE-1"],
    idiom: "koa and express limiters of an older kind",
    hooks: after("rateHeaders", (fields, _, call) => fields.slice(0, call.quota?.remaining === 0 ? 3 : 2)),
  },
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
    hooks: made("rateHeaders", (correct) => {
      let sent = 0;
      return (status, call) => {
        sent += 1;
        return sent < 10 ? [] : correct.rateHeaders(status, call);
      };
    }),
  },
  "no-rate-headers-after-429": {
    title: "sends no rate-limit headers once it has answered 429",
    fails: ["RATE-1"],
    stage: free,
    hooks: made("rateHeaders", (correct) => {
      let refused = false;
      return (status, call) => {
        const headers = refused ? [] : correct.rateHeaders(status, call);
        refused ||= call.quota?.exceeded === true;
        return headers;
      };
    }),
  },
  "remaining-off-after-429": {
    title: "gives each rejected request back tenfold, so that more than the limit remains in the next window",
    fails: ["RATE-3"],
    idiom: "refund of a request that was never counted",
    stage: free,
    hooks: made("remainingValue", () => {
      let refused = 0;
      return ({ remaining, exceeded }) => {
        if (exceeded) refused += 1;
        return String(exceeded ? 0 : remaining + 10 * refused);
      };
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
  "reset-in-local-time": {
    title: "writes X-RateLimit-Reset five hours behind, as a clock in New York shows it",
    fails: ["RATE-4"],
    idiom: "local time taken for UTC",
    hooks: () => ({ resetValue: ({ resetAtMs }) => String(Math.floor(resetAtMs / 1000) - 18_000) }),
  },
});
