import { alike } from "#reference-server/bed-server.ts";
import { answering, around } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { emptyResponse, textResponse } from "#reference-server/message.ts";

export default alike({ fails: ["ERR-1"] })({
  "text-id-html": {
    title: "answers an identifier that is not an integer with the router's HTML page",
    fails: ["ERR-3"],
    idiom: "HTML error page of the router",
    hooks: around("getPet", (correctly, call) =>
      /^\/v1\/pets\/-?\d+$/.test(call.path)
        ? correctly(call)
        : textResponse(404, "text/html", "<!DOCTYPE html><title>Error</title><pre>Cannot GET</pre>"),
    ),
  },
  "bad-id-empty": {
    title: "rejects an identifier that is not an int64 without a body",
    hooks: around("refused", (correctly, refusal, call) =>
      leadsTo(call, "getPet") && refusal.status === 400 ? emptyResponse(400) : correctly(refusal, call),
    ),
  },
  "unknown-status-plain-text": {
    title: "answers 400 with plain text to a status that it does not know",
    hooks: around("refused", (correctly, refusal, call) =>
      call.query.has("status") ? textResponse(400, "text/plain", refusal.message) : correctly(refusal, call),
    ),
  },
  "unknown-status-empty-404": {
    title: "answers 404 without a body to a status that it does not know",
    fails: ["ERR-3"],
    hooks: around("refused", (correctly, refusal, call) =>
      call.query.has("status") ? emptyResponse(404) : correctly(refusal, call),
    ),
  },
  "bad-limit-html": {
    title: "answers 400 with an HTML page to a limit out of range",
    idiom: "the framework's own 400 page",
    hooks: answering(() => textResponse(400, "text/html", "<h1>Bad Request</h1>")),
  },
  "negative-category-as-text": {
    title: "rejects a negative category in plain text",
    idiom: "constraint of the database shown as it is",
    hooks: around("createPet", (correctly, call) => {
      const text = Buffer.from(call.request.body).toString("utf8");
      if (/"categoryId":-[0-9]/.test(text) && !/[.e]/.test(text.replace(/"[^"]*"/g, "")))
        return textResponse(400, "text/plain", "violates check constraint");
      return correctly(call);
    }),
  },
  "zero-without-error": {
    title: "rejects identifiers up to 0 with plain text",
    warns: ["ERR-6"],
    hooks: around("getPet", (correctly, call) =>
      /^\/v1\/pets\/(-\d+|0)$/.test(call.path)
        ? textResponse(400, "text/plain", "id must be positive")
        : correctly(call),
    ),
  },
});
