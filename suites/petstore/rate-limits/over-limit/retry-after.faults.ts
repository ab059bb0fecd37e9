import { alike } from "#reference-server/bed-server.ts";
import { after, crashing, rejectsInARow, replaced } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import type { Quota } from "#reference-server/rate-plans.ts";

const free = { plan: "free" } as const;

const httpDate = ({ resetAtMs }: Quota) => new Date(resetAtMs).toUTCString();

export default alike({ fails: ["RATE-12"] })({
  "retry-after-wrong-weekday": {
    title: "writes a date in Retry-After whose weekday is another day's",
    idiom: "a date put together by hand",
    stage: free,
    hooks: replaced("retryAfter", (quota) => {
      const date = httpDate(quota);
      return `${date.startsWith("Mon") ? "Tue" : "Mon"}${date.slice(3)}`;
    }),
  },
  "retry-after-in-local-zone": {
    title: "writes a date in Retry-After that names another zone than GMT",
    idiom: "RFC 2822 format",
    stage: free,
    hooks: () => ({ retryAfter: (quota) => httpDate(quota).replace("GMT", "+0000") }),
  },
  "retry-after-twice": {
    title: "sends Retry-After twice",
    idiom: "proxy and application both limit",
    stage: free,
    hooks: after("overLimitResponse", (refusal) => ({
      ...refusal,
      headers: [...refusal.headers, ["Retry-After", "60"]],
    })),
  },
  "retry-after-with-unit": {
    title: "writes Retry-After with its unit",
    idiom: "a duration formatted for people",
    stage: free,
    hooks: after("retryAfter", (right) => `${right}s`),
  },
  "over-limit-500": {
    title: "fails where a request is over the limit",
    fails: ["HTTP-2", "RATE-11"],
    idiom: "exception of the limiter that nobody catches",
    stage: free,
    hooks: crashing("overLimitResponse"),
  },
  "wait-never-long-enough": {
    title:
      "once answers 429 five times in a row, though each wait that it asks for is kept, long before the limit",
    fails: ["RATE-14"],
    warns: ["RATE-13", "RATE-15", "RATE-16"],
    idiom: "second limiter that each rejected request extends",
    hooks: rejectsInARow(30, 5, () => true),
  },
  "creates-wait-never-long-enough": {
    title: "answers 429 to a create four times in a row, though each wait that it asks for is kept",
    fails: ["RATE-14"],
    warns: ["RATE-13", "RATE-15", "RATE-16"],
    idiom: "cool-down of writes that is started again by each",
    hooks: rejectsInARow(6, 4, (call) => leadsTo(call, "createPet")),
  },
});
