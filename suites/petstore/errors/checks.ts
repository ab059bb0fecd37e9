import { type CaseRef, caseRef } from "#core/check/case.ts";
import { invariant, type PromisedCase } from "#core/check/check.ts";
import { type Answered, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Observer } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { answerInWords } from "#core/check/results/words.ts";
import type { Contract, SchemaProblem } from "#core/contract/contract.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { recorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { integerOf, type JsonNode, member } from "#core/json/read.ts";
import { labelJudged } from "../pets.ts";
import { petstore } from "../roles.ts";
import { bodySteps, listSteps, readSteps, unauthenticatedCreates } from "../shared/steps/named-steps.ts";
import { getUnknown } from "../shared/steps/reads.ts";
import { isOfAbsentOrders } from "../shared/steps/store-orders.ts";

const everyErrorBody = caseRef("every-error-body", "every Error body");
/** Ruling 15 leaves open which of 400 and 404 it is. */
const zeroOrNegativeId = caseRef("zero-or-negative-id", "a zero or negative id");

type Rule = "ERR-1" | "ERR-2" | "ERR-3" | "ERR-6";

/** Which requirement demands an Error body of a refusal; undefined where none does. Decided here alone (rulings 8, 14, 15, 17, 18). */
function errorBodyRule(answer: Answered, contract: Contract): Rule | undefined {
  const { status } = answer.outcome.answer;
  if (status < 400 || status > 499 || status === 429) return undefined;
  const { operation } = contract.classify(answer.request);
  const { credential } = answer.request;
  if (operation === undefined) return undefined;
  // The interface does not show the orders' answers with a key; the 401 without one is the same for all operations.
  if (operation === "storeOrders") return status === 401 && credential.kind !== "valid" ? "ERR-2" : undefined;
  if (status === 401) return "ERR-2";
  const { problems, open } = findingsOn(answer, contract);
  const unusual = [...problems, ...open];
  // A create without any body has no Content-Type either.
  const hasOtherContentType =
    (operation === "createPet" && recorded(answer.request.body)?.contentType === undefined) ||
    (unusual.length > 0 && unusual.every((p) => p.part === "content-type"));
  if (credential.kind === "valid" && hasOtherContentType) return "ERR-6";
  if (open.some((p) => p.part === "path")) return "ERR-6";
  return status === 400 ? "ERR-1" : "ERR-3";
}

function statusOn(status: number, operation: OperationId | undefined): CaseRef {
  return caseRef(`${status}/${operation ?? "none"}`, `${status} on ${operation ?? "another path"}`);
}

const errorBody = "an Error body (code, message, status)";

/** If a field is missing, what was seen names it. */
function expectedOf({ keyword, expected }: SchemaProblem): string {
  return keyword === "required" ? errorBody : `${expected}, as in an Error body`;
}

/** Judges the Error body of every refusal that the rule gives to this requirement. */
function errorBodies(about: Rule, promises: readonly PromisedCase[]) {
  return invariant(about, everyErrorBody, promises, (exchange, facts, observeAny) => {
    const { contract } = facts;
    if (!isAnswered(exchange) || errorBodyRule(exchange, contract) !== about) return undefined;
    if (isOfAbsentOrders(exchange, facts)) return undefined;
    const isUnusualId =
      about === "ERR-6" && findingsOn(exchange, contract).open.some((p) => p.part === "path");
    const { status } = exchange.outcome.answer;
    const { operation } = contract.classify(exchange.request);
    const observe = observeAny.of(isUnusualId ? zeroOrNegativeId : statusOn(status, operation));
    const body = jsonOf(exchange);
    const broken = (expected: string, seen: string, pointer = "") =>
      observe.broken(exchange, expected, { seen, place: inBody(pointer) });
    if (body === undefined) return broken(errorBody, answerInWords(exchange));
    const [problem] = petstore(contract).schemas.Error.validate(body);
    if (problem !== undefined) return broken(expectedOf(problem), problem.seen, problem.pointer);
    return about === "ERR-6" ? courteous({ exchange, body }, observe) : observe.held(exchange);
  });
}

/** Where the body itself is a courtesy, so is what ERR-4 and ERR-5 ask of other bodies. */
function courteous(found: ErrorObject, observe: Observer): Observation {
  const judged = [statusJudged(found, observe), labelJudged(found.exchange, observe)];
  return judged.find((one) => one?.kind === "broken") ?? observe.held(found.exchange);
}

/** ERR-1. Subject: every 400 of createPet and of lists. */
export const badRequest = errorBodies("ERR-1", [
  { case: statusOn(400, "createPet"), profile: "standard", from: [bodySteps.cutShort] },
]);

/** ERR-2. Subject: every 401. */
export const unauthorized = errorBodies("ERR-2", [
  { case: statusOn(401, "listPets"), profile: "quick", from: [listSteps.withoutKey] },
  { case: statusOn(401, "createPet"), profile: "standard", from: [unauthenticatedCreates.withoutKey] },
]);

/** ERR-3. Subject: every 404 and every other refusal. */
export const notFound = errorBodies("ERR-3", [
  { case: statusOn(404, "getPet"), profile: "quick", from: [getUnknown] },
]);

/** ERR-6. Subject: refusals for the Content-Type alone, and of ids that are zero or negative. */
export const courtesy = errorBodies("ERR-6", [
  { case: zeroOrNegativeId, profile: "standard", from: [readSteps.ofZero] },
]);

interface ErrorObject {
  readonly exchange: Answered;
  readonly body: JsonNode;
}

/** The body of a refusal, if it is an object: a subject of ERR-4 and ERR-5. ERR-1 to ERR-3 judge the others. */
function errorObject(exchange: Exchange, facts: Facts): ErrorObject | undefined {
  if (!isAnswered(exchange) || isOfAbsentOrders(exchange, facts)) return undefined;
  const rule = errorBodyRule(exchange, facts.contract);
  const body = jsonOf(exchange);
  return rule === undefined || rule === "ERR-6" || body?.kind !== "object" ? undefined : { exchange, body };
}

const someError = { profile: "quick", from: [listSteps.withoutKey] } as const;

/** ERR-4. Subject: the field status of every Error body, where it is an integer. */
export const statusAgrees = invariant("ERR-4", everyErrorBody, someError, (exchange, facts, observe) => {
  const found = errorObject(exchange, facts);
  return found && statusJudged(found, observe);
});

function statusJudged({ exchange, body }: ErrorObject, observe: Observer): Observation | undefined {
  const said = integerOf(member(body, "status"));
  if (said === undefined) return undefined;
  const { status } = exchange.outcome.answer;
  if (said === BigInt(status)) return observe.held(exchange);
  const mismatch = { seen: String(said), place: inBody("/status") };
  return observe.broken(exchange, `${status}, as the HTTP status`, mismatch);
}

/** ERR-5. Subject: the Content-Type of every Error body. */
export const errorContentType = invariant("ERR-5", everyErrorBody, someError, (exchange, facts, observe) => {
  const found = errorObject(exchange, facts);
  return found && labelJudged(found.exchange, observe);
});
