import { headerValue } from "../message.ts";
import { Refusal } from "../refusal.ts";
import type { Hooks, Operation, Route } from "./call.ts";

const basePath = "/v1";

/** Where a method leads at a path that has these operations. */
export function routeTo(method: string, operations: Readonly<Record<string, Operation>>, petId = ""): Route {
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
  return operation === undefined
    ? { kind: "unknown-method", allow: Object.keys(operations) }
    : { kind: "operation", operation, petId };
}

export const accessHooks = {
  resolveRoute(method, path) {
    if (path === `${basePath}/pets`) return routeTo(method, { GET: "listPets", POST: "createPet" });
    if (path === `${basePath}/store/orders`) return routeTo(method, { GET: "storeOrders" });
    const petId = /^\/v1\/pets\/([^/]+)$/.exec(path)?.[1];
    return petId === undefined ? { kind: "unknown-path" } : routeTo(method, { GET: "getPet" }, petId);
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
} satisfies Partial<Hooks>;

export const rateLimitHooks = {
  limitRate(call) {
    call.quota = call.hooks.countRequest(call);
    if (call.quota === undefined || !call.hooks.isOverLimit(call.quota, call)) return undefined;
    return call.hooks.overLimitResponse(call.quota, call);
  },

  rateLimitFor: (call) => call.state.policies,

  rateCaller(call) {
    return call.hooks.isAuthenticated(call) ? `key ${call.hooks.readCredential(call)}` : "anonymous";
  },

  windowEndMs: (policy, call) => Math.floor(call.nowMs / 1000) * 1000 + policy.windowMs,

  countRequest(call) {
    const { hooks, state, nowMs } = call;
    return state.windows.count(hooks.rateCaller(call), hooks.rateLimitFor(call), nowMs, (policy) =>
      hooks.windowEndMs(policy, call),
    );
  },

  isOverLimit: (quota) => quota.exceeded,

  rateHeaders(_status, call) {
    const { hooks, quota } = call;
    if (quota === undefined) return [];
    return [
      ["X-RateLimit-Limit", hooks.limitValue(quota, call)],
      ["X-RateLimit-Remaining", hooks.remainingValue(quota, call)],
      ["X-RateLimit-Reset", hooks.resetValue(quota, call)],
    ];
  },

  limitValue: (quota) => String(quota.limit),

  remainingValue: (quota) => String(quota.remaining),

  resetValue: (quota) => String(Math.floor(quota.resetAtMs / 1000)),

  // A request that is refused for another reason waits for the next window.
  retryAfter: ({ exceeded, retryAtMs, resetAtMs }, call) =>
    String(Math.max(1, Math.ceil(((exceeded ? retryAtMs : resetAtMs) - call.nowMs) / 1000))),

  overLimitResponse: (quota, call) =>
    call.hooks.errorResponse(429, "Too many requests. Wait for the time in Retry-After.", call, [
      ["Retry-After", call.hooks.retryAfter(quota, call)],
    ]),
} satisfies Partial<Hooks>;
