import { answeredWith, type Facts, statusClass } from "#core/check/facts.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { asked } from "#suites/petstore/pets.ts";
import type { Comparison } from "../comparison.ts";
import { isNewPet } from "../history.ts";
import { isWithLimitOfOthers } from "../sources.ts";
import type { Symptom } from "../symptom.ts";
import { countedBefore, rejectedOften } from "./counted.ts";
import {
  createOf,
  crowding,
  isMissed,
  isOf,
  keptBefore,
  longInBytes,
  lostOf,
  madeBefore,
  placing,
  spoiltOf,
} from "./pets.ts";
import { latestOfKinds, rejectedLike, spoiling } from "./rejected.ts";

/**
 * The requests to send before one, to reproduce its failure on a server that was just started: those that its wrong value comes
 * from, and those that were answered correctly before it.
 */
export function earlierOf(
  best: Symptom,
  comparison: Comparison,
  { needed, sources }: Readonly<Record<"needed" | "sources", readonly Exchange[]>>,
  facts: Facts,
): Pick<Cause, "before" | "rightBefore"> {
  const used = isUsedUp(best, comparison, needed) ? rejectedOften(best.exchange, best, facts) : [];
  const counted = countedBefore(best, needed.length > 0, facts);
  const before = [
    used.length > 0
      ? used
      : needed.length > 0
        ? [...needed, ...spoiltWith(best, comparison, facts)]
        : unexplained(best, comparison, sources, facts),
    placedBy(best, comparison, facts),
    counted?.repeated ?? [],
  ].flat();
  const setBack = counted?.setBack ?? [];
  return {
    ...(before.length > 0 && { before: before.map(({ id }) => id) }),
    ...(setBack.length > 0 && { rightBefore: setBack.map(({ id }) => id) }),
  };
}

/** After a 503, or a 5xx that began at some point: rejected requests may have used up a pool, or opened a circuit breaker. */
function isUsedUp(best: Symptom, { contrasts }: Comparison, needed: readonly Exchange[]): boolean {
  const { got = 0, observation, comesAndGoes } = best;
  if (comesAndGoes || observation.requirement === "RATE-11") return false;
  const isSince = contrasts.some(({ traits: [one] }) => one?.kind === "since");
  return (got === 503 || (got >= 500 && isSince)) && !needed.some((e) => statusClass(e) === 4);
}

/** Where lists lack pets after so many creates, these may be as many rejected ones. */
function spoiltWith(best: Symptom, comparison: Comparison, facts: Facts): readonly Exchange[] {
  const lost = comparison.fate === "behind" ? spoiltOf(best, comparison) : undefined;
  return lost ? spoiling(lost, comparison, facts) : [];
}

/** An instance may have fallen behind after so many creates; and the next one gets the same id again, odd or even. */
function placedBy(best: Symptom, { fate, contrasts }: Comparison, facts: Facts): readonly Exchange[] {
  const isByPlace = contrasts.some(({ traits: [one] }) => one?.kind === "turn" || one?.kind === "id");
  if (fate !== undefined || !isByPlace) return [];
  const { related } = best.observation.finding;
  const placed = facts.exchanges.find((e) => isNewPet(e) && (related.includes(e.id) || isOf(best, e)));
  return placed === undefined ? [] : madeBefore(placed, facts);
}

/** Where no condition says what has to come before: all that often does, in the order in which it was sent. */
function unexplained(
  best: Symptom,
  comparison: Comparison,
  sources: readonly Exchange[],
  facts: Facts,
): readonly Exchange[] {
  const { fate, turn } = comparison;
  const lost = lostOf(best, comparison);
  if (turn !== undefined && lost !== undefined) return Array<Exchange>(turn).fill(lost);
  // Where later creates change or drop pets: such a create.
  const isNext = (e: Exchange) => lost !== undefined && isNewPet(e) && isAfter(e, lost);
  const spoilt = spoiltOf(best, comparison);
  return [
    crowding(best, facts),
    longInBytes(best, facts),
    keptBefore(best, comparison, facts),
    sources,
    sinceItWasRight(best, comparison, facts),
    placing(best, comparison, facts),
    gapBefore(best, facts),
    spoilt ? spoiling(spoilt, comparison, facts) : [],
    fate === undefined ? [] : facts.exchanges.filter(isNext).slice(0, 1),
  ].flat();
}

/** The same request, where it was right before, and what was rejected of its operation since then. */
function sinceItWasRight(best: Symptom, comparison: Comparison, facts: Facts): readonly Exchange[] {
  const { exchange } = best;
  const { same } = comparison;
  const right = same?.when === "before" ? (same.right[0] ?? 0) : undefined;
  if (right === undefined) return [];
  // Where an earlier limit is applied, sending the same list before could fill a cache.
  const isKept = isWithLimitOfOthers(exchange, facts.contract) && asked(exchange, "limit") === undefined;
  const lost = lostOf(best, comparison);
  const since = lost === undefined ? [] : rejectedLike(lost, best, facts).filter(({ id }) => right < id);
  return [
    ...(isKept ? [] : facts.exchanges.filter(({ id }) => id === right)),
    ...latestOfKinds(since, facts, 2),
  ];
}

/** The last create that was rejected before a pet which reads do not find: it may have taken an id, or a place in a journal. */
function gapBefore(best: Symptom, facts: Facts): readonly Exchange[] {
  const own = isMissed(best) ? createOf(best, facts) : undefined;
  if (own === undefined) return [];
  const isRefused = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400, 422);
  return facts.exchanges.filter((e) => e.id < own.id && isRefused(e)).slice(-1);
}
