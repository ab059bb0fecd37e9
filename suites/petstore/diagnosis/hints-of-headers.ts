import { isAnswered } from "#core/check/facts.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { headerValue, headerValues, recordedLines } from "#core/exchange/headers.ts";
import { type Clues, hints } from "./clues.ts";

const dayMs = 24 * 60 * 60 * 1000;
const json =
  "Send the body through the framework's JSON function (res.json, JsonResponse, c.JSON, ResponseEntity), which sets the Content-Type.";
const wait =
  "Write whole seconds until the next request is served, rounded up and at least 1, or an HTTP date.";

/** How a header is wrong, by its value, or that it is missing. The first that fits is named. */
export const headers = [
  ...hints({ at: "header content-type" }, [
    [
      { found: "nothing" },
      "The body is written without a Content-Type, not through the framework's JSON function.",
      json,
    ],
    [
      { header: /problem\+json/i },
      "The Error is sent with the Content-Type of the framework's Problem Details (RFC 9457).",
      "Set the Content-Type application/json where an Error is written.",
    ],
    [
      { header: /^/ },
      "The body is sent as text or as bytes, and the framework sets the Content-Type for these; or the value is put together by hand.",
      json,
    ],
  ]),
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
      { found: "nothing", also: (clues) => !isNowhere(clues) },
      "Other answers have this header, and these lack it: it is set for some routes or cases only.",
      "Set the three headers in a middleware that runs first and sees every response.",
    ],
    [
      { also: (clues) => linesOf(clues) > 1 },
      "The header is sent more than once: two limiters, or a proxy and the service, each write theirs.",
      "Let one place write it, and send one value.",
    ],
  ]),
  ...hints({ at: /^header x-ratelimit-(?:limit|remaining)$/ }, [
    [
      { header: /\d.*\D/ },
      "The figure is not digits alone: a policy or another value stands behind it, or it is written as a fraction, with an exponent or with thousands separators.",
      "Write one whole number, in digits alone.",
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
    [
      { header: /\D/ },
      "A date or a fraction is written, not a Unix timestamp in whole seconds.",
      "Write the Unix timestamp in whole seconds.",
    ],
    [
      { header: /^\d+$/, also: isFarOff },
      "The timestamp is hours off, or in the past: a local time was taken for UTC, or it is the start of the window.",
      "Write the end of the current window, by a clock in UTC, and begin a new window when it is over.",
    ],
  ]),
  ...hints({ at: "header retry-after" }, [
    [
      { header: /^\d{10,13}$/ },
      "Retry-After has the timestamp of the reset, not the seconds until then.",
      wait,
    ],
    [
      { header: /^/ },
      "The value is neither whole seconds nor an HTTP date in GMT that lies ahead, or it is computed from another instant than X-RateLimit-Reset.",
      wait,
    ],
  ]),
  ...hints({ at: /^header (?:deprecation|sunset|retry-after)$/ }, [
    [{ found: "nothing" }, "Nothing writes this header.", "Write it in the form that is expected."],
    [
      { at: "header deprecation" },
      'The value has the form of an older draft of the header ("true", an HTTP date), or lacks the at sign with which dates begin in structured fields (RFC 9651).',
      "Write an at sign and the Unix timestamp in seconds of the deprecation, such as @1735689600.",
    ],
    [
      { requirement: "DEPR-3" },
      "The date lies after the day on which the operation is removed: it comes from an older plan, or the language counts months from 0.",
      "Write the day of the removal, or an earlier one.",
    ],
    [
      { requirement: "DEPR-4" },
      "The date lies before the day on which the operation is removed: it comes from an older plan, from another zone, or the language counts months from 0.",
      "Write the day of the removal.",
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

/** Before the answer, or more than a window of some minutes after it. */
function isFarOff({ seen: { header }, symptom: { exchange } }: Clues): boolean {
  const ahead = Number(header) - timesOf(exchange).endedAtMs / 1000;
  return ahead < 0 || ahead > dayMs / 1000;
}
