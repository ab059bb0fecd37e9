import { type Answered, answeredWith, isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { headerValue, headerValues, recordedLines } from "#core/exchange/headers.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import { type Clues, hints } from "./clues.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How X-RateLimit-* are wrong, by their values. The first that fits is named. */
export const rateLimits = hints([
  [
    { at: /^header x-ratelimit-/, found: "nothing", also: (clues) => isNowhere(clues) && hasOthers(clues) },
    "Nothing writes this header: the limiter sends some of the three, or others in their place.",
    "Write all three with every response, under these names: X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (a Unix timestamp).",
  ],
  [
    { at: /^header x-ratelimit-/, found: "nothing", got: /^2/, also: (clues) => !isNowhere(clues) },
    "Other answers have this header, and this success lacks it: it is set for some routes or cases only.",
    "Set the three headers in a middleware that runs first and sees every response.",
  ],
  [
    { at: /^header x-ratelimit-/, also: isSentEverMore },
    "Answers have this header more and more often: the headers of each are added to a list that all answers share (an attribute of a class, a default argument in Python, a middleware that registers itself again).",
    "Begin each answer with an empty list of headers.",
  ],
  [
    { at: /^header (?:x-ratelimit-|retry-after)/, also: (clues) => linesOf(clues) > 1 },
    "The header is sent more than once: two limiters, or a proxy and the service, each write theirs.",
    "Let one place write it, and send one value.",
  ],
  [
    { at: /^header x-ratelimit-(?:limit|remaining)$/, header: /;|^\d+, / },
    "The value has a policy behind it, or several values, as newer drafts of rate-limit headers have.",
    "Write one whole number.",
  ],
  [
    { at: /^header x-ratelimit-(?:limit|remaining)$/, header: /^\d[\d.]*e[+-]?\d+$/i },
    "The number is written in exponent form, as a floating-point number.",
    "Write an integer, in digits alone.",
  ],
  [
    { at: /^header x-ratelimit-(?:limit|remaining)$/, header: /^\d{1,3}(?:[,.' ]\d{3})+$/ },
    "The number is formatted for people, with thousands separators.",
    "Write the digits alone.",
  ],
  [
    { at: /^header (?:x-ratelimit-|retry-after$)/, header: /^-?\d+\.\d+$/ },
    "The value is a fraction: seconds or a budget are computed and not rounded.",
    "Write a whole number; round seconds up.",
  ],
  [
    { at: "header x-ratelimit-remaining", header: /^-\d+$/ },
    "Remaining goes below zero when requests are rejected.",
    "Write 0 once the limit is used up.",
  ],
  [
    { at: "header x-ratelimit-remaining", header: /^\d+$/, requirement: "RATE-3" },
    "Remaining is greater than the limit: the two figures are of different windows, or requests are credited back too often.",
    "Keep Remaining from 0 to Limit, both of the same window.",
  ],
  [
    { at: "header x-ratelimit-remaining", requirement: /^RATE-[678]$/, also: countsUp },
    "Remaining says how many requests were made, not how many are left.",
    "Write Limit minus the requests of the current window.",
  ],
  [
    { at: "header x-ratelimit-remaining", requirement: /^RATE-[678]$/, also: isStored },
    "The answer is an earlier one from a cache, with the header fields of that time: the same body and the same Remaining were answered before.",
    "Cache bodies only, and write the X-RateLimit headers anew into each answer.",
  ],
  [
    { at: /^header (?:x-ratelimit-|retry-after)/, got: 429, found: "nothing", also: are429sOfAnotherLayer },
    "No 429 has the headers that all other answers have: something in front of the service (a gateway, a proxy, a firewall) rejects requests, by a limit of its own.",
    "Have it send Retry-After and the three X-RateLimit headers with its 429s, or raise its limit above the service's own.",
  ],
  [
    {
      at: "header x-ratelimit-remaining",
      got: 429,
      header: /^[1-9]/,
      requirement: /^RATE-[678]$/,
      also: isFull,
    },
    "The 429 announces the full limit as Remaining: it is written from the settings, or from a counter that is reset when a request is rejected.",
    "Write 0 in a 429, and reset the counter with its window.",
  ],
  [
    {
      requirement: "RATE-10",
      also: ({ facts, symptom: { exchange } }) =>
        facts.exchanges.some((e) => e.id > exchange.id && answeredWith(e, 429)),
    },
    "Requests are rejected only after more were served than the X-RateLimit headers say: each instance counts for itself, some requests are not counted, or the limiter has another limit than the one that is announced.",
    "Count every request, in a store that all instances share, and announce the limit that the limiter has.",
  ],
  [
    { at: /^header x-ratelimit-(?:limit|remaining)$/, header: /^(?:0|\D*)$/, requirement: "RATE-3" },
    "An unknown or unlimited limit is written as a word, as an empty value, or as 0.",
    "Write the figure that applies, or declare that limits do not apply and send none of the three headers.",
  ],
  [
    { at: "header x-ratelimit-reset", header: /^\d{1,15}$/, also: isNear },
    "The timestamp is in milliseconds (Date.now(), System.currentTimeMillis()), not in seconds.",
    "Divide by 1000 and round up.",
  ],
  [
    {
      at: "header x-ratelimit-reset",
      header: /^\d{1,15}$/,
      also: ({ seen }) => Number(seen.header) <= dayMs / 1000 + 300,
    },
    "The header has the number of seconds left, not the time at which the limit resets.",
    "Write the Unix timestamp of the reset: the current time in seconds plus the seconds left.",
  ],
  [
    {
      at: "header x-ratelimit-reset",
      header: /^.+[:-]/s,
      also: ({ seen }) => !Number.isNaN(Date.parse(seen.header ?? "")),
    },
    "A date is written in its default format, not as a Unix timestamp.",
    "Write the Unix timestamp in whole seconds.",
  ],
  [
    { at: "header x-ratelimit-reset", also: isDateOff },
    "By the clock of this machine Reset is right, and the Date of the same answer is not: a local time is written as GMT, or an old Date comes from a cache.",
    "Let the HTTP server write Date, in GMT.",
  ],
  [
    { at: "header x-ratelimit-reset", also: isOffByAZone },
    "The timestamp is off by a time zone: a local time was taken for UTC.",
    "Take the Unix time of the clock, which has no zone.",
  ],
  [
    { at: "header x-ratelimit-reset", also: (clues) => (secondsFromNow(clues) ?? 0) > dayMs / 1000 },
    "The timestamp lies more than a day ahead: no plan has a window that long.",
    "Write the end of the window that Limit and Remaining are about.",
  ],
  [
    { at: "header x-ratelimit-reset", also: (clues) => (secondsFromNow(clues) ?? 0) < 0 },
    "The timestamp is in the past: it is the start of the window, or of a window that is over.",
    "Write the end of the current window, and begin a new one when it is over.",
  ],
]);

/** Every answer but the 429s announces a limit, and no 429 has any of these headers. */
export function are429sOfAnotherLayer({ facts: { exchanges } }: Pick<Clues, "facts">): boolean {
  const { rejected = [], others = [] } = Object.groupBy(exchanges.filter(isAnswered), (e) =>
    answeredWith(e, 429) ? "rejected" : "others",
  );
  const limit = "x-ratelimit-limit";
  const has = (e: Answered, name: string) => headerValue(e.outcome.answer.headers, name) !== undefined;
  return (
    others.length > 2 &&
    others.every((e) => has(e, limit)) &&
    !rejected.some((e) => has(e, limit) || has(e, "retry-after"))
  );
}

/** Remaining is as large as the limit. */
function isFull({ seen, symptom: { exchange } }: Clues): boolean {
  return seen.header === String(announcedRate(exchange)?.limit);
}

function linesOf({ symptom: { exchange, aspect } }: Clues): number {
  return isAnswered(exchange) && aspect.of === "header"
    ? headerValues(exchange.outcome.answer.headers, aspect.name).length
    : 0;
}

/** True where answers have the header in so many different numbers of lines that it is no second writer. */
function isSentEverMore({ symptom: { aspect }, facts }: Clues): boolean {
  if (aspect.of !== "header") return false;
  const lines = facts.exchanges
    .filter(isAnswered)
    .map(({ outcome }) => headerValues(outcome.answer.headers, aspect.name).length);
  return new Set(lines).size > 3;
}

/** True where no answer has the header. */
function isNowhere({ symptom: { aspect }, facts }: Clues): boolean {
  return (
    aspect.of === "header" &&
    !facts.exchanges.some(
      (e) => isAnswered(e) && headerValue(e.outcome.answer.headers, aspect.name) !== undefined,
    )
  );
}

/** True where the same answer has another header of rate limits. */
function hasOthers({ symptom: { exchange } }: Clues): boolean {
  return (
    isAnswered(exchange) &&
    // The drafts of the IETF have RateLimit-Limit; some limiters have X-Rate-Limit-Limit.
    recordedLines(exchange.outcome.answer.headers).some(([name]) => /^(?:x-)?rate-?limit(?:-|$)/i.test(name))
  );
}

/** Remaining begins near 0, and has risen by about one for each request with the valid key, or for each of all. */
function countsUp({ symptom: { exchange }, facts }: Clues): boolean {
  const all = facts.exchanges.filter((e) => e.id <= exchange.id);
  const own = all.filter((e) => e.request.credential.kind === "valid");
  const shown = own.flatMap((e) => (isAnswered(e) ? (announcedRate(e)?.remaining ?? []) : []));
  const [first, last] = [shown[0], shown.at(-1)];
  const several = 6;
  return (
    first !== undefined &&
    last !== undefined &&
    first <= 2 &&
    last >= Math.max(several, own.length - several) &&
    last <= all.length
  );
}

/** An earlier answer has the same figures and the same body; and wherever two have the same figures, they have one body. */
function isStored({ symptom: { exchange }, facts }: Clues): boolean {
  const rated = facts.exchanges.filter(isAnswered).flatMap((answer) => {
    const rate = answer.request.credential.kind === "valid" ? announcedRate(answer) : undefined;
    return rate === undefined ? [] : [{ answer, figures: `${rate.remaining} ${rate.resetAtSeconds}` }];
  });
  const own = rated.find(({ answer }) => answer.id === exchange.id)?.figures;
  const alike = [...Map.groupBy(rated, ({ figures }) => figures).values()].filter(({ length }) => length > 1);
  return (
    alike.some(([first]) => first?.figures === own && first?.answer.id !== exchange.id) &&
    alike.every((same) => new Set(same.map(({ answer }) => bodyOf(answer).text)).size === 1)
  );
}

function secondsFromNow({ seen: { header = "" }, symptom: { exchange } }: Clues): number | undefined {
  return /^\d{9,11}$/.test(header) ? Number(header) - timesOf(exchange).endedAtMs / 1000 : undefined;
}

/** Of a Reset that lies ahead by our clock, where the answer's own Date is minutes away from that clock. */
function isDateOff(clues: Clues): boolean {
  const { exchange } = clues.symptom;
  const ahead = secondsFromNow(clues);
  const date = isAnswered(exchange) ? headerValue(exchange.outcome.answer.headers, "date") : undefined;
  const dateMs = date === undefined ? undefined : parseHttpDate(date);
  if (ahead === undefined || dateMs === undefined) return false;
  return (
    ahead >= 0 && ahead <= dayMs / 1000 && Math.abs(dateMs - timesOf(exchange).endedAtMs) > 5 * 60 * 1000
  );
}

/** Off by a multiple of half an hour, give or take a window of some minutes, as time zones are. */
function isOffByAZone(clues: Clues): boolean {
  const seconds = secondsFromNow(clues);
  if (seconds === undefined) return false;
  const zone = Math.round((seconds - 30) / 1800);
  return zone !== 0 && Math.abs(zone) <= 28 && Math.abs(seconds - 30 - zone * 1800) <= 90;
}

/** As milliseconds since the epoch, about the time of the answer. */
function isNear({ seen, symptom: { exchange } }: Clues): boolean {
  return Math.abs(Number(seen.header) - timesOf(exchange).endedAtMs) <= 2 * dayMs;
}
