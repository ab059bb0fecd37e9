import { alike, servers } from "../bed-server.ts";
import { rejectsInARow } from "../fault-parts.ts";
import { limitedBy } from "../limiters/limited.ts";

const tenTooMany = { afterRequests: 10, forMs: 600_000 };

const limited = alike({ ruling: [20, 21], stage: { plan: "free" } })({
  "sliding-log": {
    title: "counts over the last minute; Reset is when the newest request leaves it, and so moves",
    hooks: (correct) => limitedBy({ kind: "sliding-log" }).hooks(correct),
  },
  "sliding-log-by-oldest": {
    title: "counts over the last minute; Reset is when the oldest request leaves it",
    hooks: (correct) => limitedBy({ kind: "sliding-log-oldest" }).hooks(correct),
  },
  "sliding-counter": {
    title: "lets the window before fade, so that Remaining rises towards a fixed Reset",
    warns: ["RATE-13"],
    profile: "thorough",
    hooks: (correct) => limitedBy({ kind: "sliding-counter" }).hooks(correct),
  },
  "token-bucket": {
    title: "refills a bucket by one request a second; Reset is when it is full",
    untested: ["RATE-5", "RATE-6", "RATE-8"],
    stage: { plan: { perMinute: 60 } },
    hooks: (correct) => limitedBy({ kind: "token-bucket" }).hooks(correct),
  },
  "token-bucket-by-the-day": {
    title: "has a second bucket for the day",
    untested: ["RATE-5", "RATE-6", "RATE-8"],
    hooks: (correct) => limitedBy({ kind: "token-bucket" }).hooks(correct),
  },
  "counts-by-operation": {
    title: "counts each operation apart",
    ruling: [20],
    warns: ["RATE-7"],
    hooks: (correct) => limitedBy({ kind: "fixed-window", by: "key-and-operation" }).hooks(correct),
  },
  "bucket-by-operation": {
    title: "has a bucket for each operation",
    untested: ["RATE-5", "RATE-6", "RATE-8"],
    stage: { plan: { perMinute: 60 } },
    hooks: (correct) => limitedBy({ kind: "token-bucket", by: "key-and-operation" }).hooks(correct),
  },
  "refunds-refused-requests": {
    title: "gives requests back that it answered with a 4xx",
    ruling: [20],
    hooks: (correct) => limitedBy({ kind: "fixed-window", refunds: true }).hooks(correct),
  },
  "counts-refused-requests": {
    title: "counts requests answered 429 too, so that a client that goes on sending waits longer",
    ruling: [21],
    hooks: (correct) => limitedBy({ kind: "sliding-log", countsRefusals: true }).hooks(correct),
  },
  "bans-the-impatient": {
    title: "answers 403 for ten minutes to a key that sends ten requests during a back-off",
    ruling: [21, 31],
    hooks: (correct) =>
      limitedBy({ kind: "fixed-window", ban: { ...tenTooMany, status: 403 } }).hooks(correct),
  },
  "bans-with-401": {
    title: "bans a key for ten minutes that sends ten requests during a back-off",
    ruling: [21, 31],
    untested: ["RATE-5", "RATE-6", "RATE-8"],
    hooks: (correct) =>
      limitedBy({ kind: "token-bucket", ban: { ...tenTooMany, status: 401 } }).hooks(correct),
  },
});

export default servers({
  ...limited,
  "recovers-at-third-try": {
    title: "once answers 429 after two waits that it asked for, as others use the key, and then serves",
    ruling: [21],
    warns: ["RATE-13", "RATE-15", "RATE-16"],
    hooks: rejectsInARow(30, 3, () => true),
  },
});
