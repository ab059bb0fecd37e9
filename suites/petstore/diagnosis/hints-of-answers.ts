import { type Answered, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import type { JsonNode } from "#core/json/json.ts";
import { member } from "#core/json/read.ts";
import { idAsked, petIn, petsIn } from "../pets.ts";
import { type Clues, hasId, hints, hintsOn, where } from "./clues.ts";
import { brokenJson } from "./hints-of-broken-json.ts";
import { hasProblem } from "./symptom.ts";

const successWithBody = { at: /^(?:body|status)$/, got: /^2(?!04)/ };

const lost = /^(?:reset|closed)$/;

/** A refusal whose body is no Error. */
const refusal = where({
  at: /^(?:body$|field )/,
  got: /^[4-9]/,
  also: ({ seen }) => seen.at === "body" || seen.found === "nothing",
});

/** What an answer is as a whole: missing, unreadable bytes, a text, or a body that is not an Error. */
export const wholeAnswers = [
  ...hints([
    [
      { requirement: "HTTP-1", failed: /^(?:timeout|reset|closed)$/, also: areAllErrorsLost },
      "Each request that is due an error gets no answer, and right ones are served: the code that writes errors fails itself, closes the connection first, or is never reached (in Express 4, an async handler that throws).",
      "Send one of these requests and look at the error handler in the server's log. Have it answer whatever it is given.",
    ],
    [
      { requirement: "HTTP-1", failed: lost, also: areNewConnectionsLost },
      "Connections are closed as soon as they are opened, whatever is asked for, and requests on those that stay open are served: the server, or what is in front of it, allows fewer connections at once, or fewer new ones.",
      "Allow as many connections as clients open, or have new ones wait. `concurrency: 1` in the configuration shows whether it is that.",
    ],
    [
      { requirement: "HTTP-1", failed: "timeout" },
      "The handler hangs or ends without an answer on this path: a promise that is never settled, a lock, a call without a time-out.",
      "Look in the server's log for the moment of the request. Make every path of the handler answer, and give each call that it waits for a time-out.",
    ],
    [
      { requirement: "HTTP-1", failed: "truncated" },
      "The body breaks off: an exception while it is written, a buffer of a fixed size, or a Content-Length that promises more bytes than are sent.",
      "Build the whole body before the first byte is sent, and let the framework compute Content-Length in bytes.",
    ],
    [
      { requirement: "HTTP-1", failed: "malformed" },
      "The answer is written by hand, or two layers each write what frames it.",
      "Let one HTTP library write status, headers and body.",
    ],
    [
      { requirement: "HTTP-1", failed: lost },
      "The connection is closed before an answer: an exception that nothing catches ends the handler or the process, or a proxy gives up.",
      "Look in the server's log for the moment of the request, and answer from an error handler that catches everything.",
    ],
    [
      { at: "body", also: (clues) => isNotUtf8(clues) && namesOtherCharset(clues) },
      "The body is written in the character set that its Content-Type names, which is not UTF-8.",
      "Encode every body in UTF-8, and name no other charset: JSON is UTF-8 (RFC 8259, 8.1).",
    ],
    [
      { at: "body", body: undefined, text: /^\s*[[{]/, also: ({ facts }) => isCutBeyondAscii(facts) },
      "Only bodies with non-ASCII characters are cut short: Content-Length counts characters, not bytes.",
      "Encode the body first, and send its length in bytes (Buffer.byteLength in JavaScript, len(text.encode()) in Python).",
    ],
    [
      { at: "body", also: ({ symptom }) => hasProblem(symptom, "byte-order-mark") },
      'The body is written with the encoding "UTF-8 with BOM", a default of some .NET writers and of files.',
      "Write UTF-8 without a byte order mark (new UTF8Encoding(false)).",
    ],
    [
      { requirement: "HTTP-4", at: /^field / },
      "The body is built by hand, or two layers add the same field.",
      "Build each object once, in one place, and let a serialiser write it.",
    ],
    [
      { at: "body", text: /"conformance-[^"]*\ufffd/, also: isNotUtf8 },
      "A name whose bytes are not UTF-8 was accepted when its pet was created, and is written as these bytes.",
      "Decode request bodies strictly as UTF-8, and reject with 400 what is not; remove that pet from the store.",
    ],
    [
      { at: "body", also: (clues) => isNotUtf8(clues) && hasSurrogates(clues) },
      "Characters beyond 16 bits are written as two surrogates of three bytes each (CESU-8: modified UTF-8 in Java, utf8 in Oracle), which is not UTF-8.",
      "Encode every body in UTF-8, error bodies too.",
    ],
    [
      { at: "body", also: isNotUtf8 },
      "The body is written in a character set other than UTF-8, such as Latin-1, the default of an older platform.",
      "Encode every body in UTF-8, error bodies too.",
    ],
    [
      { at: "body", also: ({ symptom }) => hasProblem(symptom, "content-coding") },
      "The body does not have the coding that its Content-Encoding names: it was compressed in another format, not at all, or twice.",
      "Compress in one place, and set Content-Encoding there.",
    ],
    [
      { at: /^(?!header )/, got: /^2/, also: ({ body }) => isError(body) },
      "An Error is written into the body, and the status of the answer stays that of a success.",
      "Set the HTTP status too, the same as in the field `status`.",
    ],
  ]),
  ...hintsOn(refusal, [
    [
      { text: "" },
      "The status is set, and no body is written.",
      "Write an Error (code, message, status) wherever a request is rejected.",
    ],
    [
      { text: /^\s*</ },
      "The default page of the framework, or of what is in front of it, is sent.",
      "Register handlers for errors and for unknown paths that write code, message and status.",
    ],
    [
      { body: undefined, text: /^\s*[[{]/ },
      "The body begins like JSON and is none: it is built by hand, or two handlers write an error each.",
      "Write each error once, with one call of a JSON serialiser.",
    ],
    [
      { body: undefined },
      "The message is sent as plain text, without the code that writes Errors.",
      "Send it through the error handler that writes code, message and status.",
    ],
    [
      isJsonInText,
      "The body is serialised twice: what was JSON already is written as a JSON string.",
      "Send the text as it is, or give the framework the value.",
    ],
    [
      { body: "string" },
      "The message alone is written, as a JSON string.",
      "Write an Error (code, message, status) around it.",
    ],
    [
      { body: /^(?!object)/ },
      "The body is a bare value, not an object: nothing was found, and that empty result is what is written.",
      "Write an Error (code, message, status) in its place.",
    ],
    [
      ({ body }) => member(body, "errors") !== undefined || member(body, "statusCode") !== undefined,
      "The framework's own error body is sent, with fields of its own (errors, statusCode).",
      "Register one error handler that writes code, message and status.",
    ],
    [
      ({ body }) => member(body, "error")?.kind === "string",
      "The message is in a field `error`, as in many examples of handlers.",
      "Write code, message and status in its place.",
    ],
  ]),
  ...hints([
    [
      { at: /^field /, got: /^[4-9]/, found: "nothing" },
      "The code that writes this error leaves the field out.",
      "Write every error in one place that always gives code, message and status.",
    ],
    [
      { at: "field message", got: /^[4-9]/, shown: "array" },
      "The validation errors are written as a list, not as one message.",
      "Join them into one string.",
    ],
    [
      { at: "field message", got: /^[4-9]/, shown: "literal" },
      "The exception behind the error has no message, and null is written.",
      "Give every error a message.",
    ],
    [
      { at: "field code", got: /^[4-9]/, shown: "literal" },
      "This error has no code of its own, and null is written.",
      "Give every error a code.",
    ],
    [
      { at: "field code", got: /^[4-9]/, shown: "number" },
      "The code is written as a number, such as the HTTP status.",
      "Write a string that a program can compare, such as `not_found`; the number belongs in `status`.",
    ],
    [
      { at: "field status", got: /^[4-9]/, shown: "number" },
      "The status in the body is a constant or the zero value of its type, or a later handler changes the status of the answer.",
      "Write the field from the same variable that sets the status of the answer.",
    ],
  ]),
  ...brokenJson,
  ...hints([
    [
      { ...successWithBody, body: undefined, text: /^(?:\)\]\}'|(?:while|for) ?\(|&&&|\w+\()/ },
      "Something comes before the JSON: a prefix that keeps it from being run as a script, as some frameworks write (`)]}',`), or a JSONP call.",
      "Write nothing but the JSON.",
    ],
    [
      { ...successWithBody, text: /<b>(?:Warning|Notice|Deprecated|(?:Fatal|Parse) error)<\/b>:/ },
      "PHP writes its own message into the answer (display_errors is on), before the headers of the service are sent.",
      "Turn display_errors off and log_errors on, and mend what the message names.",
    ],
    [
      { ...successWithBody, body: undefined, text: /\S/ },
      "Plain text is sent where JSON is due: an object that was converted to a string, or a message.",
      "Send the value through the framework's JSON function; an error needs its own status, too.",
    ],
    [
      { ...successWithBody, also: isJsonInText },
      "The body is serialised twice: what was JSON already, such as a cached body, is written as a JSON string.",
      "Send the cached text as it is, or cache the value.",
    ],
    [
      { at: /^(?!header )/, got: 201, text: "" },
      "The handler sets the status 201, and writes no body.",
      "Answer with the whole pet that was created.",
    ],
    [
      { at: /^(?!header )/, got: 200, text: "" },
      "The status is set, and the body is empty: a value cannot be written as JSON, such as a string that is not UTF-8, and the failure goes unnoticed; or the handler writes no body.",
      "Check whether encoding failed (JSON_THROW_ON_ERROR in PHP), and cut strings between characters, not between bytes.",
    ],
  ]),
];

/** Of the bodies that begin as JSON exactly those with non-ASCII characters are not JSON, and there are others. */
function isCutBeyondAscii({ exchanges }: Facts): boolean {
  const begun = exchanges.filter(isAnswered).filter((e) => /^\s*[[{]/.test(bodyOf(e).text));
  const isPlain = (e: Answered) => /^[\0-\x7f]*$/.test(bodyOf(e).text);
  return begun.some(isPlain) && begun.every((e) => (jsonOf(e) !== undefined) === isPlain(e));
}

function isJsonInText({ body }: Clues): boolean {
  return body?.kind === "string" && /^\s*[[{]/.test(body.value);
}

function isError(body: JsonNode | undefined): boolean {
  const [first] = body?.kind === "array" ? body.items : [body];
  return member(first, "code") !== undefined && member(first, "message") !== undefined && !hasId(first);
}

/** So many requests without an answer show that it is no chance. */
const lostToShow = 4;

/** So many show that it is no chance. */
const connectionsToShow = 6;

/** Only requests on new connections are lost, reads as well as creates, and some are served. */
function areNewConnectionsLost({ facts: { exchanges } }: Clues): boolean {
  const isLost = ({ outcome }: Exchange) => outcome.kind === "failure" && lost.test(outcome.failure.kind);
  const isRead = ({ request }: Exchange) => request.method === "GET";
  const kept = exchanges.filter((e) => e.reusedConnection);
  const fresh = exchanges.filter((e) => !e.reusedConnection);
  const gone = fresh.filter(isLost);
  return (
    !kept.some(isLost) &&
    Math.min(kept.length, gone.length) >= connectionsToShow &&
    gone.some(isRead) &&
    !gone.every(isRead) &&
    fresh.some(isAnswered)
  );
}

/** No 4xx was answered but to the limit, nothing that was lost was due a success, and successes were served. */
function areAllErrorsLost({ facts: { exchanges, contract } }: Clues): boolean {
  const lost = exchanges.filter((e) => !isAnswered(e));
  const answered = exchanges.filter(isAnswered).map(({ outcome }) => outcome.answer.status);
  const isSeenBefore = (id: bigint, { id: own }: Exchange) =>
    exchanges.some(
      (e) => e.id < own && (petIn(e)?.id === id || petsIn(e)?.some((pet) => pet.id === id) === true),
    );
  const isOverLimit = (e: Exchange) =>
    exchanges.filter(isAnswered).some((one) => one.id < e.id && announcedRate(one)?.remaining === 0);
  const isDueError = (e: Exchange) => {
    const id = idAsked(e);
    return (
      isOverLimit(e) ||
      e.request.credential.kind !== "valid" ||
      !findingsOn(e, contract).allowed ||
      (id !== undefined && !isSeenBefore(id, e))
    );
  };
  return (
    lost.length >= lostToShow &&
    lost.every(isDueError) &&
    answered.some((status) => status < 300) &&
    answered.every((status) => status < 300 || status === 429)
  );
}

function isNotUtf8({ symptom }: Clues): boolean {
  return hasProblem(symptom, "invalid-utf8");
}

/** The bytes that a surrogate has where UTF-8 is made of 16-bit units. */
function hasSurrogates({ symptom: { exchange } }: Clues): boolean {
  const bytes = isAnswered(exchange) ? bodyOf(exchange).bytes : [];
  return bytes.some((byte, i) => byte === 0xed && (bytes[i + 1] ?? 0) >= 0xa0 && bytes[i + 3] === 0xed);
}

function namesOtherCharset({ symptom: { exchange } }: Clues): boolean {
  const contentType = isAnswered(exchange)
    ? headerValue(exchange.outcome.answer.headers, "Content-Type")
    : "";
  return /;\s*charset="?(?!utf-?8)/i.test(contentType ?? "");
}
