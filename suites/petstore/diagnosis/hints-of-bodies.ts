import { answeredWith, statusClass } from "#core/check/facts.ts";
import { jsonOf, textOf } from "#core/check/json-body.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { integerOf, member } from "#core/json/read.ts";
import { type Clues, has, hints } from "./clues.ts";
import { envelopeOf } from "./common-cause.ts";
import { operationOf } from "./history.ts";

/** Mistakes that show in the body as a whole: an envelope, bytes that cannot be decoded, text that is not JSON. */
export const bodies = [
  ...hints({ at: /^(?:body$|field )/, also: isWrapped }, [
    [
      {},
      "The body is wrapped in an envelope (data, items, error) by an interceptor or a page object, or in the array that a query returned; or an array is serialised as an object with its keys (array_filter in PHP).",
      "Send the list, the pet or the Error as the whole body.",
    ],
  ]),
  ...hints({ at: /^(?:body|field name)$/ }, [
    [
      { problems: /invalid-utf8/ },
      "The body is encoded in another character set than UTF-8, such as Latin-1 (the default of older platforms); or the service accepted bytes that are not UTF-8, and sends them back.",
      "Encode every body in UTF-8, error bodies too, and reject with 400 a request body that is not UTF-8.",
    ],
  ]),
  ...hints({ at: "body" }, [
    [
      { problems: /byte-order-mark/ },
      'The body is written with the encoding "UTF-8 with BOM", the default of some .NET writers and editors.',
      "Write UTF-8 without a byte order mark (new UTF8Encoding(false)).",
    ],
    [
      { problems: /content-coding/ },
      "The body does not have the coding that its Content-Encoding names: it was compressed in another format, not at all, or twice.",
      "Compress in one place, and set Content-Encoding there.",
    ],
    [
      { claims: "content", body: undefined, also: (clues) => beginsAsAnother(clues) || endsAsAnother(clues) },
      "A part of another answer stands before or behind the body: a buffer that is used again is not emptied, or is sent beyond the length of this body.",
      "Empty the buffer first, and send only the bytes that were written for this answer.",
    ],
  ]),
  ...hints({ at: /^(?:body|status)$/, got: /^2(?!04)/ }, [
    [
      { shape: "error" },
      "An Error is written into the body, but the HTTP status stays that of a success.",
      "Set the HTTP status too, the same as in the field `status`.",
    ],
    [
      { claims: "content", body: undefined, text: /^\s*[[{]/, also: isCutShort },
      "The body is truncated: its Content-Length counts characters where it should count bytes (they differ outside ASCII), or a buffer is too small.",
      "Encode the body first, and count its bytes (Buffer.byteLength, len of the encoded text), or let the framework compute Content-Length.",
    ],
    [
      { body: undefined },
      "The body is not JSON: it is plain text, an HTML page, an object that was converted to a string, empty, or JSON that is built by hand (a quotation mark or a backslash not escaped, a comma missing or left over).",
      "Serialise the value with the framework's JSON function, check whether that failed, and answer an error with its own status.",
    ],
  ]),
];

const handler =
  "Register one error handler, for unknown paths too, that writes code, message and status as top-level fields of the body.";

/** Mistakes that show in the body of an error answer. */
export const errors = hints({ at: /^(?:body|field code|field message|field status)$/, got: /^[4-9]/ }, [
  [
    { at: "body", also: ({ bodyKind }) => bodyKind !== "object" },
    "The body is a default page of the framework or of a proxy in front of it, or only a message (as plain text, a list or null).",
    handler,
  ],
  [
    { found: "nothing", also: ({ body }) => !has(body, "code") && has(body, ...frameworksOwn) },
    "The framework's own error body is sent: Problem Details (RFC 9457), a field `detail` (FastAPI, Django REST), or other fields (timestamp, errors).",
    handler,
  ],
  [
    { at: /^field/, found: "nothing" },
    "The code that writes this error, or a schema by which it is serialised, leaves the field out, or writes it under another name (error_code, errorCode, msg, http_status).",
    "Build every error in one place, with fields that are named exactly code, message and status.",
  ],
  [
    { at: "field code", shownKind: "number" },
    "The code is written as a number: the HTTP status, an ordinal of an enumeration, or a number of the service's own.",
    "Write a text in every error (`not_found`), from one table of codes.",
  ],
  [
    { at: "field message", shownKind: "array" },
    "The message is a list of texts, one for each mistake, as validation libraries return it.",
    "Join the texts into one string.",
  ],
  [
    { claims: "content", at: "field status", shownKind: "number", also: isStatusOfEarlier },
    "The status in the body is that of an earlier error: errors share an object (a constant, a pool, the last error) that is changed in place, or are kept in a cache by route.",
    "Make the body of each error anew, from the status of its own answer.",
  ],
  [
    { at: "field status" },
    "The field `status` is not set for this answer: it is a constant, a string or that of an earlier error (in an object that errors share, or in a cache by route), or a later handler changes the HTTP status.",
    "Write the field as a number, from the variable that also sets the HTTP status.",
  ],
]);

const frameworksOwn = ["title", "type", "detail", "timestamp", "path", "errors", "statusCode"];

/** An earlier error had that status, and the value is no constant: others are right, or have another wrong one. */
function isStatusOfEarlier({ exchange, got = 0, operation, value, facts }: Clues): boolean {
  const errors = facts.exchanges.filter((e) => (statusClass(e) ?? 0) >= 4);
  const isSource = (e: Exchange) => e.id < exchange.id && answeredWith(e, Number(value));
  const inBody = (e: Exchange) => integerOf(member(jsonOf(e), "status"));
  const isRight = (e: Exchange) => answeredWith(e, Number(inBody(e)));
  const isLike = (e: Exchange) => answeredWith(e, got) && operationOf(e, facts) === operation;
  const wrong = new Set(errors.filter((e) => !isRight(e)).map(inBody));
  return errors.some(isSource) && (wrong.size > 1 || errors.some((e) => isLike(e) && isRight(e)));
}

function isWrapped(clues: Clues): boolean {
  const { body, operation, got = 0 } = clues;
  return body?.kind === "array" ? operation !== "listPets" && got < 400 : envelopeOf(clues) !== undefined;
}

function isCutShort(clues: Clues): boolean {
  return restOf(clues).trim() === "";
}

/** The body is whole but for what stands before it. */
function beginsAsAnother({ text = "", operation }: Clues): boolean {
  const from = text.search(operation === "listPets" ? /\[(?!\[)/ : /\{/);
  return from > 0 && parseJson(text.slice(from)).ok;
}

function endsAsAnother(clues: Clues): boolean {
  const { exchange, facts } = clues;
  const rest = restOf(clues);
  const isEnd = (e: Exchange) => e.id < exchange.id && textOf(e)?.endsWith(rest) === true;
  return /^[^\s[{]/.test(rest) && facts.exchanges.some(isEnd);
}

/** The text from the first character that is not JSON. */
function restOf({ text = "" }: Clues): string {
  const parsed = parseJson(text);
  return parsed.ok ? "" : text.slice(parsed.problem.offset);
}
