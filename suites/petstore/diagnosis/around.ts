import type { Facts } from "#core/check/facts.ts";
import { textOf } from "#core/check/json-body.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked, idAsked, petIn, petsIn, sentName, textIn } from "../pets.ts";
import type { Comparison } from "./comparison.ts";
import { metOf } from "./contrast/features-of-context.ts";
import { isNewPet, wordsFor } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/**
 * A request of the same operation that was under way at the same time, if each wrong answer had one: that whose answer this one
 * shows, else the next for lists and reads, the previous for creates.
 */
export function underWay(
  { exchange, shown }: Symptom,
  { broken, fate }: Comparison,
  facts: Facts,
): Pick<Cause, "beside"> {
  const met = othersMet(exchange, facts);
  const haveAllMet = () => broken.every((e) => othersMet(e, facts).length > 0);
  if (exchange.request.credential.kind !== "valid" || fate || !haveAllMet()) return {};
  const [text, pet] = [textIn(shown), petIn(exchange)];
  const isSource = (e: Exchange) =>
    (pet && (idAsked(e) ?? petIn(e)?.id) === pet.id) || [asked(e, "status"), sentName(e)].includes(text);
  const [next, last] = [met.find(({ id }) => id > exchange.id), met.findLast(({ id }) => id < exchange.id)];
  const near = isSafe(exchange.request) ? (next ?? last) : (last ?? next);
  const found = (text && met.find(isSource)) || near;
  return found ? { beside: found.id } : {};
}

/** Two concurrent creates that were answered with the same id: both for a wrong list, the first for a wrong create. */
export function twinsOf(
  { at, exchange, pet, isValid }: Symptom,
  facts: Facts,
): readonly number[] | undefined {
  const [first, next] = facts.exchanges.filter((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  const haveMet = first && next && metOf(next, facts).includes(first);
  if (at !== "field id" || !isValid || !haveMet) return undefined;
  return next === exchange ? [first.id] : isSafe(exchange.request) ? [first.id, next.id] : undefined;
}

/** For a pet that was shown without a key: the path of a pet that no request read by id, to compare. */
export function unaskedFor({ exchange, got }: Symptom, { exchanges }: Facts): Pick<Cause, "unasked"> {
  const { credential, path } = exchange.request;
  if (credential.kind !== "none" || got !== 200 || idAsked(exchange) === undefined) return {};
  const asked = new Set(exchanges.map(idAsked));
  const pet = exchanges.flatMap((e) => petsIn(e) ?? []).find(({ id }) => id !== undefined && !asked.has(id));
  return pet ? { unasked: path.replace(/[^/]+$/, String(pet.id)) } : {};
}

/** Requests of the same operation that were under way at the same time: other ones, or any creates. */
function othersMet(e: Exchange, facts: Facts): readonly Exchange[] {
  const isOther = ({ request }: Exchange) =>
    !isSafe(request) || requestName(request) !== requestName(e.request);
  return metOf(e, facts).filter(isOther);
}

/** Another request that was under way at the same time and got the same body. */
export function withSameBody(e: Exchange, facts: Facts): Exchange | undefined {
  return othersMet(e, facts).find((one) => textOf(one) === textOf(e));
}

/** True where each wrong answer to a read or a list has the body of another one that was under way. */
export function shareAnswers({ broken }: Pick<Comparison, "broken">, facts: Facts): boolean {
  return broken.length > 0 && broken.every((e) => isSafe(e.request) && withSameBody(e, facts));
}

/** The previous exchange in words; where a list is too long, by the limit of the list before it. */
export function previousIn(id: number, { shape }: Symptom, facts: Facts): string {
  const previous = facts.exchanges.find((e) => e.id === id);
  const limit = shape === "too-many" && previous ? asked(previous, "limit") : undefined;
  return limit ? `a list with limit=${limit}` : wordsFor(id, facts);
}
