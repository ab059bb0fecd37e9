import { type Step, writes } from "../check/step.ts";
import { derivedFrom } from "../exchange/derived-from.ts";
import type { StepId } from "../exchange/exchange.ts";

/** The ids of all that must be settled before a step. */
export type Before = ReadonlyMap<StepId, ReadonlySet<StepId>>;

/**
 * For each step all that must be settled first, directly or not. A closing step waits for every one that posts or is of the
 * phase `again`; what posts waits for every opening one; a step of the phase `again` waits for every one without a phase that does not wait for it.
 */
export const allBefore = derivedFrom((steps: readonly Step[]): Before => {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const posting = steps.filter((step) => writes(step)).map(({ id }) => id);
  const opening = steps.filter((step) => step.phase === "opening").map(({ id }) => id);
  const behindAgain = waitingFor(
    steps,
    steps.filter((step) => step.phase === "again"),
  );
  const ordinary = steps
    .filter((step) => step.phase === undefined && !behindAgain.has(step.id))
    .map(({ id }) => id);
  const closed = steps.filter((step) => step.phase === "again").map(({ id }) => id);
  const awaited = {
    opening: [],
    again: [...opening, ...ordinary],
    closing: [...posting, ...closed],
    posting: opening,
    none: [],
  };
  const known = new Map<StepId, ReadonlySet<StepId>>();
  /** What many steps wait for is collected once. */
  const ofGroup = new Map<keyof typeof awaited, ReadonlySet<StepId>>();
  const ofNamed = new Map<string, ReadonlySet<StepId>>();
  const find = (step: Step, path: readonly StepId[]): ReadonlySet<StepId> => {
    const done = known.get(step.id);
    if (done !== undefined) return done;
    if (path.includes(step.id))
      throw new Error(`steps wait for each other: ${[...path, step.id].join(" > ")}`);
    const further = [...path, step.id];
    const group = step.phase ?? (writes(step) ? "posting" : "none");
    const shared = ofGroup.get(group) ?? reach(awaited[group], further);
    ofGroup.set(group, shared);
    const named = [...(step.waitsFor ?? []), ...(step.requires ?? [])].map(({ id }) => id);
    const key = JSON.stringify([group, ...named]);
    const found = ofNamed.get(key) ?? shared.union(reach(named, further));
    ofNamed.set(key, found);
    known.set(step.id, found);
    return found;
  };
  const reach = (ids: readonly StepId[], path: readonly StepId[]): ReadonlySet<StepId> => {
    const found = new Set<StepId>();
    for (const id of ids) {
      const other = byId.get(id);
      // Not in this plan, or already found by way of another step, with all that is before it.
      if (other === undefined || found.has(id)) continue;
      found.add(id);
      for (const one of find(other, path)) found.add(one);
    }
    return found;
  };
  for (const step of steps) find(step, []);
  return known;
});

/** The ids of those that wait for one of the targets by name, directly or not. */
function waitingFor(steps: readonly Step[], targets: readonly Step[]): ReadonlySet<StepId> {
  const found = new Set<StepId>();
  const reached = new Set(targets.map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, waitsFor = [], requires = [] } of steps) {
      if (![...waitsFor, ...requires].some((other) => reached.has(other.id))) continue;
      found.add(id);
      reached.add(id);
    }
  }
  return found;
}

/** How many steps, one behind the other, wait for each: the longest chain goes first, so that it ends soonest. */
export const urgencyOf = derivedFrom((steps: readonly Step[]): ReadonlyMap<StepId, number> => {
  const before = allBefore(steps);
  const urgencies = new Map<StepId, number>();
  const behind = new Map<StepId, StepId[]>(steps.map(({ id }) => [id, []]));
  for (const { id } of steps) for (const earlier of before.get(id) ?? []) behind.get(earlier)?.push(id);
  const measure = (id: StepId): number => {
    const known = urgencies.get(id);
    if (known !== undefined) return known;
    const urgency = Math.max(0, ...(behind.get(id) ?? []).map((other) => measure(other) + 1));
    urgencies.set(id, urgency);
    return urgency;
  };
  for (const { id } of steps) measure(id);
  // Of equal ones the first of the table goes first, whatever became ready sooner: order is no accident of timing.
  return new Map(steps.map(({ id }, i) => [id, (urgencies.get(id) ?? 0) * steps.length - i]));
});
