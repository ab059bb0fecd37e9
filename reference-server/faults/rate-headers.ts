import { leadsTo } from "../call.ts";
import { faults } from "../fault.ts";
import type { AnswerHooks } from "../hooks/answers.ts";
import { withHeader } from "../message.ts";

/** Takes the three fields off some responses. */
const without =
  (isBare: (...about: Parameters<AnswerHooks["respond"]>) => boolean): AnswerHooks["respond"] =>
  (response, call) =>
    isBare(response, call)
      ? ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].reduce(
          (bare, name) => withHeader(bare, name, undefined),
          response,
        )
      : response;

export default faults({
  "no-rate-headers-on-401": {
    title: "sends no rate-limit headers with a 401",
    breaks: ["RATE-1"],
    idiom: "limiter mounted behind the guard",
    hooks: () => ({ respond: without(({ status }) => status === 401) }),
  },
  "no-rate-headers-on-404": {
    title: "sends no rate-limit headers with a 404",
    breaks: ["RATE-1"],
    idiom: "error handler that starts a new response",
    hooks: () => ({ respond: without(({ status }) => status === 404) }),
  },
  "no-rate-headers-on-400": {
    title: "sends no rate-limit headers with a refused creation",
    breaks: ["RATE-1"],
    idiom: "validation in front of the limiter",
    hooks: () => ({ respond: without(({ status }, call) => status === 400 && leadsTo(call, "createPet")) }),
  },
  "no-rate-headers-on-201": {
    title: "sends no rate-limit headers with a created pet",
    breaks: ["RATE-1"],
    idiom: "limiter on reads alone",
    hooks: () => ({ respond: without(({ status }) => status === 201) }),
  },
  "no-rate-headers-on-get": {
    title: "sends no rate-limit headers where one pet is read",
    breaks: ["RATE-1"],
    idiom: "middleware that skips one route",
    hooks: () => ({ respond: without((_, call) => leadsTo(call, "getPet")) }),
  },
  "no-rate-headers-on-orders": {
    title: "sends no rate-limit headers on store orders",
    breaks: ["RATE-1"],
    idiom: "middleware that skips one router",
    hooks: () => ({ respond: without((_, call) => leadsTo(call, "storeOrders")) }),
  },
  "no-rate-headers-on-errors": {
    title: "sends rate-limit headers with successes alone",
    breaks: ["RATE-1"],
    idiom: "add_header without always",
    hooks: () => ({ respond: without(({ status }) => status >= 400) }),
  },
  "no-rate-headers-on-429": {
    title: "sends no rate-limit headers with a 429",
    breaks: ["RATE-1"],
    stage: { plan: "free" },
    hooks: () => ({ respond: without(({ status }) => status === 429) }),
  },
  "no-reset": {
    title: "never sends X-RateLimit-Reset",
    breaks: ["RATE-1"],
    hooks: () => ({ respond: (response) => withHeader(response, "X-RateLimit-Reset", undefined) }),
  },
  "no-limit": {
    title: "never sends X-RateLimit-Limit",
    breaks: ["RATE-1"],
    hooks: () => ({ respond: (response) => withHeader(response, "X-RateLimit-Limit", undefined) }),
  },
  "no-remaining": {
    title: "never sends X-RateLimit-Remaining",
    breaks: ["RATE-1"],
    hooks: () => ({ respond: (response) => withHeader(response, "X-RateLimit-Remaining", undefined) }),
  },
  "reset-only-when-exhausted": {
    title: "sends X-RateLimit-Reset only once nothing remains",
    breaks: ["RATE-1"],
    idiom: "koa and express limiters of an older kind",
    hooks: (correct) => ({
      rateHeaders: (call) => correct.rateHeaders(call).slice(0, call.quota?.remaining === 0 ? 3 : 2),
    }),
  },
  "no-rate-headers": {
    title: "announces its rate limits nowhere",
    breaks: ["RATE-2"],
    hooks: () => ({ rateHeaders: () => [] }),
  },
  "draft-rate-headers": {
    title: "announces its rate limits in RateLimit fields alone",
    breaks: ["RATE-2"],
    idiom: "IETF draft names",
    hooks: (correct) => ({
      rateHeaders: (call) =>
        correct.rateHeaders(call).map(([name, value]) => [name.slice(2), value] as const),
    }),
  },
  "no-rate-headers-from-router": {
    title: "sends no rate-limit headers for an identifier that is not an integer",
    breaks: ["RATE-17"],
    idiom: "route pattern with digits alone",
    hooks: () => ({
      respond: without((_, call) => leadsTo(call, "getPet") && !/^\/v1\/pets\/\d+$/.test(call.path)),
    }),
  },
});
