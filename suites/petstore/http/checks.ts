import { caseRef } from "#core/check/case.ts";
import { invariant, traceCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import { answeredWith, findingsOn, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf, largerBodyRemedy } from "#core/check/json-body.ts";
import type { Observer } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import { trafficCheck } from "#core/check/traffic-check.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import { type Exchange, isCutShort } from "#core/exchange/exchange.ts";
import { isLack } from "#core/exchange/own-machine.ts";
import { duplicateMembers } from "#core/json/read.ts";
import { hasKey, labelJudged } from "../pets.ts";
import { inconclusive } from "../reasons.ts";
import { inEveryRun } from "../shared/steps/named-steps.ts";

export const everyRequest = caseRef("every-request", "every request");
const everySuccess = caseRef("every-success", "every success");

/** The try before this one that was not answered 429: what a repetition repeats (ruling 26). */
function tryBefore(exchange: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  const before = exchanges.find((e) => e.id === exchange.repeats);
  return before !== undefined && answeredWith(before, 429) ? tryBefore(before, exchanges) : before;
}

/**
 * HTTP-1. Subject: every request; a GET to which no answer began is sent once more first (ruling 26). A request that was
 * answered in part needs no second try: it was not answered whole.
 */
export const answered = traceCheck("HTTP-1", everyRequest, inEveryRun, ({ exchanges, setting }, observe) =>
  exchanges.flatMap((exchange): Observation | [] => {
    if (isAnswered(exchange)) return observe.held(exchange);
    if (exchange.outcome.kind !== "failure") return [];
    const { failure } = exchange.outcome;
    const { kind, message } = failure;
    // This is in the traffic of others; in a run, a lack of its machine is the root cause.
    if (kind === "aborted" || isLack(kind)) return [];
    // It was answered: how much of an answer is read is up to the suite.
    if (kind === "too-large")
      return observe.unresolved(
        inconclusive(
          "answer-truncated",
          { failure: message },
          largerBodyRemedy(exchange, setting.maxBodyBytes),
        ),
      );
    // Of a GET and its repetition, the second failure is the one that counts; one alone is no finding yet.
    const before = tryBefore(exchange, exchanges);
    const isFirstTry = before === undefined || isAnswered(before);
    if (exchange.request.method === "GET" && isFirstTry && !isCutShort(failure)) return [];
    return notWhole(exchange, observe);
  }),
);

export function notWhole(exchange: Exchange, observe: Observer): Observation {
  return observe.broken(exchange, "a complete answer", { seen: exchangeInWords(exchange), place: undefined });
}

/** HTTP-5. Subject: every GET. It fails for one that was answered only when it was sent again. */
export const answeredAtOnce = traceCheck("HTTP-5", everyRequest, inEveryRun, ({ exchanges }, observe) =>
  exchanges.flatMap((exchange): Observation | [] => {
    if (exchange.request.method !== "GET" || !isAnswered(exchange) || answeredWith(exchange, 429)) return [];
    const before = tryBefore(exchange, exchanges);
    if (before === undefined || before.outcome.kind === "answer") return observe.held(exchange);
    // It was answered: how much of an answer is read is up to the suite.
    if (before.outcome.failure.kind === "too-large") return [];
    const mismatch = { seen: exchangeInWords(before), place: undefined };
    return observe.broken(before, "a complete answer to the first attempt", mismatch, exchange);
  }),
);

/**
 * HTTP-2. Subject: every request to the four operations. If the contract allows it, its answer has a documented
 * status. No answer is a 5xx, with one exception: the statuses of the orders are not shown (rulings 17, 25, 27).
 */
export const documented = invariant("HTTP-2", everyRequest, inEveryRun, (exchange, { contract }, observe) => {
  if (!isAnswered(exchange)) return undefined;
  const { operation: id } = contract.classify(exchange.request);
  const operation = id === undefined ? undefined : contract.operations.get(id);
  if (operation === undefined || id === "storeOrders") return undefined;
  const { status } = exchange.outcome.answer;
  const broken = (expected: string) => observe.broken(exchange, expected, wrongStatus(exchange));
  if (status >= 500) return broken("no 5xx");
  // Requests without the valid key have a ruling of their own (14), and so have creates that a service may refuse (10).
  if (!findingsOn(exchange, contract).allowed || !hasKey(exchange)) return undefined;
  if (id === "createPet" && status >= 400) return undefined;
  // The interface asks for these itself, also where a revision has left them out of an operation.
  const isAsked = status === 429 || (id === "getPet" && status === 404);
  if (isAsked || operation.documents(status)) return observe.held(exchange);
  const codes = operation.responses.map(({ name }) => name).filter((name) => /^\d+$/.test(name));
  return broken(`one of the documented statuses (${codes.join(", ")})`);
});

/** HTTP-3. Subject: every success with a body on listPets, createPet and getPet. */
export const jsonBodies = invariant("HTTP-3", everySuccess, inEveryRun, (exchange, { contract }, observe) => {
  const { operation } = contract.classify(exchange.request);
  if (operation === undefined || operation === "storeOrders" || !answeredWith(exchange, 200, 201))
    return undefined;
  if (!hasKey(exchange)) return undefined;
  // A body that is not JSON is judged by the requirement on what the operation returns.
  if (jsonOf(exchange) === undefined) return undefined;
  return labelJudged(exchange, observe);
});

/** HTTP-4. Subject: every JSON body. */
export const cleanJson = invariant("HTTP-4", everyRequest, inEveryRun, (exchange, { contract }, observe) => {
  if (!isAnswered(exchange) || contract.classify(exchange.request).operation === undefined) return undefined;
  const body = jsonOf(exchange);
  if (body === undefined) return undefined;
  const broken = (expected: string, seen: string, pointer = "") =>
    observe.broken(exchange, expected, { seen, place: inBody(pointer) });
  if (bodyOf(exchange).problems.some((p) => p.kind === "byte-order-mark"))
    return broken("no byte order mark", "a byte order mark before the body");
  const [twice] = duplicateMembers(body);
  return twice === undefined
    ? observe.held(exchange)
    : broken("each field once", "the same field twice", twice);
});

/**
 * HTTP-1. Subject: every answer that broke off, and every answer with whole JSON; of others a recorder may not say
 * whether they broke off. A request without any answer shows nothing. Its connection may have been an old one, which
 * a server may close at any time (RFC 9112, 9.3.1), and nobody knows how long the client waited.
 */
export const answeredWhole = trafficCheck("HTTP-1", everyRequest, (exchange, observe) => {
  if (isAnswered(exchange))
    return ifRecorded(exchange.outcome.answer.body)?.json?.ok ? observe.held(exchange) : undefined;
  const { outcome } = exchange;
  return outcome.kind === "failure" && isCutShort(outcome.failure) ? notWhole(exchange, observe) : undefined;
});
