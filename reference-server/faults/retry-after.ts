import { servers } from "../bed-server.ts";
import type { Quota } from "../rate-windows.ts";

const free = { plan: "free" } as const;
const httpDate = ({ resetAtMs }: Quota) => new Date(resetAtMs).toUTCString();

export default servers({
  "retry-after-wrong-weekday": {
    title: "writes a date in Retry-After whose weekday is another day's",
    fails: ["RATE-12"],
    idiom: "a date put together by hand",
    stage: free,
    hooks: () => ({
      retryAfter: (quota) => {
        const date = httpDate(quota);
        return `${date.startsWith("Mon") ? "Tue" : "Mon"}${date.slice(3)}`;
      },
    }),
  },
  "retry-after-in-local-zone": {
    title: "writes a date in Retry-After that names another zone than GMT",
    fails: ["RATE-12"],
    idiom: "RFC 2822 format",
    stage: free,
    hooks: () => ({ retryAfter: (quota) => httpDate(quota).replace("GMT", "+0000") }),
  },
  "retry-after-twice": {
    title: "sends Retry-After twice",
    fails: ["RATE-12"],
    idiom: "proxy and application both limit",
    stage: free,
    hooks: (correct) => ({
      overLimitResponse: (quota, call) => {
        const refusal = correct.overLimitResponse(quota, call);
        return { ...refusal, headers: [...refusal.headers, ["Retry-After", "60"]] };
      },
    }),
  },
  "retry-after-with-unit": {
    title: "writes Retry-After with its unit",
    fails: ["RATE-12"],
    idiom: "a duration formatted for people",
    stage: free,
    hooks: (correct) => ({ retryAfter: (quota, call) => `${correct.retryAfter(quota, call)}s` }),
  },
  "over-limit-500": {
    title: "fails where a request is over the limit",
    fails: ["HTTP-2", "RATE-11"],
    idiom: "exception of the limiter that nobody catches",
    stage: free,
    hooks: () => ({
      overLimitResponse: () => {
        throw new Error("Rate limit exceeded");
      },
    }),
  },
});
