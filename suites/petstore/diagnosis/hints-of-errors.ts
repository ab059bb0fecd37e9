import { has, hints } from "./clues.ts";

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
    { at: "field status" },
    "The status in the body is not made for this answer: a constant, a text, that of an earlier error, or one that a later handler changes.",
    "Write the field as a number, from the same variable that sets the status of the answer.",
  ],
]);

const frameworksOwn = ["title", "type", "detail", "timestamp", "path", "errors", "statusCode"];
