import { isAnswered } from "../../../src/core/check/facts.ts";
import { headerValue, headerValues } from "../../../src/core/exchange/headers.ts";
import type { Clues, Hint } from "./clues.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How a header is wrong, by its value. The first that fits is named. */
export const headers: readonly Hint[] = [
  {
    fits: (clues) => isMissing(clues, /^x-ratelimit-/) && isNowhere(clues) && hasOthers(clues),
    likelyCause: "Nothing writes this header: the limiter sends some of the three, or others in their place.",
    howToFix:
      "Write all three with every response: X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.",
  },
  {
    fits: (clues) => isMissing(clues, /^x-ratelimit-/) && (clues.symptom.got ?? 0) < 300 && !isNowhere(clues),
    likelyCause:
      "Other answers have this header, and this success lacks it: it is set for some routes or states alone.",
    howToFix: "Set the three headers in a middleware that runs first and sees every response.",
  },
  {
    fits: (clues) => isMissing(clues, /^(?:deprecation|sunset|retry-after)$/),
    likelyCause: "Nothing writes this header.",
    howToFix: "Write it in the form that is expected.",
  },
  {
    fits: (clues) => isMissing(clues, /^content-type$/),
    likelyCause:
      "The body is written without a Content-Type, past the function of the framework that sends JSON.",
    howToFix:
      "Send the body through the framework's JSON function (res.json, JsonResponse, c.JSON, ResponseEntity), which sets the Content-Type.",
  },
  value(
    /^content-type$/,
    /problem\+json/i,
    "The framework's Problem Details (RFC 9457) label the Error.",
    "Set the Content-Type application/json where an Error is written.",
  ),
  value(
    /^content-type$/,
    /./,
    "The body is sent as a text or as bytes, and the framework labels it so.",
    "Send the body through the framework's JSON function (res.json, JsonResponse, c.JSON, ResponseEntity), which sets the Content-Type.",
  ),
  {
    fits: (clues) => isWrong(clues, /^(?:x-ratelimit-|retry-after)/) && linesOf(clues) > 1,
    likelyCause:
      "The header is sent more than once: two limiters, or a proxy and the service, each write theirs.",
    howToFix: "Let one place write it, and send one value.",
  },
  value(
    /^x-ratelimit-(?:limit|remaining)$/,
    /;|^\d+, /,
    "The value has a policy behind it, or several values, as newer drafts of rate-limit headers have.",
    "Write one whole number.",
  ),
  value(
    /^x-ratelimit-(?:limit|remaining)$/,
    /^\d{1,3}(?:[,.' ]\d{3})+$/,
    "The number is formatted for people, with a sign between its thousands.",
    "Write the digits alone.",
  ),
  value(
    /^x-ratelimit-|^retry-after$/,
    /^-?\d+\.\d+$/,
    "The value is a fraction: seconds or a budget are computed and not rounded.",
    "Write a whole number; round seconds up.",
  ),
  value(
    /^x-ratelimit-remaining$/,
    /^-\d+$/,
    "Remaining counts on below zero where requests are rejected.",
    "Write 0 once the limit is used up.",
  ),
  value(
    /^x-ratelimit-remaining$/,
    /^\d+$/,
    "More requests are announced than the limit allows: the two figures are of different windows, or requests are given back too often.",
    "Keep Remaining from 0 to Limit, both of the same window.",
    isOf("RATE-3"),
  ),
  value(
    /^x-ratelimit-(?:limit|remaining)$/,
    /^(?:0|\D*)$/,
    "A limit that is unknown or unlimited is written as a word, as nothing, or as 0.",
    "Write the figure that applies, or declare that limits do not apply and send none of the three headers.",
    isOf("RATE-3"),
  ),
  {
    fits: (clues) => {
      const reset = resetOf(clues);
      return reset !== undefined && isNear(reset, clues);
    },
    likelyCause: "The timestamp is in milliseconds (Date.now(), System.currentTimeMillis()), not in seconds.",
    howToFix: "Divide by 1000 and round up.",
  },
  {
    fits: (clues) => {
      const reset = resetOf(clues);
      return reset !== undefined && reset >= 0 && reset <= dayMs / 1000 + 300;
    },
    likelyCause: "The header says how many seconds are left, not at which time the limit resets.",
    howToFix:
      "Write the Unix timestamp of the reset: the present time in seconds and the seconds left together.",
  },
  {
    fits: ({ symptom: { aspect }, header }) =>
      aspect.of === "header" &&
      aspect.name === "x-ratelimit-reset" &&
      header !== undefined &&
      /[:-]/.test(header.slice(1)) &&
      !Number.isNaN(Date.parse(header)),
    likelyCause: "A date is written in its default format, not as a Unix timestamp.",
    howToFix: "Write the Unix timestamp in whole seconds.",
  },
  {
    fits: ({ symptom: { aspect }, header }) =>
      aspect.of === "header" && aspect.name === "retry-after" && /^[0-9]{10,13}$/.test(header ?? ""),
    likelyCause: "Retry-After has the timestamp of the reset, not the seconds until then.",
    howToFix: "Write whole seconds from now, or an HTTP date.",
  },
  {
    fits: (clues) => isWrong(clues, /^x-ratelimit-reset$/) && isOffByAZone(clues),
    likelyCause: "The timestamp is off by a time zone: a local time was taken for UTC.",
    howToFix: "Take the Unix time of the clock, which has no zone.",
  },
  {
    fits: (clues) => isWrong(clues, /^x-ratelimit-reset$/) && (secondsFromNow(clues) ?? 0) > dayMs / 1000,
    likelyCause: "The timestamp lies more than a day ahead: no window of a plan is as long.",
    howToFix: "Write the end of the window that Limit and Remaining are about.",
  },
  {
    fits: (clues) => isWrong(clues, /^x-ratelimit-reset$/) && (secondsFromNow(clues) ?? 0) < 0,
    likelyCause: "The timestamp is past: the beginning of the window is written, or a window that is over.",
    howToFix: "Write the end of the present window, and begin a new one where it is over.",
  },
  value(
    /^retry-after$/,
    /^[A-Z][a-z]{2}, /,
    "The date is no HTTP date: its weekday belongs to another day, or its zone is not GMT.",
    "Write whole seconds, or let the platform format the date (toUTCString, http.TimeFormat, RFC_1123_DATE_TIME) in GMT.",
    ({ header = "" }) => hasWrongWeekday(header) || !header.endsWith(" GMT"),
  ),
  value(
    /^retry-after$/,
    /^(?:0|[A-Z][a-z]{2}, .*)$/,
    "The wait is rounded down to nothing, or the present is written.",
    "Round up: at least one second, to the moment at which a request is served.",
    isOf("RATE-12"),
  ),
  value(
    /^retry-after$/,
    /^(?:-.*|\d+\s*[a-z]+.*|\d{4}-.*)$/i,
    "The value is no whole number of seconds: it has a sign, a unit, or the form of an ISO date.",
    "Write whole seconds until the next request is served, at least 1, or an HTTP date.",
  ),
  {
    fits: (clues) => isWrong(clues, /^retry-after$/) && isInMilliseconds(clues),
    likelyCause: "The wait is written in milliseconds.",
    howToFix: "Divide by 1000, and round up.",
  },
  {
    fits: (clues) => isWrong(clues, /^retry-after$/) && isOf("RATE-13")(clues),
    likelyCause: "Retry-After is a constant, or is computed from another instant than X-RateLimit-Reset.",
    howToFix: "Compute it from the same instant as Reset, in seconds from now.",
  },
  value(
    /^deprecation$/,
    /^(?:true|[A-Z][a-z]{2}, .*)$/,
    'The value has the form of an older draft of the header: "true" or an HTTP date.',
    "Write an at sign and the Unix timestamp in seconds of the deprecation, such as @1735689600.",
  ),
  value(
    /^deprecation$/,
    /^\d+$/,
    "The timestamp lacks the at sign with which dates begin in structured fields (RFC 9651).",
    "Write the at sign before it, such as @1735689600.",
  ),
  value(
    /^sunset$/,
    /^@/,
    "The value has the form of Deprecation; Sunset is an HTTP date (RFC 8594).",
    "Write the end as an HTTP date.",
  ),
  value(
    /^(?:deprecation|sunset)$/,
    /^\d{4}-/,
    "An ISO date is written, the usual text of a date in the code.",
    "Write an HTTP date into Sunset, and an at sign with a Unix timestamp in seconds into Deprecation.",
  ),
  value(
    /^sunset$/,
    /^(?!.* GMT$)[A-Z][a-z]{2}, /,
    "The date names another zone than GMT.",
    "Write the end as an HTTP date, which is in GMT.",
  ),
  {
    fits: (clues) => isWrong(clues, /^sunset$/) && hasWrongWeekday(clues.header ?? ""),
    likelyCause: "The weekday does not belong to the date: it was typed by hand.",
    howToFix: "Let the platform format the date (toUTCString, http.TimeFormat, RFC_1123_DATE_TIME).",
  },
  {
    fits: (clues) => isWrong(clues, /^sunset$/) && isOf("DEPR-3")(clues),
    likelyCause:
      "The date lies after the day on which the operation is removed: it was typed by hand, or is of an older plan.",
    howToFix: "Write the day of the removal, or an earlier one.",
  },
];

function value(
  name: RegExp,
  form: RegExp,
  likelyCause: string,
  howToFix: string,
  also: (clues: Clues) => boolean = () => true,
): Hint {
  return {
    fits: (clues) => isWrong(clues, name) && form.test(clues.header ?? "") && also(clues),
    likelyCause,
    howToFix,
  };
}

function isOf(requirement: string): (clues: Clues) => boolean {
  return ({ symptom }) => symptom.observation.requirement === requirement;
}

/** Retry-After is a thousand times the seconds until Reset. */
function isInMilliseconds({ header, symptom: { exchange } }: Clues): boolean {
  const reset = isAnswered(exchange) && headerValue(exchange.outcome.answer.headers, "x-ratelimit-reset");
  const ratio = Number(header) / (Number(reset) - exchange.endedAtMs / 1000);
  return ratio > 900 && ratio < 1100;
}

function isAbout({ symptom: { aspect } }: Clues, name: RegExp): boolean {
  return aspect.of === "header" && name.test(aspect.name);
}

function isMissing(clues: Clues, name: RegExp): boolean {
  return isAbout(clues, name) && clues.symptom.observation.finding.got.at === "nothing";
}

function isWrong(clues: Clues, name: RegExp): boolean {
  return isAbout(clues, name) && clues.header !== undefined;
}

function linesOf({ symptom: { exchange, aspect } }: Clues): number {
  return isAnswered(exchange) && aspect.of === "header"
    ? headerValues(exchange.outcome.answer.headers, aspect.name).length
    : 0;
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
    exchange.outcome.answer.headers.some(([name]) => name.toLowerCase().startsWith("x-ratelimit-"))
  );
}

function secondsFromNow({ header = "", symptom: { exchange } }: Clues): number | undefined {
  return /^\d{9,11}$/.test(header) ? Number(header) - exchange.endedAtMs / 1000 : undefined;
}

/** Off by a multiple of half an hour, give or take a window of some minutes, as time zones are. */
function isOffByAZone(clues: Clues): boolean {
  const seconds = secondsFromNow(clues);
  if (seconds === undefined) return false;
  const zone = Math.round((seconds - 30) / 1800);
  return zone !== 0 && Math.abs(zone) <= 28 && Math.abs(seconds - 30 - zone * 1800) <= 90;
}

function hasWrongWeekday(date: string): boolean {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toUTCString().slice(0, 3) !== date.slice(0, 3);
}

function resetOf({ symptom: { aspect }, header }: Clues): number | undefined {
  if (aspect.of !== "header" || aspect.name !== "x-ratelimit-reset") return undefined;
  return header !== undefined && /^[0-9]{1,15}$/.test(header) ? Number(header) : undefined;
}

/** As milliseconds since the epoch, about the time of the answer. */
function isNear(instantMs: number, { symptom: { exchange } }: Clues): boolean {
  return Math.abs(instantMs - exchange.endedAtMs) <= 2 * dayMs;
}
