import { isAnswered } from "#core/check/facts.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { headerValue, headerValues, recordedLines } from "#core/exchange/headers.ts";
import { type Clues, hints } from "./clues.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How a header is wrong, by its value, or that it is missing. The first that fits is named. */
export const headers = [
  ...hints({ at: /^header (?:x-ratelimit-|retry-after)/ }, [
    [
      { found: "nothing", got: 429, also: (clues) => !has429(clues) },
      "No 429 has the headers that other answers have: something in front of the service (a gateway, a proxy, a firewall) rejects requests, by a limit of its own; or the limiter rejects them before it writes any.",
      "Have it send Retry-After and the three X-RateLimit headers with its 429s.",
    ],
    [
      {
        at: /^header x-ratelimit-/,
        found: "nothing",
        also: (clues) => isNowhere(clues) && hasOthers(clues),
      },
      "Nothing writes this header: the limiter sends some of the three, or others in their place.",
      "Write all three with every response, under these names: X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (a Unix timestamp).",
    ],
    [
      { also: (clues) => linesOf(clues) > 1 },
      "The header is sent more than once: two limiters, or a proxy and the service, each write theirs.",
      "Let one place write it, and send one value.",
    ],
  ]),
  ...hints({ at: "header x-ratelimit-reset" }, [
    [
      {
        header: /^\d{1,15}$/,
        also: ({ seen, symptom }) =>
          Math.abs(Number(seen.header) - timesOf(symptom.exchange).endedAtMs) <= 2 * dayMs,
      },
      "The timestamp is in milliseconds (Date.now(), System.currentTimeMillis()), not in seconds.",
      "Divide by 1000 and round up.",
    ],
    [
      { header: /^\d{1,5}$/ },
      "The header has the number of seconds left, not the time at which the limit resets.",
      "Write the Unix timestamp of the reset: the current time in seconds plus the seconds left.",
    ],
  ]),
  ...hints({ at: "header retry-after" }, [
    [
      { header: /^\d{10,13}$/ },
      "Retry-After has the timestamp of the reset, not the seconds until then.",
      "Write whole seconds until the next request is served, rounded up and at least 1, or an HTTP date.",
    ],
  ]),
];

function valuesOf({ symptom: { exchange, aspect } }: Clues): readonly string[] {
  return isAnswered(exchange) && aspect.of === "header"
    ? headerValues(exchange.outcome.answer.headers, aspect.name)
    : [];
}

function linesOf(clues: Clues): number {
  return valuesOf(clues).length;
}

/** True where no answer has the header. */
function isNowhere({ symptom: { aspect }, facts }: Clues): boolean {
  const name = aspect.of === "header" ? aspect.name : "";
  return !facts.exchanges.some(
    (e) => isAnswered(e) && headerValue(e.outcome.answer.headers, name) !== undefined,
  );
}

/** True where the same answer has another header of rate limits: those of drafts, and of other limiters. */
function hasOthers({ symptom: { exchange } }: Clues): boolean {
  return (
    isAnswered(exchange) &&
    recordedLines(exchange.outcome.answer.headers).some(([name]) => /^(?:x-)?rate-?limit(?:-|$)/i.test(name))
  );
}

/** A 429 announces a limit. */
function has429({ facts: { exchanges } }: Clues): boolean {
  return exchanges
    .filter(isAnswered)
    .some(
      ({ outcome: { answer } }) =>
        answer.status === 429 && headerValue(answer.headers, "x-ratelimit-limit") !== undefined,
    );
}
