import type { Facts } from "#core/check/facts.ts";
import { textOf } from "#core/check/json-body.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { petIn } from "../pets.ts";
import type { Comparison } from "./comparison.ts";
import { metOf } from "./contrast/features-of-context.ts";
import { isNewPet } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** Requests of the same operation that were under way at the same time: other ones, or any creates. */
export function othersMet(e: Exchange, facts: Facts): readonly Exchange[] {
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
