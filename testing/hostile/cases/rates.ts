import { conforming, fails, type HostileCases } from "../hostile-case.ts";
import { altered, petstore, plain } from "../petstore.ts";
import { always, first, json } from "../writing.ts";

const error = '{"code":"x","message":"x","status":429}';
const refused = (...headers: readonly string[]) => always(json("429 Too Many Requests", error, headers));
const announced = (limit: string, remaining: string, reset: string, ...more: readonly string[]) =>
  altered({
    without: [
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      ...(more.length > 0 ? ["date"] : []),
    ],
    headers: [
      `X-RateLimit-Limit: ${limit}`,
      `X-RateLimit-Remaining: ${remaining}`,
      `X-RateLimit-Reset: ${reset}`,
      ...more,
    ],
  });
const noTime = { exitCode: 1, reason: "rate-limited", fails: ["RATE-12"] } as const;
const limited = (says: string) => ({ exitCode: 3, reason: "rate-limited", says }) as const;

/** Limits that would keep a client waiting, or sending, for ever. */
export const rates: HostileCases = {
  "retry-after-a-century": {
    does: "answers 429 and asks for a hundred years",
    hostility: () => refused("Retry-After: 3155760000"),
    expect: limited("--max-wait"),
  },
  "retry-after-400-digits": {
    does: "answers 429 with a Retry-After of 400 digits",
    hostility: () => refused(`Retry-After: ${"9".repeat(400)}`),
    expect: limited(""),
  },
  "retry-after-year-9999": {
    does: "answers 429 with a date at the end of time",
    hostility: () => refused("Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"),
    expect: limited("--max-wait"),
  },
  "retry-after-negative": {
    does: "answers 429 with a negative Retry-After",
    hostility: () => refused("Retry-After: -5"),
    expect: noTime,
  },
  "retry-after-0": {
    does: "answers 429 with Retry-After 0, for ever",
    hostility: () => refused("Retry-After: 0"),
    expect: noTime,
  },
  "429-silently": {
    does: "answers 429 without a word, for ever",
    hostility: () => refused(),
    expect: noTime,
  },
  "remaining-0-for-ever": {
    does: "is correct, and announces that nothing is left until in 20 hours",
    hostility: () => announced("1000", "0", String(Math.floor(Date.now() / 1000) + 72_000)),
    expect: limited("--max-wait"),
  },
  "remaining-30-digits": {
    does: "announces numbers of 30 digits",
    hostility: () => announced("9".repeat(30), "9".repeat(30), "9".repeat(30)),
    expect: fails("RATE-3", "RATE-4"),
  },
  "reset-in-milliseconds": {
    does: "announces its Reset in milliseconds",
    hostility: () => announced("1000", "900", String(Date.now() + 60_000)),
    expect: fails("RATE-4"),
  },
  "remaining-0-now-and-then": {
    does: "is correct, and announces with every other answer that nothing is left for a minute",
    hostility: () =>
      petstore(({ correct, request }) =>
        plain(correct, {
          without: ["x-ratelimit-remaining"],
          headers: [`X-RateLimit-Remaining: ${request.nth % 2 === 0 ? 900 : 0}`],
        }),
      ),
    expect: limited("--max-wait"),
  },
  "retry-after-0-from-then-on": {
    does: "is correct for thirty requests, and then answers 429 and Retry-After 0 for ever",
    hostility: () => first(30, petstore(), refused("Retry-After: 0")),
    expect: { exitCode: 1, reason: "rate-limited", fails: ["RATE-1", "RATE-12"] },
  },
  "date-1970": {
    does: "is correct, and lives in 1970",
    hostility: () => petstore(undefined, { behindMs: Date.now() }),
    expect: conforming,
  },
  "date-nonsense": {
    does: "gives a Date that is none",
    hostility: () => announced("1000", "900", "60", "Date: yesterday at noon"),
    expect: fails("RATE-4"),
  },
};
