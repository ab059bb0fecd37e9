import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  counting,
  crashing,
  keeping,
  made,
  rejectsInARow,
  replaced,
} from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { type Hooks, leadsTo } from "#reference-server/hooks/call.ts";
import { Limits } from "#reference-server/limiters/limits.ts";
import { textResponse, withHeader } from "#reference-server/message.ts";
import type { Quota } from "#reference-server/rate-plans.ts";

/** Of the requests over the limit rejects some, by how many came in a row. */
const rejectingSome = (isRejected: (over: number, limit: number) => boolean) =>
  keeping("isOverLimit", { over: 0 }, (kept, _, { exceeded, limit }) => {
    kept.over = exceeded ? kept.over + 1 : 0;
    return isRejected(kept.over, limit);
  });

const rejectingWith = (status: number, message: string) =>
  replaced("overLimitResponse", (_quota, call) => call.hooks.errorResponse(status, message, call, []));

/** Counts in buckets, of which a caller has one for each of its names. */
function inBuckets(alias: () => string): Hooks["countRequest"] {
  const limits = new Limits("token-bucket");
  return (call) =>
    limits.count(call.hooks.rateCaller(call) + alias(), call.hooks.rateLimitFor(call), call.nowMs);
}

const httpDate = ({ resetAtMs }: Quota) => new Date(resetAtMs).toUTCString();

// On the Free plan a run reaches its limit.
const enforcing = alike({ fails: ["RATE-10"], stage: { plan: "free" } })({
  "never-enforced": {
    title: "counts, announces, and never rejects",
    idiom: "limiter in observing mode",
    hooks: () => ({ isOverLimit: () => false }),
  },
  "bucket-never-empty": {
    title: "counts down a bucket that refills, and serves on where it is empty",
    idiom: "limiter that is asked after the request was served",
    stage: { plan: { perMinute: 60 } },
    hooks: made("countRequest", () => {
      const count = inBuckets(() => "");
      return (call) => {
        const quota = count(call);
        return quota && { ...quota, exceeded: false };
      };
    }),
  },
  "bucket-in-each-replica": {
    title: "has a bucket in each of twelve replicas",
    idiom: "limiter in memory",
    stage: { plan: { perMinute: 60 } },
    hooks: made("countRequest", () => {
      let requests = 0;
      return inBuckets(() => {
        requests += 1;
        return ` on ${requests % 12}`;
      });
    }),
  },
  "counted-by-each-instance": {
    title: "counts in two instances by turns, and serves twice the limit that each announces",
    warns: ["RATE-7"],
    idiom: "limiter in memory, two workers",
    stage: { plan: { perMinute: 40 } },
    hooks: counting("countRequest", (nth, _, call) => {
      const { hooks, state, nowMs } = call;
      const caller = `${hooks.rateCaller(call)} at ${nth % 2}`;
      return state.windows.count(caller, hooks.rateLimitFor(call), nowMs, (policy) =>
        hooks.windowEndMs(policy, call),
      );
    }),
  },
  "enforced-at-double": {
    title: "serves up to twice the limit that it announces",
    idiom: "two instances, each with its own count",
    hooks: rejectingSome((over, limit) => over > limit),
  },
  "enforced-with-a-reserve": {
    title: "serves a fifth of the limit more after Remaining has come to 0",
    idiom: "burst on top of the rate",
    hooks: rejectingSome((over, limit) => over > limit / 5),
  },
  "enforced-now-and-then": {
    title: "rejects one request in four once the limit is used up",
    idiom: "traffic shed by sampling",
    hooks: rejectingSome((over) => over > 0 && over % 4 === 0),
  },
});

const refusals = alike({ fails: ["RATE-12"], stage: { plan: "free" } })({
  "over-limit-503": {
    title: "answers 503 over the limit",
    fails: ["HTTP-2", "RATE-11"],
    idiom: "503 in place of 429, as nginx does",
    hooks: after("overLimitResponse", (answer) => ({ ...answer, status: 503 })),
  },
  "over-limit-403": {
    title: "answers 403 over the limit",
    fails: ["HTTP-2", "RATE-11"],
    idiom: "403 in place of 429",
    hooks: rejectingWith(403, "Quota exceeded"),
  },
  "over-limit-400": {
    title: "answers 400 over the limit",
    fails: ["HTTP-2", "RATE-11"],
    hooks: rejectingWith(400, "Slow down"),
  },
  "over-limit-200": {
    title: "answers 200 with an Error body over the limit",
    fails: ["LIST-1", "RATE-10"],
    idiom: "always 200, the truth in the body",
    hooks: replaced("overLimitResponse", (_quota, call) =>
      jsonResponse(200, call.hooks.errorBody(429, "Slow down", call), call),
    ),
  },
  "over-limit-401": {
    title: "answers 401 over the limit",
    fails: ["AUTH-1", "RATE-11"],
    hooks: () => ({ overLimitResponse: (_quota, call) => call.hooks.unauthorized(call) }),
  },
  "no-retry-after": {
    title: "sends no Retry-After with a 429",
    hooks: after("overLimitResponse", (answer) => withHeader(answer, "Retry-After", undefined)),
  },
  "bare-429": {
    title: "answers over the limit with the proxy's own page",
    idiom: "limit_req of a proxy",
    hooks: replaced("overLimitResponse", () =>
      textResponse(429, "text/html", "<h1>429 Too Many Requests</h1>"),
    ),
  },
  "retry-after-zero": {
    title: "writes 0 as Retry-After",
    hooks: () => ({ retryAfter: () => "0" }),
  },
  "retry-after-words": {
    title: "writes 60 seconds, in words, as Retry-After",
    hooks: () => ({ retryAfter: () => "60 seconds" }),
  },
  "retry-after-fraction": {
    title: "writes Retry-After with a fraction",
    idiom: "division without rounding",
    hooks: after("retryAfter", (right) => `${right}.5`),
  },
  "retry-after-negative": {
    title: "writes a negative Retry-After",
    idiom: "operands swapped",
    hooks: after("retryAfter", (right) => `-${right}`),
  },
  "retry-after-iso-date": {
    title: "writes Retry-After as an ISO date",
    idiom: "toISOString",
    hooks: () => ({ retryAfter: (quota) => new Date(quota.resetAtMs).toISOString() }),
  },
  "retry-after-date-now": {
    title: "writes the present as Retry-After",
    idiom: "new Date() without the time left",
    hooks: () => ({ retryAfter: (_quota, call) => new Date(call.nowMs).toUTCString() }),
  },
});

