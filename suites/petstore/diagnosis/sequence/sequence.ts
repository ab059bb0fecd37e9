import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Needs } from "#core/check/results/defect.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { petIn } from "#suites/petstore/pets.ts";
import { ofRequest } from "../advice-by-contrast.ts";
import type { Comparison } from "../comparison.ts";
import { type Condition, subjectOf } from "../condition.ts";
import { metOf, withSameBody } from "../contrast/features-of-context.ts";
import { isNewPet } from "../history.ts";
import type { Seen } from "../seen.ts";
import type { Symptom } from "../symptom.ts";
import { requestsToCount } from "./counted.ts";
import { earlierOf } from "./earlier.ts";
import { createOf, madeBefore } from "./pets.ts";

export interface Sequence extends Needs {
  /** For what comes and goes: an exchange, repeated until a wrong answer is likely; at most 60 times, a create 10 times. */
  readonly often?: readonly number[];
}

/** Requests that a failure may need, whatever the condition is. */
export interface Known {
  /** Those whose values the wrong answer has. */
  readonly sources: readonly Exchange[];
  /** Before a valid create that is rejected: wrong ones that were. */
  readonly rejected: readonly Exchange[];
}

/** The requests that reproduce a failure, in their order. */
export function sequenceOf(
  best: Symptom,
  comparison: Comparison,
  condition: Condition,
  seen: Seen,
  { sources, rejected }: Known,
  facts: Facts,
): Sequence {
  const { exchange, got } = best;
  const { kind, advised } = condition;
  const isFromOther = sources.length > 0 && (got === 201 || got === 401);
  const needed = isFromOther ? [] : condition.far;
  const earlier = earlierOf(best, comparison, { needed, sources }, facts);
  const other = condition.near ?? (kind === "meeting" ? withSameBody(exchange, facts) : undefined);
  const around = other && comparison.fate ? [other.id, subjectOf(comparison, best).id] : undefined;
  const byChance = seen.failsAlone ? undefined : (seen.failedAfter ?? other?.id);
  const comesBefore = seen.failsAfter ?? seen.failsBeside ?? byChance;
  const twins = seen.failsAlone ? undefined : twinsOf(best, facts);
  // On one connection, as it was tried.
  const isAfterRead = facts.exchanges.some(
    (e) => e.id === comesBefore && e.id === (seen.failsAfter ?? seen.failedAfter) && isSafe(e.request),
  );
  // What refuses work for a while has to be used up first.
  const isUsedUp = got === 503 && !best.comesAndGoes;
  const isUnexplained = kind === "now-and-then" && advised !== "created" && !isUsedUp;
  const isRepeated = !seen.failsAlone && (isUnexplained || kind === "instance");
  const isSpoilt = isUnexplained && !seen.failsAlone && comesBefore === undefined && rejected.length > 0;
  // Each such request that was right may have changed what the next one gets.
  const isAgain = kind === "since" && !comparison.fate && !earlier.before && isSafe(exchange.request);
  return {
    ...(seen.failsBeside === undefined && earlier),
    ...(isAgain && { before: comparison.held.slice(0, requestsToCount).map(() => exchange.id) }),
    ...(isRepeated && { often: often(best, comparison, facts) }),
    ...((around || comesBefore !== undefined) && { rightBefore: around ?? [comesBefore ?? 0] }),
    ...(isSpoilt && { rightBefore: rejected.map(({ id }) => id) }),
    ...((kind === "connection" || isAfterRead) && { together: "connection" }),
    ...(kind === "meeting" && { together: "time" }),
    ...(twins && kind !== "before" && { before: [], rightBefore: twins, together: "time" }),
    ...(mayDependOnMore(condition, comparison, best, sources.length > 0) && { wholeRun: true }),
  };
}

/** A request for what comes and goes, so often that a wrong answer is likely. */
function often(best: Symptom, { broken, held }: Comparison, facts: Facts): readonly number[] {
  const shown = best.exchange;
  const times = Math.ceil((3 * (broken.length + held.length)) / broken.length);
  const { id, request } = isSafe(shown.request) ? shown : (broken.find((e) => isSafe(e.request)) ?? shown);
  const own = answeredWith(shown, 404) ? createOf(best, facts) : undefined;
  const before = own ? madeBefore(own, facts).map((one) => one.id) : [];
  return [...before, ...Array<number>(Math.min(request.method === "GET" ? 60 : 10, times)).fill(id)];
}

/** False where what the request itself asks explains the failure, and where it may show in any request. */
function mayDependOnMore(
  { kind }: Condition,
  { broken, held }: Comparison,
  { isAllowed, comesAndGoes }: Symptom,
  hasSources: boolean,
): boolean {
  if (comesAndGoes) return false;
  if (kind !== undefined) return !ofRequest.includes(kind);
  const [first] = broken;
  return first === undefined || (isAllowed && (hasSources || held.some(({ id }) => id < first.id)));
}

/** Two concurrent creates that were answered with the same id: both for a wrong list, the first for a wrong create. */
function twinsOf({ at, exchange, pet, isValid }: Symptom, facts: Facts): readonly number[] | undefined {
  const [first, next] = facts.exchanges.filter((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  const haveMet = first && next && metOf(next, facts).includes(first);
  if (at !== "field id" || !isValid || !haveMet) return undefined;
  return next === exchange ? [first.id] : isSafe(exchange.request) ? [first.id, next.id] : undefined;
}
