import { answeredWith } from "#core/check/facts.ts";
import type { Needs } from "#core/check/results/defect.ts";
import { isSafe } from "#core/exchange/exchange.ts";
import { petIn } from "../pets.ts";
import { ofRequest } from "./advice-by-contrast.ts";
import { type Known, subjectOf } from "./condition.ts";
import { metOf, withSameBody } from "./contrast/features-of-context.ts";
import { createOf, earlierOf, filteredBefore, invalidKeysBefore, madeBefore } from "./earlier.ts";
import { isNewPet } from "./history.ts";
import { requestsToCount } from "./rejected.ts";
import { isWithLimitOfOthers } from "./sources.ts";
import type { Symptom } from "./symptom.ts";

export interface Sequence extends Needs {
  /** For what comes and goes: an exchange, repeated until a wrong answer is likely; at most 60 times, a create 10 times. */
  readonly often?: readonly number[];
}

/** The requests that reproduce a failure, in their order. */
export function sequenceOf(known: Known): Sequence {
  const { best, fate, kind, rejected, failsAlone, failsAfter, failedAfter, failsBeside } = known;
  const { exchange, got, facts } = best;
  const earlier = earlierOf(known);
  const other = known.near ?? (kind === "meeting" ? withSameBody(exchange, facts) : undefined);
  const around = other && fate ? [other.id, subjectOf(known).id] : undefined;
  const byChance = failsAlone ? undefined : (failedAfter ?? other?.id);
  const comesBefore = failsAfter ?? failsBeside ?? byChance;
  const twins = failsAlone ? undefined : twinsOf(best);
  // On one connection, as it was tried. The id of a new pet is needed first.
  const isAsTried = facts.exchanges.some(
    (e) =>
      e.id === comesBefore &&
      e.id === (failsAfter ?? failedAfter) &&
      (isSafe(e.request) || (known.neverFailsApart && !isNewPet(e))),
  );
  // What refuses work for a while has to be used up first.
  const isUsedUp = got === 503 && !best.comesAndGoes;
  const isUnexplained = kind === "now-and-then" && known.advised !== "created" && !isUsedUp;
  const isRepeated = !failsAlone && (isUnexplained || kind === "instance");
  const isSpoilt = isUnexplained && !failsAlone && comesBefore === undefined && rejected.length > 0;
  // Each such request that was right may have changed what the next one gets.
  const isAgain = kind === "since" && !fate && !earlier.before && isSafe(exchange.request);
  return {
    ...(failsBeside === undefined && !(around && kind === "meeting") && earlier),
    ...(isAgain && { before: known.held.slice(0, requestsToCount).map(() => exchange.id) }),
    ...(isRepeated && { often: often(known) }),
    ...((around || comesBefore !== undefined) && { rightBefore: around ?? [comesBefore ?? 0] }),
    ...(isSpoilt && { rightBefore: rejected.map(({ id }) => id) }),
    ...((kind === "connection" || isAsTried) && { together: "connection" }),
    ...(kind === "meeting" && { together: "time" }),
    ...(twins && kind !== "before" && { before: [], rightBefore: twins, together: "time" }),
    ...(mayDependOnMore(known) && { wholeRun: true }),
  };
}

/** A request for what comes and goes, so often that a wrong answer is likely. */
function often(known: Known): readonly number[] {
  const { best, broken, held } = known;
  const shown = best.exchange;
  const times = Math.ceil((3 * (broken.length + held.length)) / broken.length);
  const { id, request } = isSafe(shown.request) ? shown : (broken.find((e) => isSafe(e.request)) ?? shown);
  const own = answeredWith(shown, 404) ? createOf(best) : undefined;
  const made = own ? madeBefore(own, best.facts) : [];
  // A list that is longer than its own limit may have that of another, which is not always left behind.
  const limited = isWithLimitOfOthers(best) ? known.sources : [];
  const before = [...made, ...limited, ...filteredBefore(known), ...invalidKeysBefore(best)].map(
    (one) => one.id,
  );
  return [...before, ...Array<number>(Math.min(request.method === "GET" ? 60 : 10, times)).fill(id)];
}

/** False where what the request itself asks explains the failure, and where it may show in any request. */
function mayDependOnMore({ best, kind, broken, held, sources }: Known): boolean {
  if (best.comesAndGoes) return false;
  if (kind !== undefined) return !ofRequest.includes(kind);
  const [first] = broken;
  if (first === undefined) return true;
  return best.isAllowed && (sources.length > 0 || held.some(({ id }) => id < first.id));
}

/** Two concurrent creates that were answered with the same id: both for a wrong list, the first for a wrong create. */
function twinsOf({ at, exchange, pet, isValid, facts }: Symptom): readonly number[] | undefined {
  const [first, next] = facts.exchanges.filter((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  const haveMet = first && next && metOf(next, facts).includes(first);
  if (at !== "field id" || !isValid || !haveMet) return undefined;
  return next === exchange ? [first.id] : isSafe(exchange.request) ? [first.id, next.id] : undefined;
}
