import { encodeJson, type Json } from "../json.ts";
import { type ServerResponse, textResponse } from "../message.ts";
import { type Call, type Hooks, leadsTo } from "./call.ts";

const codes: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "unauthorized",
  404: "not_found",
  405: "method_not_allowed",
  413: "content_too_large",
  415: "unsupported_media_type",
  429: "rate_limit_exceeded",
};

export const answerHooks = {
  serialisePet: ({ id, name, categoryId, status }) => ({ id, name, categoryId, status }),

  encodeJson,

  contentType: () => "application/json",

  errorContentType: () => "application/json",

  errorCode: (status) => codes[status] ?? (status < 500 ? "request_refused" : "internal_error"),

  errorBody: (status, message, call) => ({ code: call.hooks.errorCode(status, call), message, status }),

  errorResponse(status, message, call, headers) {
    const text = call.hooks.encodeJson(call.hooks.errorBody(status, message, call), call);
    return textResponse(status, call.hooks.errorContentType(status, call), text, headers);
  },

  refused: (refusal, call) => call.hooks.errorResponse(refusal.status, refusal.message, call, []),

  dateHeader: (call) => [["Date", new Date(call.nowMs).toUTCString()]],

  commonHeaders: (status, call) => [
    ...call.hooks.dateHeader(call),
    ...call.hooks.rateHeaders(status, call),
    ...(leadsTo(call, "getPet") ? call.hooks.deprecationHeaders(call) : []),
  ],

  respond: (response) => response,
} satisfies Partial<Hooks>;

/** An answer that is not an error, with a JSON body. */
export function jsonResponse(status: number, body: Json, call: Call): ServerResponse {
  return textResponse(status, call.hooks.contentType(call), call.hooks.encodeJson(body, call));
}
