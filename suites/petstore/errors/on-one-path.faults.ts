import { alike } from "#reference-server/bed-server.ts";
import { instead } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { emptyResponse, type ServerResponse, textResponse } from "#reference-server/message.ts";
import { answering } from "#reference-server/pet-parts.ts";
import type { Refusal } from "#reference-server/refusal.ts";

/** Answers so where a filter is refused. */
const onFilter = (answer: (refusal: Refusal) => ServerResponse) =>
  instead("refused", (refusal, { query }) => (query.has("status") ? answer(refusal) : undefined));

export default alike({ fails: ["ERR-1"] })({
  "text-id-html": {
    title: "answers an identifier that is not an integer with the router's HTML page",
    fails: ["ERR-3"],
    idiom: "HTML error page of the router",
    hooks: instead("getPet", ({ path }) =>
      /^\/v1\/pets\/-?\d+$/.test(path)
        ? undefined
        : textResponse(404, "text/html", "<!DOCTYPE html><title>Error</title><pre>Cannot GET</pre>"),
    ),
  },
  "bad-id-empty": {
    title: "rejects an identifier that is not an int64 without a body",
    hooks: instead("refused", ({ status }, call) =>
      leadsTo(call, "getPet") && status === 400 ? emptyResponse(400) : undefined,
    ),
  },
  "unknown-status-plain-text": {
    title: "answers 400 with plain text to a status that it does not know",
    hooks: onFilter(({ message }) => textResponse(400, "text/plain", message)),
  },
  "unknown-status-empty-404": {
    title: "answers 404 without a body to a status that it does not know",
    fails: ["ERR-3"],
    hooks: onFilter(() => emptyResponse(404)),
  },
  "bad-limit-html": {
    title: "answers 400 with an HTML page to a limit out of range",
    idiom: "the framework's own 400 page",
    hooks: answering(() => textResponse(400, "text/html", "<h1>Bad Request</h1>")),
  },
  "negative-category-as-text": {
    title: "rejects a negative category in plain text",
    idiom: "constraint of the database shown as it is",
    hooks: instead("createPet", ({ request }) => {
      const text = Buffer.from(request.body).toString("utf8");
      const isMeant = /"categoryId":-[0-9]/.test(text) && !/[.e]/.test(text.replace(/"[^"]*"/g, ""));
      return isMeant ? textResponse(400, "text/plain", "violates check constraint") : undefined;
    }),
  },
  "zero-without-error": {
    title: "rejects identifiers up to 0 with plain text",
    warns: ["ERR-6"],
    hooks: instead("getPet", ({ path }) =>
      /\/(-\d+|0)$/.test(path) ? textResponse(400, "text/plain", "id must be positive") : undefined,
    ),
  },
});
