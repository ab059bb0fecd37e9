import { mostSmaller } from "#core/check/inputs/generate.ts";
import { type Step, writes } from "#core/check/inputs/step.ts";
import { untested } from "#core/check/results/core-reasons.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { orderOf } from "./step-order.ts";

export interface PlanLimits {
  readonly maxRequests: number;
  readonly maxCreates: number;
  /** Creates that are allowed in addition, for wrong bodies that may be stored; default none. */
  readonly spareCreates?: number;
  /** How many requests `standard` may come to when it goes on to the extended cases; undefined: it does not. */
  readonly extendTo?: number | undefined;
}

/** How many requests steps send while nothing is wrong. */
export function requestsOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { atMost }) => sum + (atMost?.requests ?? 1), 0);
}

/** How many things they store on a correct server. */
export function createsOf(steps: readonly Step[]): number {
  return requestsOf(steps.filter(({ effect }) => effect === "create"));
}

/** How many requests they send at most that could store something, whatever is answered. */
export function writesOf(steps: readonly Step[]): number {
  return steps
    .filter((step) => writes(step) && step.effect !== "change")
    .reduce((sum, { atMost }) => sum + (atMost === undefined ? 1 : atMost.requests + mostSmaller), 0);
}

/** Leaves out steps that exceed the caps, the last turns first. */
export function withinBudget(
  steps: readonly Step[],
  { maxCreates, spareCreates = 0, maxRequests }: PlanLimits,
  turnOf: (step: Step) => number,
) {
  const stores = steps.filter((s) => s.effect === "create");
  // What does not fit the caps that the user set is untested (ruling 28).
  const tooManyCreates = takesMoreCreates(maxCreates, Math.max(createsOf(stores), maxCreates + 1));
  const enough = { options: [{ option: "max-requests", value: requestsOf(steps) }] };
  const tooManyRequests = untested("over-budget", {}, enough);
  const leftOut = new Map<StepId, Unresolved>();
  const left = () => steps.filter((s) => !leftOut.has(s.id));
  const trim = (
    candidates: readonly Step[],
    most: number,
    next: (step: Step) => readonly StepId[] | undefined,
    why: Unresolved,
  ) => {
    // Generated inputs come in addition. Of one turn, the last is left out first: steps that fill a store are numbered upwards.
    const last = Math.max(...candidates.map(turnOf));
    const placeOf = (step: Step) => (step.atMost === undefined ? turnOf(step) : last);
    const order = candidates.toReversed().sort((a, b) => placeOf(b) - placeOf(a));
    const places = new Map(order.map(({ id }, place) => [id, place]));
    let total = requestsOf(order.filter((s) => !leftOut.has(s.id)));
    const nextOf = (step: Step | undefined) =>
      step === undefined || leftOut.has(step.id) ? undefined : next(step);
    for (let place = 0; total > most && place < order.length; ) {
      const ids = nextOf(order[place]);
      if (ids === undefined) {
        place += 1;
        continue;
      }
      const going = ids.flatMap((id) => (leftOut.has(id) ? [] : (order[places.get(id) ?? -1] ?? [])));
      total -= requestsOf(going);
      for (const id of ids) leftOut.set(id, why);
      // A step that only these required may be left out now.
      const freed = going.flatMap(({ requires = [] }) =>
        requires.map((required) => places.get(required.id) ?? place),
      );
      place = Math.min(place, ...freed.filter((at) => at < place && nextOf(order[at]) !== undefined));
    }
  };
  const pairs = steps.flatMap(({ id, requires = [] }) =>
    requires.map((required) => [required.id, id] as const),
  );
  const requiring = Map.groupBy(pairs, ([required]) => required);
  const requiringLeft = (id: StepId) =>
    (requiring.get(id) ?? []).flatMap(([, other]) => (leftOut.has(other) ? [] : [other]));
  /** The step, and all that require it, directly or not. */
  const resting = ({ id }: Step) => {
    const found = new Set([id]);
    // The loop also visits ids that are added meanwhile.
    for (const one of found) for (const other of requiringLeft(one)) found.add(other);
    return [...found];
  };
  /** A step that no other step requires. */
  const alone = ({ id }: Step) => (requiringLeft(id).length === 0 ? [id] : undefined);
  trim(stores, maxCreates, alone, tooManyCreates);
  // The cap is still exceeded: now creates go with all the steps that require them.
  trim(stores, maxCreates, resting, tooManyCreates);
  const kept = roomForWrong(left(), maxCreates + spareCreates, turnOf);
  const hasRoom = new Set(kept.map(({ id }) => id));
  for (const { id } of left()) if (!hasRoom.has(id)) leftOut.set(id, tooManyCreates);
  trim(kept, maxRequests, alone, tooManyRequests);
  return { kept: kept.filter((s) => !leftOut.has(s.id)), leftOut };
}

/** Why a case was left out that would store more than `--max-creates` allows, and how much it takes. */
export function takesMoreCreates(maxCreates: number, needed: number): Unresolved {
  const enough = { options: [{ option: "max-creates", value: needed }] };
  return untested("too-many-creates", { most: maxCreates }, enough);
}

/** The most places within the cap on creates that wait for the wrong bodies: a new service accepts several of them. */
const mostRoomForWrong = 6;

/**
 * A wrong body may be accepted, so that it takes a place within the cap while it is sent (ruling 28). The creates of
 * the last turns wait for the wrong bodies where these would else have too little room; where none can wait and the creates take
 * all places, the wrong bodies are left out.
 */
function roomForWrong(
  steps: readonly Step[],
  maxCreates: number,
  turnOf: (step: Step) => number,
): readonly Step[] {
  const creates = steps.filter(({ effect }) => effect === "create");
  const room = Math.min(mostRoomForWrong, Math.max(1, Math.floor(maxCreates / 4)));
  if (createsOf(creates) <= maxCreates - room) return steps;
  const wrong = steps.filter(({ effect, phase }) => effect === "write" && phase === undefined);
  const { before } = orderOf(steps);
  const isBeforeMost = ({ id }: Step) => 2 * wrong.filter((w) => before(id).has(w.id)).length < wrong.length;
  const early = creates.filter(isBeforeMost);
  const tooMany = createsOf(early) - (maxCreates - room);
  if (tooMany <= 0) return steps;
  const waiting = early
    .filter(({ id }) => wrong.every((w) => !before(w.id).has(id)))
    .toReversed()
    .sort((a, b) => turnOf(b) - turnOf(a))
    .slice(0, tooMany);
  if (waiting.length === 0)
    return createsOf(early) < maxCreates ? steps : steps.filter((s) => s.effect !== "write");
  return steps.map((s) => (waiting.includes(s) ? { ...s, waitsFor: [...(s.waitsFor ?? []), ...wrong] } : s));
}
