import { faults } from "../fault.ts";
import type { Quota } from "../rate-windows.ts";

const free = { plan: "free" } as const;
const httpDate = ({ resetAtMs }: Quota) => new Date(resetAtMs).toUTCString();

export default faults({
  "retry-after-wrong-weekday": {
    title: "writes a date in Retry-After whose weekday is another day's",
    breaks: ["RATE-12"],
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
    breaks: ["RATE-12"],
    idiom: "RFC 2822 format",
    stage: free,
    hooks: () => ({ retryAfter: (quota) => httpDate(quota).replace("GMT", "+0000") }),
  },
  "retry-after-twice": {
    title: "sends Retry-After twice",
    breaks: ["RATE-12"],
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
    breaks: ["RATE-12"],
    idiom: "a duration formatted for people",
    stage: free,
    hooks: (correct) => ({ retryAfter: (quota, call) => `${correct.retryAfter(quota, call)}s` }),
  },
  "over-limit-500": {
    title: "fails where a request is over the limit",
    breaks: ["HTTP-2", "RATE-11"],
    idiom: "exception of the limiter that nobody catches",
    stage: free,
    hooks: () => ({
      overLimitResponse: () => {
        throw new Error("Rate limit exceeded");
      },
    }),
  },
});
