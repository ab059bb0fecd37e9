import { type HeaderLine, headerValue, type ServerResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";
import type { Call, Route } from "./call.ts";

/** Looks at a request before its operation; an answer ends the matter. */
export type Gate = (call: Call) => ServerResponse | undefined;

/** Who may come in, and where to. */
export interface AccessHooks {
  /** Where a method and an undecoded path lead. */
  resolveRoute(method: string, path: string): Route;
  /** What a request passes before its operation, in this order. */
  gates(call: Call): readonly Gate[];
  /** The token of `Authorization: Bearer <token>` (RFC 6750, 2.1), if there is one. */
  readCredential(call: Call): string | undefined;
  /** Whether an authentication scheme's name is Bearer, in any case (RFC 9110, 11.1). */
  isBearerScheme(scheme: string, call: Call): boolean;
  /** Whether the server accepts this key. */
  isKeyKnown(key: string, call: Call): boolean;
  /** Whether the request carries a key that the server accepts. */
  isAuthenticated(call: Call): boolean;
  /** The gate that lets only authenticated requests pass. */
  authenticate(call: Call): ServerResponse | undefined;
  /** The answer to a request without a valid key. */
  unauthorized(call: Call): ServerResponse;
  /** The challenge that a 401 carries (RFC 9110, 11.6.1). */
  challengeHeaders(call: Call): readonly HeaderLine[];
  /** The gate that lets only known paths and methods pass. */
  checkRoute(call: Call): ServerResponse | undefined;
  /** Carries out the operation that the route names. */
  perform(call: Call): ServerResponse;
}

const basePath = "/v1";

export const accessHooks: AccessHooks = {
  resolveRoute(method, path) {
    const operationOf = (
      allowed: Record<string, "listPets" | "createPet" | "getPet" | "storeOrders">,
      petId = "",
    ): Route => {
      const operation = Object.hasOwn(allowed, method) ? allowed[method] : undefined;
      return operation === undefined
        ? { kind: "unknown-method", allow: Object.keys(allowed) }
        : { kind: "operation", operation, petId };
    };
    if (path === `${basePath}/pets`) return operationOf({ GET: "listPets", POST: "createPet" });
    if (path === `${basePath}/store/orders`) return operationOf({ GET: "storeOrders" });
    const petId = /^\/v1\/pets\/([^/]+)$/.exec(path)?.[1];
    return petId === undefined ? { kind: "unknown-path" } : operationOf({ GET: "getPet" }, petId);
  },

  gates: ({ hooks }) => [hooks.limitRate, hooks.authenticate, hooks.checkRoute],

  readCredential(call) {
    const authorization = headerValue(call.request, "authorization") ?? "";
    const [, scheme = "", token] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
    return call.hooks.isBearerScheme(scheme, call) ? token : undefined;
  },

  isBearerScheme: (scheme) => scheme.toLowerCase() === "bearer",

  isKeyKnown: (key, call) => call.state.keys.has(key),

  isAuthenticated(call) {
    const key = call.hooks.readCredential(call);
    return key !== undefined && call.hooks.isKeyKnown(key, call);
  },

  authenticate: (call) => (call.hooks.isAuthenticated(call) ? undefined : call.hooks.unauthorized(call)),

  unauthorized: (call) =>
    call.hooks.errorResponse(
      401,
      "The API key is missing or invalid.",
      call,
      call.hooks.challengeHeaders(call),
    ),

  challengeHeaders: () => [["WWW-Authenticate", 'Bearer realm="pets"']],

  checkRoute(call) {
    if (call.route.kind === "unknown-path") throw new Refusal(404, "There is nothing at this path.");
    if (call.route.kind === "operation") return undefined;
    const allow = call.route.allow.join(", ");
    return call.hooks.errorResponse(405, `This path takes ${allow} only.`, call, [["Allow", allow]]);
  },

  perform(call) {
    if (call.route.kind !== "operation") throw new Refusal(404, "There is nothing at this path.");
    return call.hooks[call.route.operation](call);
  },
};
