import { isAnswered } from "#core/check/facts.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { rateHeadersOf, slackSeconds } from "#core/exchange/pacing/rate-headers.ts";
import { type Clues, hints } from "./clues.ts";

/** How a header other than X-RateLimit-* is wrong, by its value, or that it is missing. The first that fits is named. */
export const headers = hints([
  [
    { at: "header retry-after", found: "nothing" },
    "The limiter rejects requests and does not say for how long.",
    "Add Retry-After to each 429: the whole seconds until a request is served again, at least 1.",
  ],
  [
    { at: "header retry-after", header: /^\d{10,13}$/ },
    "Retry-After has the timestamp of the reset, not the seconds until then.",
    "Write whole seconds from now, or an HTTP date.",
  ],
  [
    {
      at: "header retry-after",
      header: /^[A-Z][a-z]{2}, /,
      also: ({ seen: { header = "" } }) => hasWrongWeekday(header) || !header.endsWith(" GMT"),
    },
    "The date is no HTTP date: its weekday does not match, or its time zone is not GMT.",
    "Write whole seconds, or let the platform format the date (toUTCString, http.TimeFormat, RFC_1123_DATE_TIME) in GMT.",
  ],
  [
    {
      at: "header retry-after",
      header: /:\d\d/,
      also: ({ seen }) => parseHttpDate(seen.header ?? "") === undefined,
    },
    "The date is written in another form than that of HTTP.",
    "Write whole seconds, or let the platform format the date (toUTCString, http.TimeFormat, RFC_1123_DATE_TIME) in GMT.",
  ],
  [
    { at: "header retry-after", requirement: "RATE-12", also: isLongAgo },
    "The date has passed some time before the answer: it is written by another clock than Date, as local time, or is the beginning of the window.",
    "Write whole seconds until a request is served again, at least 1.",
  ],
  [
    { at: "header retry-after", header: /^(?:0|[A-Z][a-z]{2}, .*)$/, requirement: "RATE-12" },
    "The wait is rounded down to zero, or the current time is written.",
    "Round up, to at least one second: the time until a request is served again.",
  ],
  [
    { at: "header retry-after", header: /^(?:-|\d+\s*[a-z]|\d{4}-|P)/i },
    "The value is not a whole number of seconds: it has a sign, a unit, or the form of an ISO date or duration.",
    "Write whole seconds until the next request is served, at least 1, or an HTTP date.",
  ],
  [
    { at: "header retry-after", header: /^/, also: isInMilliseconds },
    "The wait is written in milliseconds.",
    "Divide by 1000, and round up.",
  ],
  [
    { at: "header retry-after", header: /^/, requirement: "RATE-13" },
    "Retry-After is a constant, or is computed from another instant than X-RateLimit-Reset.",
    "Compute it from the same instant as Reset, in seconds from now.",
  ],
  [
    { at: /^header (?:deprecation|sunset)$/, found: "nothing" },
    "Nothing writes this header.",
    "Write it in the form that is expected.",
  ],
  [
    { at: "header content-type", found: "nothing" },
    "The body is written without a Content-Type, not through the framework's JSON function.",
    "Send the body through the framework's JSON function (res.json, JsonResponse, c.JSON, ResponseEntity), which sets the Content-Type.",
  ],
  [
    { at: "header content-type", found: "repeated" },
    "Two layers set the Content-Type, so that it is sent twice.",
    "Set it in one place, where the body is written.",
  ],
  [
    { at: "header content-type", header: /^application\/json\s*,/i },
    "A comma stands where a semicolon begins a parameter, or two values were joined into one.",
    "Write application/json alone, or with a semicolon before its charset.",
  ],
  [
    { at: "header content-type", header: "" },
    "The Content-Type is set from a variable or a setting that is empty.",
    "Set the Content-Type application/json where the body is written.",
  ],
  [
    { at: "header content-type", header: /problem\+json/i },
    "The Error is sent with the Content-Type of the framework's Problem Details (RFC 9457).",
    "Set the Content-Type application/json where an Error is written.",
  ],
  [
    { at: "header content-type", header: /^application\/[^;]+\+json/i },
    "The body has a media type of its own, such as that of a vendor, a version or hypermedia.",
    "Set the Content-Type application/json, which is the one that the interface names.",
  ],
  [
    { at: "header content-type", header: /./ },
    "The body is sent as text or as bytes, and the framework sets the Content-Type for these.",
    "Send the body through the framework's JSON function (res.json, JsonResponse, c.JSON, ResponseEntity), which sets the Content-Type.",
  ],
  [
    { at: "header deprecation", header: /^(?:true|\?1|[A-Z][a-z]{2}, .*)$/ },
    'The value has the form of an older draft of the header: "true" or an HTTP date.',
    "Write an at sign and the Unix timestamp in seconds of the deprecation, such as @1735689600.",
  ],
  [
    { at: "header deprecation", header: /^\d+$/ },
    "The timestamp lacks the at sign with which dates begin in structured fields (RFC 9651).",
    "Write the at sign before it, such as @1735689600.",
  ],
  [
    { at: "header deprecation", header: /^@\d{12,}/ },
    "The timestamp is in milliseconds.",
    "Divide it by 1000, without a fraction.",
  ],
  [
    { at: "header sunset", header: /^@/ },
    "The value has the form of Deprecation; Sunset is an HTTP date (RFC 8594).",
    "Write an HTTP date.",
  ],
  [
    { at: /^header (?:deprecation|sunset)$/, header: /^\d{4}-/ },
    "An ISO date is written, as the language formats dates by default.",
    "Write an HTTP date into Sunset, and an at sign with a Unix timestamp in seconds into Deprecation.",
  ],
  [
    { at: "header sunset", header: /^(?!.* GMT$)[A-Z][a-z]{2}, / },
    "The date is in a time zone other than GMT.",
    "Write an HTTP date, which is in GMT.",
  ],
  [
    { at: "header sunset", header: /^[A-Z][a-z]{2}, \d / },
    "The day of the month has one digit; an HTTP date has two (RFC 9110, 5.6.7).",
    "Let the platform format the date (toUTCString, http.TimeFormat, RFC_1123_DATE_TIME).",
  ],
  [
    { at: "header sunset", header: /^/, also: ({ seen }) => hasWrongWeekday(seen.header ?? "") },
    "The weekday does not match the date: it was typed by hand.",
    "Let the platform format the date (toUTCString, http.TimeFormat, RFC_1123_DATE_TIME).",
  ],
  [
    { at: "header sunset", header: /^/, requirement: "DEPR-3" },
    "The date lies after the day on which the operation is removed: it comes from an older plan, or the language counts months from 0.",
    "Write the day of the removal, or an earlier one.",
  ],
]);

function hasWrongWeekday(date: string): boolean {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toUTCString().slice(0, 3) !== date.slice(0, 3);
}

/** By more than the clocks of a service may differ. */
function isLongAgo({ symptom: { exchange } }: Clues): boolean {
  return (rateHeadersOf(exchange).retryAfterMs ?? 0) < -1000 * slackSeconds;
}

/** Retry-After is a thousand times the seconds until Reset. */
function isInMilliseconds({ seen: { header }, symptom: { exchange } }: Clues): boolean {
  const reset = isAnswered(exchange) && headerValue(exchange.outcome.answer.headers, "x-ratelimit-reset");
  const ratio = Number(header) / (Number(reset) - timesOf(exchange).endedAtMs / 1000);
  return ratio > 900 && ratio < 1100;
}
