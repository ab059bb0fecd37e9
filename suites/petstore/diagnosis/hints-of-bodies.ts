import { isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { type Clues, has, hints } from "./clues.ts";
import { envelopeOf } from "./common-cause.ts";

/** What an answer is as a whole: bytes that cannot be read, or text that is not JSON. */
export const bodies = [
  ...hints({ at: /^(?:body$|field )/, also: isWrapped }, [
    [
      {},
      "The body is wrapped in an envelope (data, items, error) by an interceptor or a page object, or in the array of a query; or an array is written with its keys (array_filter in PHP).",
      "Write the list, the pet and the Error as the body itself.",
    ],
  ]),
  ...hints({ at: "body" }, [
    [
      { problems: /byte-order-mark/ },
      'The body is written with the encoding "UTF-8 with BOM", a default of some .NET writers and of files.',
      "Write UTF-8 without a byte order mark (new UTF8Encoding(false)).",
    ],
    [
      { problems: /invalid-utf8/ },
      "The body is written in a character set other than UTF-8, such as Latin-1, the default of an older platform; or it holds bytes that were accepted and are not UTF-8.",
      "Encode every body in UTF-8, error bodies too, and reject with 400 a body that is not.",
    ],
    [
      { problems: /content-coding/ },
      "The body does not have the coding that its Content-Encoding names: it was compressed in another format, not at all, or twice.",
      "Compress in one place, and set Content-Encoding there.",
    ],
    [
      { body: undefined, also: endsAsAnother },
      "The end of a longer answer follows: the body is written into a buffer that is used again, and is not cut to its own length.",
      "Send the bytes that were written for this answer alone.",
      "content",
    ],
  ]),
  ...hints({ at: /^(?:body|status)$/, got: /^2(?!04)/ }, [
    [
      { shape: "error" },
      "An Error is written into the body, and the status of the answer stays that of a success.",
      "Set the HTTP status too, the same as in the field `status`.",
    ],
    [
      { body: undefined, text: /^\s*[[{]/, also: isCutShort },
      "The body is cut short: its Content-Length counts characters where it should count bytes (of what is not ASCII), or it is as long as a buffer.",
      "Encode the body first, and count its bytes (Buffer.byteLength, len of the encoded text), or let the framework compute Content-Length.",
      "content",
    ],
    [
      { body: undefined },
      "No JSON is sent: plain text or a page, an object that was converted to a string, nothing at all, or JSON that is built by hand (a quotation mark is not escaped, a comma is missing or too many).",
      "Send the value through the framework's JSON function, and check whether encoding failed; an error needs its own status, too.",
    ],
  ]),
];

const handler =
  "Register one error handler, for unknown paths too, that writes code, message and status as fields of the body itself.";

/** A refusal whose body is no Error. */
export const errors = hints({ at: /^(?:body|field code|field message|field status)$/, got: /^[4-9]/ }, [
  [
    { at: "body", body: undefined, text: /^\s*\{/ },
    "The JSON of the error is built by hand, and a value in it is not escaped (a quotation mark, a line break).",
    "Write errors, too, through the framework's JSON function.",
  ],
  [
    { at: "body", also: ({ bodyKind }) => bodyKind !== "object" },
    "A default page of the framework or of what is in front of it, or a message alone (as plain text, a list or null), is sent.",
    handler,
  ],
  [
    { found: "nothing", also: ({ body }) => !has(body, "code") && has(body, ...frameworksOwn) },
    "The framework's own error body is sent: Problem Details (RFC 9457), a field `detail` (FastAPI, Django REST), or fields of its own (timestamp, errors).",
    handler,
  ],
  [
    { at: /^field/, found: "nothing" },
    "The code that writes this error leaves the field out, or has it under another name (error_code, errorCode, msg, http_status).",
    "Write every error in one place that gives code, message and status, with these names letter by letter.",
  ],
  [
    { at: "field message", shownKind: "array" },
    "A list of texts is sent, one for each mistake, as a library for validation gives it.",
    "Join them to one text.",
  ],
  [
    { at: "field status" },
    "The status in the body is not made for this answer: a constant, a text, that of an earlier error, or one that a later handler changes.",
    "Write the field as a number, from the same variable that sets the status of the answer.",
  ],
]);

const frameworksOwn = ["title", "type", "detail", "timestamp", "path", "errors", "statusCode"];

function isWrapped(clues: Clues): boolean {
  const { body, operation, got = 0 } = clues;
  return body?.kind === "array" ? operation !== "listPets" && got < 400 : envelopeOf(clues) !== undefined;
}

function isCutShort(clues: Clues): boolean {
  return restOf(clues).trim() === "";
}

function endsAsAnother(clues: Clues): boolean {
  const { exchange, facts } = clues;
  const rest = restOf(clues);
  const isEnd = (e: Exchange) => e.id < exchange.id && isAnswered(e) && bodyOf(e).text?.endsWith(rest);
  return /^[^\s[{]/.test(rest) && facts.exchanges.some(isEnd);
}

/** The text from where it is not JSON. */
function restOf({ text = "" }: Clues): string {
  const parsed = parseJson(text);
  return parsed.ok ? "" : text.slice(parsed.problem.offset);
}
