import { encodeJson, type Json, type JsonObject } from "../json.ts";
import { type HeaderLine, type ServerResponse, textResponse } from "../message.ts";
import type { Pet } from "../pet.ts";
import type { Refusal } from "../refusal.ts";
import { type Call, leadsTo } from "./call.ts";

/** How answers are written. */
export interface AnswerHooks {
  serialisePet(pet: Pet, call: Call): JsonObject;
  encodeJson(value: Json, call: Call): string;
  /** The Content-Type of an answer that is not an error. */
  contentType(call: Call): string;
  errorContentType(status: number, call: Call): string;
  /** The machine-readable code of an Error; its values are open. */
  errorCode(status: number, call: Call): string;
  errorBody(status: number, message: string, call: Call): Json;
  errorResponse(status: number, message: string, call: Call, headers: readonly HeaderLine[]): ServerResponse;
  /** The answer to a request that a hook refused. */
  refused(refusal: Refusal, call: Call): ServerResponse;
  /** The answer where the server itself failed. */
  crashed(error: unknown, call: Call): ServerResponse;
  /** Date, from the server's clock (RFC 9110, 6.6.1). */
  dateHeader(call: Call): readonly HeaderLine[];
  /** The fields that every response carries, whatever its status, and those of its operation. */
  commonHeaders(status: number, call: Call): readonly HeaderLine[];
  /** The last change to a complete response. */
  respond(response: ServerResponse, call: Call): ServerResponse;
}

const codes: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "unauthorized",
  404: "not_found",
  405: "method_not_allowed",
  413: "content_too_large",
  415: "unsupported_media_type",
  429: "rate_limit_exceeded",
};

export const answerHooks: AnswerHooks = {
  serialisePet: ({ id, name, categoryId, status }) => ({ id, name, categoryId, status }),

  encodeJson,

  contentType: () => "application/json",

  errorContentType: () => "application/json",

  errorCode: (status) => codes[status] ?? (status < 500 ? "request_refused" : "internal_error"),

  errorBody: (status, message, call) => ({ code: call.hooks.errorCode(status, call), message, status }),

  errorResponse(status, message, call, headers) {
    const text = call.hooks.encodeJson(call.hooks.errorBody(status, message, call), call);
    const response = textResponse(status, call.hooks.errorContentType(status, call), text);
    return { ...response, headers: [...response.headers, ...headers] };
  },

  refused: (refusal, call) => call.hooks.errorResponse(refusal.status, refusal.message, call, []),

  crashed: (_error, call) => call.hooks.errorResponse(500, "The server failed.", call, []),

  dateHeader: (call) => [["Date", new Date(call.nowMs).toUTCString()]],

  commonHeaders: (status, call) => [
    ...call.hooks.dateHeader(call),
    ...call.hooks.rateHeaders(status, call),
    ...(leadsTo(call, "getPet") ? call.hooks.deprecationHeaders(call) : []),
  ],

  respond: (response) => response,
};

/** An answer that is not an error, with a JSON body. */
export function jsonResponse(status: number, body: Json, call: Call): ServerResponse {
  return textResponse(status, call.hooks.contentType(call), call.hooks.encodeJson(body, call));
}
