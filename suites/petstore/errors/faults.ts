import { alike } from "#reference-server/bed-server.ts";
import { after, before, instead, replaced } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import type { Json } from "#reference-server/json.ts";
import { emptyResponse, textResponse } from "#reference-server/message.ts";

/** Whose Errors carry another status. */
const withStatus = (as: (status: number) => Json) =>
  replaced("errorBody", (status, message, call) => ({
    code: call.hooks.errorCode(status, call),
    message,
    status: as(status),
  }));

/** The Error of a create that is rejected with 400. */
const onCreate = (body: (message: string) => Json) =>
  instead("errorBody", (status, message, call) =>
    leadsTo(call, "createPet") && status === 400 ? body(message) : undefined,
  );

const unauthorized = alike({ fails: ["ERR-2"] })({
  "unauthorized-html": {
    title: "answers 401 with an HTML page",
    warns: ["AUTH-6"],
    idiom: "error page of the server in front",
    hooks: instead("errorResponse", (status) =>
      status === 401
        ? textResponse(401, "text/html", "<html><h1>401 Authorization Required</h1></html>")
        : undefined,
    ),
  },
  "unauthorized-empty": {
    title: "answers 401 without a body",
    idiom: "sendStatus(401)",
    hooks: after("unauthorized", (answer) => ({ ...answer, body: new Uint8Array() })),
  },
  "unauthorized-detail": {
    title: "answers 401 with a field `detail` and nothing else",
    idiom: "default error handler of a Python framework",
    hooks: after("errorBody", (body, status) => (status === 401 ? { detail: "Not authenticated" } : body)),
  },
  "unauthorized-create-without-code": {
    title: "writes no code into the 401 of a create",
    idiom: "a route with a guard of its own",
    hooks: after("errorBody", (body, status, message, call) =>
      status === 401 && leadsTo(call, "createPet") ? { message, status } : body,
    ),
  },
  "unauthorized-code-number": {
    title: "writes the code of a 401 as a number",
    hooks: after("errorBody", (body, status, message) =>
      status === 401 ? { code: 401, message, status } : body,
    ),
  },
});

const notFound = alike({ fails: ["ERR-3"], warns: ["ERR-6"] })({
  "not-found-html": {
    title: "answers 404 for an unknown pet with an HTML page",
    idiom: "the framework's own 404 page",
    hooks: replaced("petNotFound", () =>
      textResponse(404, "text/html", "<!DOCTYPE html><pre>Cannot GET</pre>"),
    ),
  },
  "not-found-empty": {
    title: "answers 404 for an unknown pet without a body",
    idiom: "return NotFound()",
    hooks: () => ({ petNotFound: () => emptyResponse(404) }),
  },
  "not-found-message-only": {
    title: "answers 404 with a message and no more",
    idiom: "res.json({ message })",
    hooks: after("errorBody", (body, status, message) => (status === 404 ? { message } : body)),
  },
  "not-found-null": {
    title: "answers 404 for an unknown pet with null",
    hooks: replaced("petNotFound", (call) =>
      textResponse(404, call.hooks.errorContentType(404, call), "null"),
    ),
  },
});

const badRequest = alike({ fails: ["ERR-1"] })({
  "invalid-create-errors-list": {
    title: "answers a rejected creation with a list of errors",
    idiom: "validator's own error list",
    hooks: onCreate((message) => ({ errors: [{ msg: message, location: "body" }] })),
  },
  "invalid-create-message-list": {
    title: "answers a rejected creation with a list as its message",
    idiom: "validation pipe that collects messages",
    hooks: onCreate((message) => ({ code: "validation_failed", message: [message], status: 400 })),
  },
  "invalid-create-plain-text": {
    title: "answers a rejected creation with plain text",
    idiom: "http.Error(w, msg, 400)",
    hooks: instead("refused", ({ status, message }, call) =>
      leadsTo(call, "createPet") && status === 400
        ? textResponse(400, "text/plain; charset=utf-8", message)
        : undefined,
    ),
  },
});

const everywhere = alike({ fails: ["ERR-1", "ERR-2", "ERR-3"], warns: ["ERR-6"] })({
  "every-error-nested": {
    title: "wraps every Error in a field `error`",
    idiom: "envelope of a style guide",
    hooks: after("errorBody", (body) => ({ error: body })),
  },
  "error-string": {
    title: "answers errors with a field `error` that is a string",
    idiom: "error handler with {error: message}",
    hooks: () => ({ errorBody: (_status, message) => ({ error: message }) }),
  },
  "error-without-code": {
    title: "leaves code out of every Error",
    hooks: () => ({ errorBody: (status, message) => ({ message, status }) }),
  },
  "error-message-null": {
    title: "answers errors with null as the message",
    hooks: replaced("errorBody", (status, _message, call) => ({
      code: call.hooks.errorCode(status, call),
      message: null,
      status,
    })),
  },
  "error-status-text": {
    title: "writes the status of an Error as a string",
    idiom: "status as a string, as in JSON:API",
    hooks: withStatus(String),
  },
  "error-statuscode": {
    title: "names the status of an Error statusCode",
    idiom: "default error object of a Node framework",
    hooks: replaced("errorBody", (statusCode, message) => ({
      statusCode,
      code: "ERR",
      error: "Error",
      message,
    })),
  },
  "not-found-says-400": {
    title: "writes 400 as the status into the Error of a 404",
    fails: ["ERR-4"],
    idiom: "error class with a default status",
    hooks: before("errorBody", (status) => (status === 404 ? 400 : status)),
  },
  "label-refusal-says-400": {
    title: "writes 400 as the status into the Error of a 415",
    fails: [],
    idiom: "error class with a default status",
    hooks: before("errorBody", (status) => (status === 415 ? 400 : status)),
  },
});

const otherStatus = alike({ fails: ["ERR-4"] })({
  "unauthorized-says-403": {
    title: "writes 403 as the status into the Error of a 401",
    hooks: before("errorBody", (status) => (status === 401 ? 403 : status)),
  },
  "invalid-create-says-422": {
    title: "writes 422 as the status into the Error of a 400",
    hooks: before("errorBody", (status, _, call) =>
      status === 400 && leadsTo(call, "createPet") ? 422 : status,
    ),
  },
  "error-status-zero": {
    title: "writes 0 as the status into every Error",
    warns: ["ERR-6"],
    idiom: "a field that nobody fills",
    hooks: withStatus(() => 0),
  },
  "rejected-value-not-escaped": {
    title: "repeats a rejected filter in its message without escaping it",
    fails: ["ERR-1"],
    idiom: "JSON made by a template",
    hooks: instead("errorResponse", (status, _message, { query }) => {
      const body = `{"code":"bad_request","message":"no status ${query.get("status")}","status":400}`;
      return status === 400 && query.has("status") ? textResponse(400, "application/json", body) : undefined;
    }),
  },
});

export default { ...unauthorized, ...notFound, ...badRequest, ...everywhere, ...otherStatus };
