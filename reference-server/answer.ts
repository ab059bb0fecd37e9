import type { Call } from "./call.ts";
import type { Json } from "./json.ts";
import { type ServerResponse, textResponse } from "./message.ts";

/** An answer that is not an error, with a JSON body. */
export function jsonResponse(status: number, body: Json, call: Call): ServerResponse {
  return textResponse(status, call.hooks.contentType(call), call.hooks.encodeJson(body, call));
}
