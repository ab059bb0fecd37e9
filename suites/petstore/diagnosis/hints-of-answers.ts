import { answeredWith, isAnswered } from "../../../src/core/check/facts.ts";
import type { FailureKind } from "../../../src/core/exchange/exchange.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { member } from "../../../src/core/json/read.ts";
import type { Clues, Hint } from "./clues.ts";

/** What an answer is as a whole: missing, unreadable bytes, a text, or a body that is not an Error. */
export const wholeAnswers: readonly Hint[] = [
  failed(
    ["timeout"],
    "The handler waits for ever or ends without an answer on this path: a promise that nobody settles, a lock, a call without a time-out.",
    "Look in the server's log for the moment of the request, and see that every path of the handler answers; give calls that it waits for a time-out.",
  ),
  failed(
    ["truncated"],
    "The body breaks off: an exception while it is written, a buffer of a fixed size, or a Content-Length that promises more bytes than are sent.",
    "Build the whole body before the first byte is sent, and let the framework compute Content-Length in bytes.",
  ),
  failed(
    ["reset", "closed"],
    "The connection is closed before an answer: an exception that nothing catches ends the handler or the process, or a proxy gives up.",
    "Look in the server's log for the moment of the request, and answer from an error handler that catches everything.",
  ),
  {
    fits: ({ symptom: { exchange, aspect } }) =>
      aspect.of === "body" && hasProblem(exchange, "byte-order-mark"),
    likelyCause:
      'The body is written with the encoding "UTF-8 with BOM", a default of some .NET writers and of files.',
    howToFix: "Write UTF-8 without a byte order mark (new UTF8Encoding(false)).",
  },
  {
    fits: ({ symptom: { observation, aspect } }) =>
      observation.requirement === "HTTP-4" && aspect.of === "field",
    likelyCause: "The body is put together by hand, or two layers add the same field.",
    howToFix: "Build each object once, in one place, and let a serialiser write it.",
  },
  {
    fits: ({ symptom: { exchange, aspect } }) => aspect.of === "body" && hasProblem(exchange, "invalid-utf8"),
    likelyCause:
      "The body is written in another character set than UTF-8, such as Latin-1, the default of an older platform.",
    howToFix: "Encode every body in UTF-8, that of errors too.",
  },
  {
    fits: ({ symptom: { got = 0, aspect }, body }) =>
      got >= 200 && got < 300 && aspect.of !== "header" && isError(body),
    likelyCause: "An Error is written into the body, and the status of the answer stays that of a success.",
    howToFix: "Set the HTTP status too, the same as in the field `status`.",
  },
  refusal(
    ({ text }) => text === "",
    "The status is set, and no body is written.",
    "Write an Error (code, message, status) wherever a request is refused.",
  ),
  refusal(
    ({ text }) => /^\s*</.test(text),
    "The default page of the framework, or of what is in front of it, is sent.",
    "Register handlers for errors and for unknown paths that write code, message and status.",
  ),
  refusal(
    ({ node }) => node === undefined,
    "The message is sent as plain text, past the code that writes Errors.",
    "Send it through the error handler that writes code, message and status.",
  ),
  refusal(
    ({ node }) => node !== undefined && node.kind !== "object",
    "The body is a bare value, and no object: nothing was found, and nothing is what is written.",
    "Write an Error (code, message, status) in its place.",
  ),
  refusal(
    ({ node }) => member(node, "errors") !== undefined || member(node, "statusCode") !== undefined,
    "The framework's own error body is sent, with fields of its own (errors, statusCode).",
    "Register one error handler that writes code, message and status.",
  ),
  refusal(
    ({ node }) => member(node, "error")?.kind === "string",
    "The body has the text under `error`, as many examples of handlers write it.",
    "Write code, message and status in its place.",
  ),
  {
    fits: ({ symptom: { got = 0, aspect, observation } }) =>
      got >= 400 && aspect.of === "field" && observation.finding.got.at === "nothing",
    likelyCause: "The code that writes this refusal leaves the field out.",
    howToFix: "Write every refusal in one place that always gives code, message and status.",
  },
  {
    fits: ({ symptom: { got = 0, aspect }, shown }) =>
      got >= 400 && aspect.of === "field" && aspect.name === "message" && shown?.kind === "array",
    likelyCause: "What validation found is written as a list in place of one message.",
    howToFix: "Join what was found into one text.",
  },
  {
    fits: ({ symptom: { got = 0, aspect }, shown }) =>
      got >= 400 && aspect.of === "field" && aspect.name === "message" && shown?.kind === "literal",
    likelyCause: "The exception behind the refusal has no message, and null is written.",
    howToFix: "Give every refusal a text of its own.",
  },
  {
    fits: ({ symptom: { got = 0, aspect }, shown }) =>
      got >= 400 && aspect.of === "field" && aspect.name === "code" && shown?.kind === "number",
    likelyCause: "The code is written as a number, such as the HTTP status.",
    howToFix:
      "Write a text that a machine can compare, such as `not_found`; the number belongs into `status`.",
  },
  {
    fits: ({ symptom: { got = 0, aspect }, shown }) =>
      got >= 400 && aspect.of === "field" && aspect.name === "status" && shown?.kind === "number",
    likelyCause:
      "The status in the body is a constant or the zero of its type, or a later handler changes the status of the answer.",
    howToFix: "Write the field from the same variable that sets the status of the answer.",
  },
  {
    fits: (clues) => isSuccessWithBody(clues) && /^\s*[[{]/.test(textOf(clues)) && clues.body === undefined,
    likelyCause:
      "The JSON is put together by hand: a quotation mark that is not escaped, a comma too many, or no array round its items.",
    howToFix: "Build the value first, and write all of it with one call of a JSON serialiser.",
  },
  {
    fits: (clues) => isSuccessWithBody(clues) && clues.body === undefined && textOf(clues).trim() !== "",
    likelyCause: "A text is sent where JSON is due: an object that was turned into a text, or a message.",
    howToFix: "Send the value through the framework's JSON function; a refusal gets its own status, too.",
  },
  {
    fits: (clues) =>
      isSuccessWithBody(clues) && clues.body?.kind === "string" && /^\s*[[{]/.test(clues.body.value),
    likelyCause:
      "The body is serialised twice: what was JSON already, as from a cache, is written as a JSON text.",
    howToFix: "Send the cached text as it is, or cache the value.",
  },
  {
    fits: ({ symptom: { exchange, aspect } }) =>
      aspect.of !== "header" &&
      answeredWith(exchange, 201) &&
      isAnswered(exchange) &&
      exchange.outcome.answer.text === "",
    likelyCause: "The handler sets the status 201, and writes no body.",
    howToFix: "Answer with the whole pet that was created.",
  },
];

function isError(body: JsonNode | undefined): boolean {
  const [first] = body?.kind === "array" ? body.items : [body];
  return (
    member(first, "code") !== undefined &&
    member(first, "message") !== undefined &&
    member(first, "id") === undefined
  );
}

function failed(kinds: readonly FailureKind[], likelyCause: string, howToFix: string): Hint {
  return {
    fits: ({ symptom: { aspect, exchange, observation } }) =>
      aspect.of === "answer" &&
      exchange.outcome.kind === "failure" &&
      kinds.includes(exchange.outcome.failure.kind) &&
      observation.requirement === "HTTP-1",
    likelyCause,
    howToFix,
  };
}

/** A refusal whose body is no Error. */
function refusal(
  fits: (body: { readonly text: string; readonly node: JsonNode | undefined }) => boolean,
  likelyCause: string,
  howToFix: string,
): Hint {
  return {
    fits: (clues) => {
      const { got = 0, observation, aspect } = clues.symptom;
      const isBody =
        aspect.of === "body" || (aspect.of === "field" && observation.finding.got.at === "nothing");
      return got >= 400 && isBody && fits({ text: textOf(clues), node: clues.body });
    },
    likelyCause,
    howToFix,
  };
}

function isSuccessWithBody({ symptom: { got = 0, aspect } }: Clues): boolean {
  return got >= 200 && got < 300 && got !== 204 && (aspect.of === "body" || aspect.of === "status");
}

function textOf({ symptom: { exchange } }: Clues): string {
  return isAnswered(exchange) ? exchange.outcome.answer.text : "";
}

function hasProblem(
  exchange: Clues["symptom"]["exchange"],
  kind: "byte-order-mark" | "invalid-utf8",
): boolean {
  return isAnswered(exchange) && exchange.outcome.answer.problems.some((problem) => problem.kind === kind);
}
