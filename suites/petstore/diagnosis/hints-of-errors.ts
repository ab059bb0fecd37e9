import { type Clues, has, hints, holds } from "./clues.ts";

const handler =
  "Register one error handler that writes code, message and status as fields of the body itself.";

/** A refusal whose body is no Error. */
export const errors = [
  ...hints(
    {
      at: /^(?:body$|field )/,
      got: /^[4-9]/,
      text: /\n\s+at .+:\d+|Traceback \(most recent call last\)|\bat [\w.$]+\([\w.]+:\d+\)/,
    },
    [
      [
        {},
        "A stack trace is sent: the exception behind the error is not caught, and the framework shows it, as in its development mode.",
        `Turn the development mode off. ${handler}`,
      ],
    ],
  ),
  ...hints({ at: "body", got: /^[4-9]/ }, [
    [
      { text: /^\s*</ },
      "The default page of the framework, or of what is in front of it, is sent.",
      "Register handlers for errors and for unknown paths that write code, message and status.",
    ],
    [
      { also: ({ body }) => body?.kind !== "object" },
      "The message is sent alone (as plain text, a list or null), without the code that writes Errors.",
      handler,
    ],
  ]),
  ...hints({ at: /^(?:body$|field )/, got: /^[4-9]/, body: "object", found: "nothing" }, [
    [
      { also: ({ body }) => holds(body, (value) => has(value, "code", "message")) },
      "The Error is wrapped in an envelope.",
      handler,
    ],
    [
      {
        also: ({ body }) =>
          !has(body, "code") &&
          has(body, "title", "type", "detail", "timestamp", "path", "errors", "statusCode"),
      },
      "The framework's own error body is sent: Problem Details (RFC 9457), a field `detail` (FastAPI, Django REST), or fields of its own (timestamp, errors).",
      handler,
    ],
    [
      { also: isNamedOtherwise },
      "The field is there under another name, as the code or a convention of its own has it (error_code, errorCode, msg, http_status).",
      "Name the fields code, message and status, letter by letter: an alias for each, or a naming policy that leaves errors as they are.",
    ],
    [
      { also: ({ body }) => has(body, "error") },
      "The message is in a field `error`, as in many examples of handlers.",
      "Write code, message and status in its place.",
    ],
  ]),
  ...hints({ at: /^field (?:code|message|status)$/, got: /^[4-9]/ }, [
    [
      { found: "nothing" },
      "The code that writes this error leaves the field out.",
      "Write every error in one place that always gives code, message and status.",
      "all",
    ],
    [
      { at: "field message", shown: /^(?:array|object)$/ },
      "The validation errors are written as a list, not as one message.",
      "Join them into one string.",
    ],
    [
      { at: "field code", shown: "number" },
      "The code is written as a number, such as the HTTP status.",
      "Write a string that a program can compare, such as `not_found`; the number belongs in `status`.",
    ],
    [
      { at: "field status", shown: "number" },
      "The status in the body is not made for this answer: a constant, or a status that a later handler changes.",
      "Write the field from the same variable that sets the status of the answer.",
    ],
    [
      { at: "field status", shown: "string" },
      "The status of the Error is written as a string.",
      "Write the HTTP status as a JSON number, without quotation marks.",
    ],
  ]),
];

/** The field is missing, and one that is named like it is there. */
function isNamedOtherwise({ body, symptom: { aspect } }: Clues): boolean {
  const core = (name: string) =>
    name
      .toLowerCase()
      .replace(/^(?:error|err|http)[_-]?|[_-]/g, "")
      .replace(/^msg$/, "message")
      .replace(/^statuscode$/, "status");
  const wanted = aspect.of === "field" ? aspect.name : "";
  return body?.kind === "object" && body.members.some(({ name }) => name !== wanted && core(name) === wanted);
}
