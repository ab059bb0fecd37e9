import { isJsonObject, type Json, parseJson } from "../json.ts";
import { headerValue } from "../message.ts";
import { Refusal, refusedWith } from "../refusal.ts";
import { isInt64, isPetStatus, petStatuses } from "../store.ts";
import { jsonResponse } from "./answers.ts";
import type { Call, Hooks } from "./call.ts";

/** In UTF-16 units; the interface names no bound. */
const longestName = 10_000;

export const createPetHooks = {
  createPet(call) {
    const { hooks } = call;
    const body = jsonBody(call);
    const draft = hooks.readNewPet(body, call);
    hooks.admitPet(draft, call);
    const pet = hooks.buildPet(draft, body, call);
    hooks.storePet(pet, call);
    return hooks.createdResponse(pet, call);
  },

  isJsonContentType: (contentType = "") =>
    contentType.split(";")[0]?.trim().toLowerCase() === "application/json",

  decodeBody: (body) =>
    refusedWith(400, "The body is not UTF-8.", () =>
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
    ),

  parseBody: (text) => refusedWith(400, "The body is not JSON.", () => parseJson(text)),

  requireObject(body) {
    if (isJsonObject(body)) return body;
    throw new Refusal(400, "The body must be a JSON object.");
  },

  readMember: (body, name) => (Object.hasOwn(body, name) ? body[name] : undefined),

  readNewPet(body, call) {
    const { hooks } = call;
    const object = hooks.requireObject(body, call);
    const name = hooks.validateName(hooks.readMember(object, "name", call), call);
    const categoryId = hooks.validateCategory(hooks.readMember(object, "categoryId", call), call);
    const status = hooks.validateStatus(hooks.readMember(object, "status", call), call);
    return status === undefined ? { name, categoryId } : { name, categoryId, status };
  },

  validateName(value) {
    if (typeof value !== "string") throw new Refusal(400, "name is required and must be a string.");
    if (value.length > longestName) throw new Refusal(400, `name is longer than ${longestName} characters.`);
    return value;
  },

  validateCategory(value) {
    if (typeof value === "bigint" && isInt64(value)) return value;
    throw new Refusal(400, "categoryId is required and must be an int64.");
  },

  validateStatus(value) {
    if (value === undefined || isPetStatus(value)) return value;
    throw new Refusal(400, `status must be one of ${petStatuses.join(", ")}.`);
  },

  admitPet: () => {},

  assignId: (serial, call) => call.state.firstId + 2n * serial,

  buildPet: (pet, _body, call) => ({ id: call.hooks.assignId(call.state.store.takeSerial(), call), ...pet }),

  storePet: (pet, call) => call.state.store.add(pet, call.nowMs),

  createdResponse(pet, call) {
    const response = jsonResponse(201, call.hooks.createdBody(pet, call), call);
    return { ...response, headers: [...response.headers, ...call.hooks.createdHeaders(pet, call)] };
  },

  createdBody: (pet, call) => call.hooks.serialisePet(pet, call),

  createdHeaders: () => [],
} satisfies Partial<Hooks>;

/** The JSON value that a request sends. @throws Refusal 400 or 415 */
export function jsonBody(call: Call): Json {
  const { hooks, request } = call;
  if (!hooks.isJsonContentType(headerValue(request, "content-type"), call))
    throw new Refusal(415, "The Content-Type must be application/json.");
  return hooks.parseBody(hooks.decodeBody(request.body, call), call);
}