const recovery = alike({ warns: ["RATE-13"], stage: { plan: "free" } })({
  "retry-after-in-milliseconds": {
    title: "writes Retry-After in milliseconds",
    untested: ["RATE-14"],
    hooks: () => ({ retryAfter: (quota, call) => String(quota.resetAtMs - call.nowMs) }),
  },
  "retry-after-epoch": {
    title: "writes a Unix timestamp as Retry-After",
    untested: ["RATE-14"],
    idiom: "Reset copied into Retry-After",
    hooks: (correct) => ({ retryAfter: (quota, call) => correct.resetValue(quota, call) }),
  },
  "retry-after-an-hour": {
    title: "names an hour in Retry-After for a window of a minute",
    untested: ["RATE-14"],
    hooks: () => ({ retryAfter: () => "3600" }),
  },
  "retry-after-too-short": {
    title: "names one second in Retry-After for a window of a minute",
    fails: ["RATE-14"],
    warns: ["RATE-13", "RATE-15"],
    idiom: "constant in place of the time left",
    hooks: () => ({ retryAfter: () => "1" }),
  },
  "first-retry-refused": {
    title: "rejects the first request after Retry-After",
    warns: ["RATE-15"],
    idiom: "off by one at the boundary",
    hooks: keeping("isOverLimit", { armed: false }, (kept, _, { exceeded }) => {
      const refused = exceeded || kept.armed;
      kept.armed = exceeded;
      return refused;
    }),
  },
  "never-recovers": {
    title: "rejects every request after the first 429",
    fails: ["RATE-14"],
    warns: ["RATE-15"],
    idiom: "counter that never expires",
    hooks: keeping("isOverLimit", { banned: false }, (kept, _, { exceeded }) => {
      kept.banned ||= exceeded;
      return kept.banned;
    }),
  },
  "refuses-at-half": {
    title: "rejects requests while half of the limit remains",
    warns: ["RATE-16"],
    idiom: "each request counted twice",
    stage: { plan: { perMinute: 90 } },
    hooks: () => ({ isOverLimit: ({ remaining, limit }) => remaining < limit / 2 }),
  },
});

const further = alike({ fails: ["RATE-12"], stage: { plan: "free" } })({
  "count-by-connection": {
    title: "counts each connection apart, of which a client opens six",
    fails: ["RATE-10"],
    idiom: "limiter keyed by the socket",
    hooks: keeping("rateCaller", new Map<string, number>(), (requests, correctly, call) => {
      const caller = correctly(call);
      const nth = (requests.get(caller) ?? 0) + 1;
      requests.set(caller, nth);
      return `${caller} on ${nth % 6}`;
    }),
  },
  "retry-after-wrong-weekday": {
    title: "writes a date in Retry-After whose weekday is another day's",
    idiom: "a date put together by hand",
    hooks: replaced("retryAfter", (quota) => {
      const date = httpDate(quota);
      return `${date.startsWith("Mon") ? "Tue" : "Mon"}${date.slice(3)}`;
    }),
  },
  "retry-after-in-local-zone": {
    title: "writes a date in Retry-After that names another zone than GMT",
    idiom: "RFC 2822 format",
    hooks: () => ({ retryAfter: (quota) => httpDate(quota).replace("GMT", "+0000") }),
  },
  "retry-after-twice": {
    title: "sends Retry-After twice",
    idiom: "proxy and application both limit",
    hooks: after("overLimitResponse", (refusal) => ({
      ...refusal,
      headers: [...refusal.headers, ["Retry-After", "60"]],
    })),
  },
  "retry-after-with-unit": {
    title: "writes Retry-After with its unit",
    idiom: "a duration formatted for people",
    hooks: after("retryAfter", (right) => `${right}s`),
  },
  "over-limit-500": {
    title: "fails where a request is over the limit",
    fails: ["HTTP-2", "RATE-11"],
    idiom: "exception of the limiter that nobody catches",
    hooks: crashing("overLimitResponse"),
  },
});

const inARow = alike({ fails: ["RATE-14"], warns: ["RATE-13", "RATE-15", "RATE-16"] })({
  "wait-never-long-enough": {
    title:
      "once answers 429 five times in a row, though each wait that it asks for is kept, long before the limit",
    idiom: "second limiter that each rejected request extends",
    hooks: rejectsInARow(30, 5, () => true),
  },
  "creates-wait-never-long-enough": {
    title: "answers 429 to a create four times in a row, though each wait that it asks for is kept",
    idiom: "cool-down of writes that is started again by each",
    hooks: rejectsInARow(6, 4, (call) => leadsTo(call, "createPet")),
  },
});

export default { ...enforcing, ...refusals, ...recovery, ...further, ...inARow };
