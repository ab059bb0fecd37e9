import { isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import { parseJson } from "#core/json/parse.ts";
import { type Clues, has, hints } from "./clues.ts";

const success = /^2(?!04)/;

/** What an answer is as a whole: bytes that cannot be read, or text that is not JSON. */
export const bodies = [
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
  ]),
  ...hints({ at: /^(?!header )/, got: success }, [
    [
      { also: ({ body }) => isError(body?.kind === "array" ? body.items[0] : body) },
      "An Error is written into the body, and the status of the answer stays that of a success.",
      "Set the HTTP status too, the same as in the field `status`.",
    ],
  ]),
  ...hints({ at: "body", text: "" }, [
    [
      {},
      "The status is set, and the body is empty: the handler writes none, or a value cannot be written as JSON and the failure goes unnoticed.",
      "Write the list, the pet or the Error, and check whether encoding failed (JSON_THROW_ON_ERROR in PHP).",
    ],
  ]),
  ...hints({ at: /^(?:body|status)$/, got: success, body: undefined }, [
    [
      { text: /<b>(?:Warning|Notice|Deprecated|(?:Fatal|Parse) error)<\/b>:/ },
      "PHP writes its own message into the answer (display_errors is on), before the headers of the service are sent.",
      "Turn display_errors off and log_errors on, and mend what the message names.",
    ],
    [
      { text: /^\s*[[{]/, also: (clues) => restAfterJson(clues).trim() === "" },
      "The body is cut short: its Content-Length counts characters where it should count bytes (of what is not ASCII), or it is as long as a buffer.",
      "Encode the body first, and count its bytes (Buffer.byteLength, len of the encoded text), or let the framework compute Content-Length.",
      "content",
    ],
    [
      { text: /^\s*[[{]/, also: isFollowedByAnother },
      "The end of an earlier, longer answer stands behind this one: a buffer is used again, and more of it is sent than was written.",
      "Send as many bytes as this answer has, or build each answer in a buffer of its own.",
      "content",
    ],
    [
      { text: /^\s*[[{]/ },
      "The JSON is built by hand: a quotation mark is not escaped, there is a comma too many or too few, or the items are in no array.",
      "Build the value first, and write all of it with one call of a JSON serialiser.",
    ],
    [
      { text: /\S/ },
      "Plain text or a page is sent where JSON is due: an object that was converted to a string, or a message.",
      "Send the value through the framework's JSON function; an error needs its own status, too.",
    ],
  ]),
  ...hints({ at: /^(?:body|status)$/, got: success, body: "string", text: /^\s*"\s*(?:\[|\{)/ }, [
    [
      {},
      "The body is serialised twice: what was JSON already, such as a cached body, is written as a JSON string.",
      "Send the cached text as it is, or cache the value.",
    ],
  ]),
];

/** What stands where the text is no longer JSON; empty where it ends too early. */
function restAfterJson({ seen: { text = "" } }: Clues): string {
  const parsed = parseJson(text);
  return parsed.ok ? " {" : text.slice(parsed.problem.offset);
}

/** What stands behind the JSON is how an earlier answer ended, or what it had at the same place. */
function isFollowedByAnother(clues: Clues): boolean {
  const { symptom, seen, facts } = clues;
  const rest = restAfterJson(clues);
  const from = (seen.text ?? "").length - rest.length;
  return (
    rest.length > 1 &&
    rest !== " {" &&
    facts.exchanges.some(
      (e) =>
        e.id < symptom.exchange.id &&
        isAnswered(e) &&
        bodyOf(e).text.length > from &&
        (bodyOf(e).text.endsWith(rest) || bodyOf(e).text.startsWith(rest, from)),
    )
  );
}

function isError(body: Clues["body"]): boolean {
  return has(body, "code") && has(body, "message") && !has(body, "id");
}
