import { answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { integerOf, member, stringOf } from "#core/json/read.ts";
import { asked, idAsked, isCreated, petIn, petsIn, sentField } from "../pets.ts";
import { petstore } from "../roles.ts";
import type { Told } from "./contrasts.ts";
import type { Symptom } from "./symptom.ts";

/** What shows within a window, of which more is left than a few requests use up. */
const requestsToCount = 11;

/**
 * The requests that have to come some time before one, on a server that was just started, so that it shows what is wrong:
 * what its wrong value comes from, what was right until then, and the pets without which a list is too short.
 */
export function earlierOf(
  best: Symptom,
  told: Told,
  needed: readonly Exchange[],
  facts: Facts,
): Pick<Cause, "before"> {
  const { exchange, aspect, observation } = best;
  const isFigure = aspect.of === "header" && observation.finding.got.at === "integer";
  const before = [
    ...fillersOf(exchange, facts),
    ...(needed.length > 0 ? needed : sourcesOf(best, facts)),
    ...(needed.length === 0 ? rightUntil(exchange, told, facts) : []),
    ...(told.areFates && needed.length === 0 ? nextCreate(told, facts) : []),
    ...(isFigure ? createsSince(best, facts) : []),
    ...(isFigure ? Array<Exchange>(requestsToCount).fill(exchange) : []),
  ];
  const ids = before.map(({ id }) => id);
  return ids.length === 0 ? {} : { before: ids };
}

/** Where a list is too long: the creates without which a new store has too few pets to show it. */
function fillersOf(list: Exchange, { contract, exchanges }: Facts): readonly Exchange[] {
  const { default: usual = 0, maximum = 0 } = petstore(contract).limit;
  const [pets, limit] = [petsIn(list) ?? [], Math.min(Number(asked(list, "limit") ?? usual), maximum)];
  const creates = new Map(exchanges.filter(isNewPet).map((e) => [petIn(e)?.id, e]));
  const own = pets.flatMap(({ id }) => creates.get(id) ?? []);
  const missing = limit + 1 - (pets.length - own.length);
  const [first] = own;
  return pets.length > limit && missing > 0 && first !== undefined
    ? Array<Exchange>(missing).fill(first)
    : [];
}

const isNewPet = (e: Exchange) => e.request.method === "POST" && isCreated(e);

/** What an answer shows in place of what it should, and an earlier request sent or was answered with; the nearest of them. */
export function sourcesOf(
  { exchange, aspect, got = 0, operation, observation }: Symptom,
  { exchanges }: Facts,
): readonly Exchange[] {
  const earlier = exchanges.filter((e) => e !== exchange && !isAfter(e, exchange));
  const body = jsonOf(exchange);
  const shown = aspect.of === "field" ? member(body, aspect.name) : undefined;
  if (got >= 400 && aspect.of === "field" && aspect.name === "status") {
    const status = Number(integerOf(shown) ?? 0n);
    return earlier.filter((e) => answeredWith(e, status)).slice(0, 1);
  }
  if (aspect.of === "field" && aspect.name === "name") {
    const due = idAsked(exchange);
    const sent = earlier.filter(
      (e) =>
        stringOf(sentField(e, "name")) === stringOf(shown) && (due === undefined || petIn(e)?.id !== due),
    );
    const rejected = sent.filter((e) => statusClass(e) === 4);
    return shown === undefined ? [] : [...sent, ...rejected].slice(-1);
  }
  if (aspect.of === "field" && aspect.name === "id" && body?.kind === "object") {
    const id = integerOf(shown);
    const bearing = earlier.filter((e) => isAnswered(e) && statusClass(e) === 2 && petIn(e)?.id === id);
    return operation === "getPet" ? bearing.filter((e) => idAsked(e) === id).slice(-1) : bearing.slice(-1);
  }
  const isOfOther = (e: Exchange) => requestName(e.request) !== requestName(exchange.request);
  const isCopy = (e: Exchange) =>
    isAnswered(e) && isAnswered(exchange) && bodyOf(e).text === bodyOf(exchange).text;
  const isList = operation === "listPets" && got === 200 && (petsIn(exchange)?.length ?? 0) > 0;
  return isList && observation.finding.place?.in !== "header"
    ? withThoseBetween(earlier.filter((e) => isOfOther(e) && isCopy(e)).at(-1), earlier)
    : [];
}

/** Where a list repeats another: that one, and one of each that was asked for since. */
function withThoseBetween(source: Exchange | undefined, earlier: readonly Exchange[]): readonly Exchange[] {
  if (source === undefined) return [];
  const shape = ({ request }: Exchange) => JSON.stringify((request.query ?? []).map(([name]) => name));
  const between = earlier.filter(
    (e) =>
      e.id > source.id && e.request.method === "GET" && shape(e) === shape(source) && answeredWith(e, 200),
  );
  const others = new Map(between.map((e) => [requestName(e.request), e]));
  return [source, ...others.values()].slice(0, mostBetween);
}

const mostBetween = 3;

/** What was answered rightly before it was not any more. */
function rightUntil(exchange: Exchange, { same, held }: Told, { exchanges }: Facts): readonly Exchange[] {
  if (same?.when !== "before") return [];
  const name = requestName(exchange.request);
  const right = same.right[0];
  const [first] = [
    ...held.filter((e) => e.id < exchange.id && requestName(e.request) === name),
    ...exchanges.filter(({ id }) => id === right),
  ];
  return first === undefined ? [] : [first];
}

/** A create between the answer that announced another figure and this one. */
function createsSince({ exchange, observation }: Symptom, { exchanges }: Facts): readonly Exchange[] {
  const [other = exchange.id] = observation.finding.related;
  return exchanges.filter((e) => isNewPet(e) && e.id > other && e.id < exchange.id).slice(-1);
}

/** Of pets that later creates change or drop: such a create. */
function nextCreate({ broken: [first] }: Told, { exchanges }: Facts): readonly Exchange[] {
  return first === undefined ? [] : exchanges.filter((e) => isNewPet(e) && isAfter(e, first)).slice(0, 1);
}
