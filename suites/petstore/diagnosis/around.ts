import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked, idAsked, petIn, petsIn, sentName, textIn } from "../pets.ts";
import { metOf } from "./contrast/features-of-context.ts";
import type { Told } from "./contrasts.ts";
import { isNewPet } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** The last list with a filter before a read that leaves its pet out: reads by id may keep the filter. */
export function leavingOut(shown: Exchange, { exchanges }: Facts): Exchange | undefined {
  const id = idAsked(shown);
  const isWithout = (e: Exchange) => petsIn(e)?.every((pet) => pet.id !== id) === true;
  return exchanges.findLast(
    (e) =>
      id !== undefined &&
      e.id < shown.id &&
      asked(e, "status") !== undefined &&
      answeredWith(e, 200) &&
      isWithout(e),
  );
}

/**
 * One of its operation that was under way with it, where one was with each that is wrong: the one whose answer it shows, else of
 * lists and reads the next, of creates the last.
 */
export function underWay(
  { exchange, shown }: Symptom,
  { broken, areFates }: Told,
  facts: Facts,
): Pick<Cause, "beside"> {
  const isOther = (e: Exchange, one: Exchange) =>
    !isSafe(e.request) || requestName(one.request) !== requestName(e.request);
  const metBy = (e: Exchange) => metOf(e, facts).filter((one) => isOther(e, one));
  const met = metBy(exchange);
  if (exchange.request.credential.kind !== "valid" || areFates || !broken.every((e) => metBy(e).length > 0))
    return {};
  const [text, pet] = [textIn(shown), petIn(exchange)];
  const isSource = (e: Exchange) =>
    (pet && (idAsked(e) ?? petIn(e)?.id) === pet.id) || [asked(e, "status"), sentName(e)].includes(text);
  const [next, last] = [met.find(({ id }) => id > exchange.id), met.findLast(({ id }) => id < exchange.id)];
  const near = isSafe(exchange.request) ? (next ?? last) : (last ?? next);
  const found = (text && met.find(isSource)) || near;
  return found ? { beside: found.id } : {};
}

/** Two creates that met and were answered with one id: those that a list shows, or a create and the one before it. */
export function twinsOf(
  { at, exchange, pet, isValid }: Symptom,
  facts: Facts,
): readonly number[] | undefined {
  const [first, next] = facts.exchanges.filter((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  const haveMet = first && next && metOf(next, facts).includes(first);
  const isOwn = petIn(exchange)?.name === sentName(exchange) || isSafe(exchange.request);
  if (at !== "field id" || !isValid || !haveMet || !isOwn) return undefined;
  return next === exchange ? [first.id] : isSafe(exchange.request) ? [first.id, next.id] : undefined;
}

/** Where a pet is shown without a key: one that no request asked for. */
export function unaskedFor({ exchange, got }: Symptom, { exchanges }: Facts): Pick<Cause, "unasked"> {
  const { credential, path } = exchange.request;
  if (credential.kind !== "none" || got !== 200 || idAsked(exchange) === undefined) return {};
  const asked = new Set(exchanges.map(idAsked));
  const pet = exchanges.flatMap((e) => petsIn(e) ?? []).find(({ id }) => id !== undefined && !asked.has(id));
  return pet ? { unasked: path.replace(/[^/]+$/, String(pet.id)) } : {};
}
