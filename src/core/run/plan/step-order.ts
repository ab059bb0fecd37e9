import type { StepRef } from "#core/check/case.ts";
import { type Step, writes } from "#core/check/inputs/step.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { derivedFrom, knownIn } from "#core/memory/derived-from.ts";

/**
 * What each step waits for, by its phase:
 * - `opening` waits for nothing. Steps that write wait for it.
 * - `again` waits for the steps without a phase, but not for those that wait for a step of `again`.
 * - `closing` waits for every step that writes, but for those of `alone`, and for `again`.
 * - `alone` waits for all of those, or else for the step of `alone` that it requires.
 * - `late` waits for all others.
 */
export const orderOf = derivedFrom((steps: readonly Step[]) => {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const idsOf = (isOne: (step: Step) => boolean) => steps.filter(isOne).map(({ id }) => id);
  const isBehindAgain = remembered((id, isBehind): boolean =>
    namedBy(byId.get(id)).some((other) => byId.get(other)?.phase === "again" || isBehind(other)),
  );
  const groups = {
    opening: () => [],
    again: () => [
      ...idsOf(({ phase }) => phase === "opening"),
      ...idsOf(({ phase, id }) => phase === undefined && !isBehindAgain(id)),
    ],
    closing: () => idsOf((step) => (writes(step) && step.phase !== "alone") || step.phase === "again"),
    alone: () => idsOf(({ phase }) => phase !== "alone" && phase !== "late"),
    late: () => idsOf(({ phase }) => phase !== "late"),
    posting: () => idsOf(({ phase }) => phase === "opening"),
    none: () => [],
  };
  const ofGroup = new Map<string, readonly StepId[]>();
  const isAlone = ({ id }: StepRef) => byId.get(id)?.phase === "alone";
  const groupOf = (step: Step) => {
    // What the one before it has waited for needs no second wait.
    if (isAlone(step) && step.requires?.some(isAlone)) return "none";
    return step.phase ?? (writes(step) ? "posting" : "none");
  };
  /** The ids of the steps that it waits for directly, by its phase or by name. */
  const awaitedBy = (id: StepId): readonly StepId[] => {
    const step = byId.get(id);
    if (step === undefined) return [];
    const name = groupOf(step);
    const group = knownIn(ofGroup, name, groups[name]);
    const named = namedBy(step).filter((other) => byId.has(other));
    return named.length === 0 ? group : [...group, ...named];
  };
  /** Many steps wait for the same ones. */
  const alike = new Map<string | undefined, ReadonlySet<StepId>>();
  /**
   * The ids of all steps that must be settled before it, directly or not. None for a step that is not in the plan.
   * @throws Error where steps wait for each other
   */
  const before = remembered((id, further): ReadonlySet<StepId> => {
    const step = byId.get(id);
    const key = step && [groupOf(step), ...namedBy(step)].join("\n");
    const known = alike.get(key);
    if (known !== undefined) return known;
    const found = new Set<StepId>();
    for (const other of awaitedBy(id)) {
      // It was found through another step, and with it all that it waits for.
      if (found.has(other)) continue;
      found.add(other);
      for (const one of further(other)) found.add(one);
    }
    alike.set(key, found);
    return found;
  });
  return { awaitedBy, before };
});

function namedBy(step: Step | undefined): readonly StepId[] {
  return [...(step?.waitsFor ?? []), ...(step?.requires ?? [])].map(({ id }) => id);
}

/** Asks `find` once for each id; it may ask for others. @throws Error where it comes back to one that it is asked for */
export function remembered<T>(find: (id: StepId, further: (id: StepId) => T) => T): (id: StepId) => T {
  const known = new Map<StepId, T>();
  const asked = new Set<StepId>();
  const of = (id: StepId): T => {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (asked.has(id)) throw new Error(`steps wait for each other: ${[...asked, id].join(" > ")}`);
    asked.add(id);
    const found = find(id, of);
    asked.delete(id);
    known.set(id, found);
    return found;
  };
  return of;
}

/** How many steps, one behind the other, wait for each: the longest chain goes first, so that it ends soonest. */
export const urgencyOf = derivedFrom((steps: readonly Step[]): ReadonlyMap<StepId, number> => {
  const { awaitedBy } = orderOf(steps);
  const behind = new Map<StepId, StepId[]>(steps.map(({ id }) => [id, []]));
  for (const { id } of steps) for (const earlier of awaitedBy(id)) behind.get(earlier)?.push(id);
  const chainBehind = remembered((id, further): number =>
    Math.max(0, ...(behind.get(id) ?? []).map((other) => further(other) + 1)),
  );
  // Among equals the first of the table goes first, whichever became ready sooner, so that timing does not decide the order.
  return new Map(steps.map(({ id }, i) => [id, chainBehind(id) * steps.length - i]));
});
