import { type Facts, statusClass } from "#core/check/facts.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked, idAsked, petIn, petsIn, sentName, textIn } from "../pets.ts";
import type { Comparison } from "./comparison.ts";
import type { Condition } from "./condition.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import { othersMet } from "./contrast/features-of-context.ts";
import { unusualBefore } from "./history.ts";
import type { Known } from "./sequence/sequence.ts";
import type { Symptom } from "./symptom.ts";

type ToTry = Pick<Cause, "predecessors" | "beside" | "other" | "unasked">;

/** What experiments send to find out what a failure depends on. */
export function toTry(
  best: Symptom,
  comparison: Comparison,
  condition: Condition,
  known: Known,
  facts: Facts,
): ToTry {
  const likely = [condition.near ?? [], ...predecessors(best, known, facts)].flat();
  const isLike = (e: Exchange) => e.id < best.exchange.id && e.request.credential.kind === "valid";
  const like = comparison.held.findLast(isLike);
  return {
    ...underWay(best, comparison, facts),
    ...(likely.length > 0 && { predecessors: [...new Set(likely.map(({ id }) => id))] }),
    ...(like && { other: like.id }),
    ...unaskedFor(best, facts),
  };
}

/** What may have to come right before, the likeliest first. */
function predecessors(best: Symptom, { sources, rejected }: Known, facts: Facts) {
  const { exchange } = best;
  const previous = rightBefore(exchange, facts);
  const unusual = unusualBefore(exchange, facts);
  // Without a valid key: the service may confuse this caller with that of the request right before.
  if (exchange.request.credential.kind !== "valid") return [previous, sources, unusual];
  // With it: what its handler rejected last may be left behind, whatever the guard in front of it refused since.
  const isHandled = ({ request }: Exchange) =>
    request.credential.kind === "valid" && facts.contract.operationAt(request) === best.operation;
  const refused = sinceItsLike(exchange, facts).find((e) => isHandled(e) && statusClass(e) === 4);
  const last = [previous, refused ?? []].flat().sort((a, b) => Number(isHandled(b)) - Number(isHandled(a)));
  return [sources, last.slice(0, 1), rejected, last, unusual];
}

/**
 * A request of the same operation that was under way at the same time, if each wrong answer had one: that whose answer this one
 * shows, else the next for lists and reads, the previous for creates.
 */
function underWay(
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

/** For a pet that was shown without a key: the path of a pet that no request read by id, to compare. */
function unaskedFor({ exchange, got }: Symptom, { exchanges }: Facts): Pick<Cause, "unasked"> {
  const { credential, path } = exchange.request;
  if (credential.kind !== "none" || got !== 200 || idAsked(exchange) === undefined) return {};
  const read = new Set(exchanges.map(idAsked));
  const pet = exchanges.flatMap((e) => petsIn(e) ?? []).find(({ id }) => id !== undefined && !read.has(id));
  return pet ? { unasked: path.replace(/[^/]+$/, String(pet.id)) } : {};
}
