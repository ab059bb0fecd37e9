import { answeredWith, derived, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { jsonOf, textOf } from "#core/check/json-body.ts";
import type { BrokenObservation } from "#core/check/results/verdict.ts";
import { isFailed, requestName } from "#core/check/sent-again.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { type JsonNode, member, resolvePointer } from "#core/json/read.ts";
import { asked, type PetView, petIn, petsIn, sentText, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { inOrderHandled, isReadTooSoon, operationOf } from "./history.ts";

/** One broken observation, with what it is compared by to find others of the same cause. */
export interface Symptom {
  readonly facts: Facts;
  readonly observation: BrokenObservation;
  readonly exchange: Exchange;
  readonly operation: OperationId | undefined;
  /** True for a request that the interface allows, with the key. */
  readonly isAllowed: boolean;
  /** The status of the answer; undefined where there was none. */
  readonly got: number | undefined;
  readonly aspect: Aspect;
  /** The aspect as text: `status`, `field id`, `header sunset`. */
  readonly at: string;
  /** The answer's body as JSON, and what stands at the place in it. */
  readonly body: JsonNode | undefined;
  readonly shown: JsonNode | undefined;
  /** True of a failure (5xx, no answer) whose request was served at a later time. */
  readonly comesAndGoes: boolean;
  /** True where an earlier run stored the pet at the place with these wrong values. */
  readonly isOfEarlierRun: boolean;
  /** The pet at the place, where it is in one. */
  readonly pet: PetView | undefined;
  /** True where the value at the place is valid for the field, but not the right one. */
  readonly isValid: boolean;
  /** What the body is as a whole. */
  readonly shape: Shape;
}

/** `too-many`: a list with more pets than its limit allows; `error`: an object with a code and no id. */
type Shape = "too-many" | "list" | "error" | "other";

/**
 * Which part of an answer is wrong. `field`: a member of a pet or an Error, in whichever item of a list; `body`: the body as a
 * whole; `answer`: no answer came.
 */
export interface Aspect {
  readonly of: "status" | "body" | "answer" | "header" | "field";
  /** Of the header, in small letters, or of the field. */
  readonly name?: string;
}

export function symptomOf(observation: BrokenObservation, facts: Facts): Symptom | undefined {
  const { place, exchange: id } = observation.finding;
  const exchange = exchangesById(facts).get(id);
  if (exchange === undefined) return undefined;
  const { operation } = facts.contract.classify(exchange.request);
  const aspect = aspectOf(observation, exchange);
  const body = jsonOf(exchange);
  const pointer = place?.in === "body" && body !== undefined ? place.pointer : undefined;
  return {
    ...{ facts, observation, exchange, operation, aspect, body },
    at: [aspect.of, aspect.name ?? []].flat().join(" "),
    shown: pointer === undefined || body === undefined ? undefined : resolvePointer(body, pointer),
    isAllowed: findingsOn(exchange, facts.contract).allowed && exchange.request.credential.kind === "valid",
    got: isAnswered(exchange) ? exchange.outcome.answer.status : undefined,
    comesAndGoes: intermittent(facts).has(id),
    isOfEarlierRun: pointer !== undefined && isPetOfEarlierRun(exchange, pointer, facts),
    shape: shapeOf({ body, operation, exchange }, facts),
    pet: pointer === undefined ? undefined : petAt(exchange, pointer),
    isValid: pointer !== undefined && isValidAt(exchange, pointer, facts),
  };
}

/** True of a read that does not find a pet, and of a list that lacks one. */
export function isMissing({ aspect, got, shape, isAllowed, observation: { finding } }: Symptom): boolean {
  const lacks = aspect.of === "body" && shape === "list" && finding.related.length > 0;
  return isAllowed && (lacks || (aspect.of === "status" && got === 404));
}

/** True of a read that was repeated during the run and never found its pet, though it did afterwards. */
export function isLate({ exchange, facts }: Symptom): boolean {
  const isSame = (e: Exchange) => requestName(e.request) === requestName(exchange.request);
  const all = facts.exchanges.filter(isSame);
  return all.length > 2 && all.every((e) => answeredWith(e, 404));
}

/**
 * The failures (5xx, no answer) that come and go: those whose request was served later. The failures that lasted count, too, if
 * others of their operation that came and went said the same.
 */
const intermittent = derived((facts): ReadonlySet<number> => {
  if (refusesForAWhile(facts)) return new Set();
  const { exchanges } = facts;
  const nameOf = ({ request, step, id }: Exchange) =>
    isSafe(request) && request.credential.kind !== "other" ? requestName(request) : `${step ?? id}`;
  const served = new Map(exchanges.filter((e) => !isFailed(e)).map((e) => [nameOf(e), e.id]));
  const failed = exchanges.filter(isFailed);
  const passing = failed.filter((e) => (served.get(nameOf(e)) ?? 0) > e.id && !isReadTooSoon(e, facts));
  const answerOf = (e: Exchange) => `${operationOf(e, facts)} ${textOf(e)}`;
  const said = new Set(passing.map(answerOf));
  const lasting = failed.filter((e) => e.repeats !== undefined && !passing.includes(e));
  const areAll = passing.length > 0 && lasting.every((e) => said.has(answerOf(e)));
  return new Set((areAll ? failed : passing).map(({ id }) => id));
});

/** Several requests in a row are answered 503, and nothing of their operations is served in between. */
function refusesForAWhile(facts: Facts): boolean {
  const { all } = inOrderHandled(facts);
  const isRefused = (e: Exchange) => answeredWith(e, 503);
  const refused = all.filter(isRefused);
  const operations = new Set(refused.map((e) => operationOf(e, facts)));
  const between = all.slice(all.findIndex(isRefused), 1 + all.findLastIndex(isRefused));
  const isServed = (e: Exchange) => operations.has(operationOf(e, facts)) && answeredWith(e, 200, 201);
  return refused.length >= 3 && !between.some(isServed);
}

const exchangesById = derived((facts) => new Map(facts.exchanges.map((exchange) => [exchange.id, exchange])));

function aspectOf({ finding: { place } }: BrokenObservation, exchange: Exchange): Aspect {
  if (!isAnswered(exchange)) return { of: "answer" };
  // A finding on a POST without a place is about its status: whether it was accepted.
  if (place === undefined) return { of: exchange.request.method === "POST" ? "status" : "body" };
  if (place.in === "status") return { of: "status" };
  if (place.in === "header") return { of: "header", name: place.name.toLowerCase() };
  const [, first, second] = place.pointer.split("/");
  const item = jsonOf(exchange)?.kind === "array" ? first : undefined;
  const name = item !== undefined && /^[0-9]+$/.test(item) ? second : first;
  if (name !== undefined && name !== "") return { of: "field", name };
  // A place that is a whole item means that this pet should not be in the list: its id is wrong.
  return item === undefined || item === "" ? { of: "body" } : { of: "field", name: "id" };
}

function shapeOf(
  { body, operation, exchange }: Pick<Symptom, "body" | "operation" | "exchange">,
  { contract }: Facts,
): Shape {
  if (body?.kind === "object") return member(body, "code") && !member(body, "id") ? "error" : "other";
  if (body?.kind !== "array" || operation !== "listPets") return "other";
  const limit = asked(exchange, "limit") ?? "";
  const { default: usual = 0, maximum = Number.POSITIVE_INFINITY } = petstore(contract).limit;
  const most = limit === "" ? usual : /^[0-9]{1,9}$/.test(limit) ? Math.min(Number(limit), maximum) : maximum;
  return body.items.length > most ? "too-many" : "list";
}

function isValidAt(exchange: Exchange, pointer: string, { contract }: Facts): boolean {
  const body = jsonOf(exchange);
  if (body === undefined || resolvePointer(body, pointer) === undefined) return false;
  const schema = body.kind === "array" ? "Pets" : answeredWith(exchange, 200, 201) ? "Pet" : "Error";
  return !petstore(contract)
    .schemas[schema].validate(body)
    .some((problem) => problem.pointer === pointer);
}

function petAt(exchange: Exchange, pointer: string): PetView | undefined {
  if (!answeredWith(exchange, 200, 201)) return undefined;
  return petIn(exchange) ?? petsIn(exchange)?.find((pet) => `${pointer}/`.startsWith(`${pet.pointer}/`));
}

/** The names in the wrong bodies that this suite sends: how they begin, and a name that was sent as a number. */
const wrongBodyMark =
  /^conformance-[0-9a-z]+(?:-(?:r[0-9]+-)?body-|\.(?:r[0-9]+-)?[tsco][0-9a-z]{2})|^1[0-9]{14}$/;

/** True where a pet is not a valid Pet and has a name that another run of the suite sent. */
function isPetOfEarlierRun(answer: Exchange, pointer: string, { exchanges, contract }: Facts): boolean {
  const item = /^\/[0-9]+(?=\/)/.exec(pointer)?.[0] ?? "";
  const body = jsonOf(answer);
  const pet = body && resolvePointer(body, item);
  const value = member(pet, "name");
  const name = value?.kind === "number" ? value.raw : (textIn(value) ?? "");
  return (
    pet !== undefined &&
    wrongBodyMark.test(name) &&
    !exchanges.some((e) => sentText(e).includes(name)) &&
    petstore(contract).schemas.Pet.validate(pet).length > 0
  );
}
