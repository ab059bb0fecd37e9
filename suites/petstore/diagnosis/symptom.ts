import { answeredWith, derived, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { BrokenObservation } from "#core/check/results/verdict.ts";
import type { OperationId } from "#core/contract/operations.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import { member, resolvePointer } from "#core/json/read.ts";
import { asked, idAsked, type PetView, petIn, petsIn, sentText, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";

/** One broken observation, with what shows which others have the same cause. */
export interface Symptom {
  readonly observation: BrokenObservation;
  readonly exchange: Exchange;
  readonly operation: OperationId | undefined;
  /** True for a request that the interface allows, with the key. */
  readonly isAllowed: boolean;
  /** The status of the answer; undefined where there was none. */
  readonly got: number | undefined;
  readonly aspect: Aspect;
  /** True where the pet at the place is wrong since an earlier run stored it so. */
  readonly isOfEarlierRun: boolean;
  /** The pet at the place, where it is in one. */
  readonly pet: PetView | undefined;
  /** True where the value at the place is valid for the field, but not the right one. */
  readonly isValid: boolean;
  /** What the body is as a whole, compared with what is expected. */
  readonly shape: Shape;
}

/** `other`: JSON of another kind than the operation gives, or none. The lists among them by how many pets they hold. */
type Shape = "too-many" | "list" | "pet" | "error" | "other";

/**
 * Which side of an answer is wrong. `field`: the name of a member of a pet or an Error, whichever item of a list it
 * stands in; `body`: all of it, or what it holds as a whole.
 */
type Aspect =
  | { readonly of: "status" | "body" | "answer" }
  | { readonly of: "header" | "field"; readonly name: string };

export function symptomOf(observation: BrokenObservation, facts: Facts): Symptom | undefined {
  const { place, exchange: id } = observation.finding;
  const exchange = exchangesById(facts).get(id);
  if (exchange === undefined) return undefined;
  const { operation } = facts.contract.classify(exchange.request);
  const aspect = aspectOf(observation, exchange);
  return {
    observation,
    exchange,
    operation,
    isAllowed: findingsOn(exchange, facts.contract).allowed && exchange.request.credential.kind === "valid",
    got: exchange.outcome.kind === "answer" ? exchange.outcome.answer.status : undefined,
    aspect,
    isOfEarlierRun: place?.in === "body" && isPetOfEarlierRun(exchange, place.pointer, facts),
    shape: shapeOf(exchange, operation, facts),
    pet: place?.in === "body" ? petAt(exchange, place.pointer) : undefined,
    isValid: place?.in === "body" && isValidAt(exchange, place.pointer, facts),
  };
}

const exchangesById = derived((facts) => new Map(facts.exchanges.map((exchange) => [exchange.id, exchange])));

function aspectOf({ finding: { place } }: BrokenObservation, exchange: Exchange): Aspect {
  if (!isAnswered(exchange)) return { of: "answer" };
  // A finding on a POST without a place is about its status: whether it was accepted.
  if (place === undefined) return { of: exchange.request.method === "POST" ? "status" : "body" };
  if (place.in === "status") return { of: "status" };
  if (place.in === "header") return { of: "header", name: place.name.toLowerCase() };
  const [item, field] =
    jsonOf(exchange)?.kind === "array"
      ? place.pointer.split("/").slice(1)
      : [undefined, place.pointer.split("/")[1]];
  const name = item === undefined || /^[0-9]+$/.test(item) ? field : item;
  // A read of the right id that shows another pet's name was looked up by its name.
  if (name === "id" && idAsked(exchange) !== undefined && petIn(exchange)?.id === idAsked(exchange))
    return { of: "field", name: "name" };
  if (name !== undefined && name !== "") return { of: "field", name };
  // A whole item should not be there: its identity is wrong.
  return item === undefined || item === "" ? { of: "body" } : { of: "field", name: "id" };
}

function shapeOf(exchange: Exchange, operation: OperationId | undefined, { contract }: Facts): Shape {
  const body = jsonOf(exchange);
  if (body?.kind === "array" && operation === "listPets") {
    const limit = asked(exchange, "limit");
    const { default: usual, maximum } = petstore(contract).limit;
    const most =
      limit === undefined
        ? usual
        : /^[0-9]{1,9}$/.test(limit)
          ? Math.min(Number(limit), maximum ?? Number.POSITIVE_INFINITY)
          : maximum;
    return most !== undefined && body.items.length > most ? "too-many" : "list";
  }
  if (body?.kind !== "object" || (operation === "listPets" && answeredWith(exchange, 200))) return "other";
  return member(body, "code") !== undefined && member(body, "id") === undefined ? "error" : "pet";
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
  if (!isAnswered(exchange)) return undefined;
  const pets = petsIn(exchange);
  if (pets === undefined) return answeredWith(exchange, 200, 201) ? petIn(exchange) : undefined;
  const item = /^\/([0-9]+)/.exec(pointer)?.[1];
  return item === undefined ? undefined : pets[Number(item)];
}

export function aspectKey(aspect: Aspect): string {
  return "name" in aspect ? `${aspect.of} ${aspect.name}` : aspect.of;
}

/** A list without pets from an answer that announces that no request is left. */
export function isEmptyAtLimit(exchange: Exchange): boolean {
  return (
    answeredWith(exchange, 200) && petsIn(exchange)?.length === 0 && announcedRate(exchange)?.remaining === 0
  );
}

/** How the names begin that wrong bodies bear, and a name that was sent as a number. */
const wrongBodyMark =
  /^conformance-[0-9a-z]+(?:-(?:r[0-9]+-)?body-|\.(?:r[0-9]+-)?[tsco][0-9a-z]{2})|^1[0-9]{14}$/;

/**
 * True of an item that is no Pet, in a list with others that are, whose name is the mark of a run and was not sent by this
 * one: its body was accepted by the server as it was then.
 */
function isPetOfEarlierRun(list: Exchange, pointer: string, { exchanges, contract }: Facts): boolean {
  const body = jsonOf(list);
  const index = /^\/([0-9]+)\//.exec(pointer)?.[1];
  const pet = body?.kind === "array" ? body.items[Number(index)] : undefined;
  if (body?.kind !== "array" || pet === undefined) return false;
  const { validate } = petstore(contract).schemas.Pet;
  const name = textIn(member(pet, "name"));
  return (
    name !== undefined &&
    wrongBodyMark.test(name) &&
    !exchanges.some((e) => sentText(e).includes(name)) &&
    validate(pet).length > 0 &&
    body.items.some((other) => validate(other).length === 0)
  );
}
