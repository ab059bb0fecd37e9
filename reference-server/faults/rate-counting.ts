import { servers } from "../bed-server.ts";
import { withHeader } from "../message.ts";

const free = { plan: "free" } as const;

export default servers({
  "count-by-connection": {
    title: "counts each connection apart, of which a client opens six",
    fails: ["RATE-10"],
    idiom: "limiter keyed by the socket",
    stage: free,
    hooks: (correct) => {
      const requests = new Map<string, number>();
      return {
        rateCaller: (call) => {
          const caller = correct.rateCaller(call);
          const nth = (requests.get(caller) ?? 0) + 1;
          requests.set(caller, nth);
          return `${caller} on ${nth % 6}`;
        },
      };
    },
  },
  "rate-headers-after-ten": {
    title: "sends rate-limit headers from its tenth response on",
    fails: ["RATE-1"],
    idiom: "limiter that looks after a cache was filled",
    hooks: (correct) => {
      let sent = 0;
      return {
        rateHeaders: (status, call) => {
          sent += 1;
          return sent < 10 ? [] : correct.rateHeaders(status, call);
        },
      };
    },
  },
  "no-rate-headers-after-429": {
    title: "sends no rate-limit headers once it has answered 429",
    fails: ["RATE-1"],
    stage: free,
    hooks: (correct) => {
      let refused = false;
      return {
        rateHeaders: (status, call) => {
          const headers = refused ? [] : correct.rateHeaders(status, call);
          refused ||= call.quota?.exceeded === true;
          return headers;
        },
      };
    },
  },
  "remaining-off-after-429": {
    title: "gives each rejected request back tenfold, so that more than the limit remains in the next window",
    fails: ["RATE-3"],
    idiom: "refund of a request that was never counted",
    stage: free,
    hooks: () => {
      let refused = 0;
      return {
        remainingValue: ({ remaining, exceeded }) => {
          if (exceeded) refused += 1;
          return String(exceeded ? 0 : remaining + 10 * refused);
        },
      };
    },
  },
  "rate-headers-twice": {
    title: "sends each rate-limit header twice",
    fails: ["RATE-3", "RATE-4"],
    idiom: "proxy and application both limit",
    hooks: (correct) => ({
      rateHeaders: (status, call) => [
        ...correct.rateHeaders(status, call),
        ...correct.rateHeaders(status, call),
      ],
    }),
  },
  "limit-twice": {
    title: "sends X-RateLimit-Limit twice, for the minute and for the day",
    fails: ["RATE-3"],
    idiom: "a limiter for each period",
    hooks: (correct) => ({
      rateHeaders: (status, call) => [...correct.rateHeaders(status, call), ["X-RateLimit-Limit", "10000"]],
    }),
  },
  "limit-with-separator": {
    title: "groups the digits of the limit",
    fails: ["RATE-3"],
    idiom: "toLocaleString",
    stage: { plan: "business" },
    hooks: () => ({ limitValue: ({ limit }) => limit.toLocaleString("en-US") }),
  },
  "limit-differs-on-errors": {
    title: "announces another limit where a request is rejected",
    fails: ["RATE-5"],
    idiom: "error pages behind a limiter of their own",
    hooks: () => ({
      respond: (response) =>
        response.status === 400 ? withHeader(response, "X-RateLimit-Limit", "500") : response,
    }),
  },
  "reset-in-local-time": {
    title: "writes X-RateLimit-Reset five hours behind, as a clock in New York shows it",
    fails: ["RATE-4"],
    idiom: "local time taken for UTC",
    hooks: () => ({ resetValue: ({ resetAtMs }) => String(Math.floor(resetAtMs / 1000) - 18_000) }),
  },
});
