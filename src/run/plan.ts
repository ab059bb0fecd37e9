import type { Case, Check, Control, RefusalCase, Suites } from "../check/check.ts";
import type { Facts } from "../check/facts.ts";
import { mostSmaller } from "../check/generate.ts";
import { byPriority, type Priority } from "../check/priority.ts";
import type { Requirement } from "../check/requirement.ts";
import { type Step, type StepRef, writes } from "../check/step.ts";
import type { Unresolved } from "../check/unresolved.ts";
import type { Profile } from "../check/verdict.ts";
import type { Contract } from "../contract/contract.ts";
import { derivedFrom } from "../exchange/derived-from.ts";
import { allBefore } from "./sending/schedule.ts";

/** One promised or extra case of a requirement, with the steps that give its evidence. */
export interface PlannedCase {
  readonly requirement: string;
  readonly case: string;
  /** Promised by the profile; other cases are extra: they can break a requirement, and a pass does not need them. */
  readonly promised: boolean;
  readonly priority: Priority;
  readonly profile: Profile;
  readonly from: readonly string[];
}

export interface Plan {
  /** In the order of the table. */
  readonly steps: readonly Step[];
  readonly cases: readonly PlannedCase[];
  /** Steps that were left out for a cap, and which. */
  readonly leftOut: ReadonlyMap<string, Unresolved>;
}

export interface PlanOptions {
  readonly profile: Profile;
  /** How many steps there may be when cases beyond the profile are sent too; undefined: none is. */
  readonly extendTo: number | undefined;
  readonly maxRequests: number;
  readonly maxCreates: number;
  /** Places within the cap on creates beside those; default none. */
  readonly spareCreates?: number;
  /** How often a step was sent in earlier rounds: what was sent most is left out first. */
  readonly sentBefore?: (step: StepRef) => number;
  /** What the preflight showed; undefined before it. */
  readonly facts: Facts | undefined;
}

const depth: Readonly<Record<Profile, number>> = { quick: 0, standard: 1, thorough: 2 };

/** True when a run of this profile sends what `smallest` is the first to send. */
export function covers(profile: Profile, smallest: Profile): boolean {
  return depth[smallest] <= depth[profile];
}

/** How many requests steps send while nothing is wrong. */
export function requestsOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { atMost }) => sum + (atMost?.requests ?? 1), 0);
}

/** How many pets they store, as the interface has it. */
export function createsOf(steps: readonly Step[]): number {
  return steps.reduce(
    (sum, { effect, atMost }) => sum + (atMost?.creates ?? (effect === "create" ? 1 : 0)),
    0,
  );
}

/** How many POSTs they send at most, whatever is answered. */
export function postsOf(steps: readonly Step[]): number {
  return steps
    .filter(writes)
    .reduce((sum, { atMost }) => sum + (atMost === undefined ? 1 : atMost.requests + mostSmaller), 0);
}

/** Every case that the checks have for these requirements, promised or not. */
export function casesOf(
  suites: Suites,
  contract: Contract,
  selected: readonly Requirement[],
  profile: Profile,
): PlannedCase[] {
  const wanted = new Set(selected.map((r) => r.id));
  return suites.checks
    .filter((check) => wanted.has(check.about))
    .flatMap((check) => rows(check)(contract))
    .map((one) => ({ ...one, promised: covers(profile, one.profile) }));
}

/** What is sent for these requirements: their promised cases with all that those need, and more while the numbers allow. */
export function makePlan(
  suites: Suites,
  contract: Contract,
  selected: readonly Requirement[],
  options: PlanOptions,
): Plan {
  const table = stepTable(suites, contract);
  const { facts } = options;
  const isShown = (label: string) => facts !== undefined && table.get(label)?.alreadyShown?.(facts) === true;
  const cases = casesOf(suites, contract, selected, options.profile);
  const judged = selected.filter((r) => cases.some((c) => c.requirement === r.id && c.promised));
  const always = judged
    .flatMap((r) => r.operations)
    .flatMap((op) => suites.positiveControls[op]?.steps ?? [])
    .map(labelOf);
  const chosen = closure(table, [...always, ...cases.filter((c) => c.promised).flatMap((c) => c.from)]);
  // Only a thorough run generates.
  const extras = cases.filter(
    (c) =>
      !c.promised &&
      c.priority !== "never" &&
      !c.from.some((label) => table.get(label)?.atMost !== undefined),
  );
  for (const extra of extras.sort((a, b) => byPriority(a.priority, b.priority))) {
    if (options.extendTo === undefined) break;
    const more = closure(table, [...chosen, ...extra.from]);
    const sent = [...more].filter((label) => !isShown(label));
    const stores = createsOf(sent.flatMap((label) => table.get(label) ?? []));
    const storesMore = [...more].some((l) => !chosen.has(l) && table.get(l)?.effect === "create");
    const fits = stores <= options.maxCreates || !storesMore || options.sentBefore !== undefined;
    if (sent.length <= options.extendTo && fits) for (const label of more) chosen.add(label);
  }
  const inOrder = [...table.values()].filter((step) => chosen.has(step.label) && !isShown(step.label));
  const { kept, leftOut } = withinBudget(inOrder, options);
  const keptLabels = new Set(kept.map((s) => s.label));
  // Inputs are generated as far as the caps allow: what does not fit was no promise.
  const cutShort = (c: PlannedCase) =>
    c.from.some((label) => leftOut.has(label) && table.get(label)?.atMost !== undefined);
  return {
    steps: kept,
    leftOut,
    cases: cases.filter(
      (c) => (c.promised && !cutShort(c)) || c.from.every((label) => keptLabels.has(label)),
    ),
  };
}

/** All steps of the suites by label, each in the place where it is first named. */
export function stepTable(suites: Suites, contract: Contract): ReadonlyMap<string, Step> {
  return stepTables(suites)(contract);
}

const stepTables = derivedFrom((suites: Suites) =>
  derivedFrom((contract: Contract) => makeStepTable(suites, contract)),
);

function makeStepTable(suites: Suites, contract: Contract): ReadonlyMap<string, Step> {
  const table = new Map<string, Step>();
  const scenarioSteps = suites.checks.flatMap((check) =>
    check.kind === "scenario" ? check.cases(contract).map((c) => c.step) : [],
  );
  const own = suites.steps(contract);
  const closing = own.filter((step) => step.phase === "closing");
  for (const step of [...own.filter((s) => s.phase !== "closing"), ...scenarioSteps, ...closing]) {
    if (!table.has(step.label)) table.set(step.label, step);
  }
  return table;
}

const rows = derivedFrom((check: Check) => derivedFrom((contract: Contract) => rowsOf(check, contract)));

function rowsOf(check: Check, contract: Contract): Omit<PlannedCase, "promised">[] {
  if (check.kind !== "scenario") {
    return check.promises(contract).map((p) => ({
      requirement: check.about,
      case: p.case,
      profile: p.profile,
      priority: p.priority ?? "last",
      from: p.from.map(labelOf),
    }));
  }
  return check.cases(contract).map((c) => ({
    requirement: check.about,
    case: caseLabel(c),
    profile: c.step.profile,
    priority: c.step.priority,
    from: [c.step, ...(c.needs ?? []), ...controlsOf(c).flatMap(stepsOf)].map(labelOf),
  }));
}

export function caseLabel(c: Case | RefusalCase): string {
  return c.label ?? c.step.label;
}

export function controlsOf(c: Case | RefusalCase): readonly Control[] {
  if (!("control" in c)) return [];
  return Array.isArray(c.control) ? c.control : [c.control as Control];
}

export function stepsOf({ step }: Control): readonly StepRef[] {
  return "label" in step ? [step] : step;
}

function labelOf({ label }: StepRef): string {
  return label;
}

function closure(table: ReadonlyMap<string, Step>, labels: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...labels];
  for (let label = waiting.pop(); label !== undefined; label = waiting.pop()) {
    const step = table.get(label);
    if (step === undefined) throw new Error(`no step is called "${label}"`);
    if (found.has(label)) continue;
    found.add(label);
    waiting.push(...(step.requires ?? []).map(labelOf));
  }
  return found;
}

/** A create, and the reads of its pet. */
const fewResting = 3;

/** Leaves out what the caps do not allow, the least valued first. */
function withinBudget(
  steps: readonly Step[],
  { maxCreates, spareCreates = 0, maxRequests, sentBefore }: PlanOptions,
) {
  const stores = steps.filter((s) => s.effect === "create");
  // Ruling 28: what a cap on creates hides is untested; design: what does not fit the requests is inconclusive.
  const tooManyCreates: Unresolved = {
    reason: `it takes more than ${maxCreates} created pets`,
    kind: "untested",
    remedy: { options: [{ option: "max-creates", value: Math.max(createsOf(stores), maxCreates + 1) }] },
  };
  const tooManyRequests: Unresolved = {
    reason: "its request did not fit the budget",
    kind: "inconclusive",
    remedy: { options: [{ option: "max-requests", value: requestsOf(steps) }] },
  };
  const leftOut = new Map<string, Unresolved>();
  const left = () => steps.filter((s) => !leftOut.has(s.label));
  const leaveOut = (labels: readonly string[], why: Unresolved) => {
    for (const label of labels) leftOut.set(label, why);
  };
  const trim = (
    candidates: readonly Step[],
    count: (list: readonly Step[]) => number,
    most: number,
    next: (step: Step) => readonly string[] | undefined,
    why: Unresolved,
  ) => {
    // Of equal ones the last go first: the steps that fill a store count up.
    const order = candidates.toReversed().sort((a, b) => byPriority(b.priority, a.priority));
    while (count(candidates.filter((s) => !leftOut.has(s.label))) > most) {
      const labels = order
        .flatMap((s) => (leftOut.has(s.label) ? [] : [next(s)]))
        .find((l) => l !== undefined);
      if (labels === undefined) return;
      leaveOut(labels, why);
    }
  };
  /** A step on which no other one rests. */
  const alone = (step: Step) => (restingOn(step, left()).length > 1 ? undefined : [step.label]);
  if (sentBefore !== undefined) {
    /** In turn, so that each is sent in some round; but never that on which much rests. */
    const mostSent = stores
      .filter((s) => restingOn(s, steps).length <= fewResting)
      .toReversed()
      .sort((a, b) => sentBefore(b) - sentBefore(a) || byPriority(b.priority, a.priority));
    for (const step of mostSent) {
      if (createsOf(stores.filter((s) => !leftOut.has(s.label))) <= maxCreates) break;
      leaveOut(restingOn(step, left()), tooManyCreates);
    }
  }
  trim(stores, createsOf, maxCreates, alone, tooManyCreates);
  // The cap on creates holds all the same: what rests on a pet that is not created goes with it.
  trim(stores, createsOf, maxCreates, (step) => restingOn(step, left()), tooManyCreates);
  const kept = roomForWrong(left(), maxCreates + spareCreates);
  leaveOut(
    left().flatMap(({ label }) => (kept.some((s) => s.label === label) ? [] : [label])),
    tooManyCreates,
  );
  trim(kept, requestsOf, maxRequests, alone, tooManyRequests);
  return { kept: kept.filter((s) => !leftOut.has(s.label)), leftOut };
}

/** The labels of a step and of all that require it, directly or not. */
function restingOn(step: Step, steps: readonly Step[]): readonly string[] {
  const found = new Set([step.label]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { label, requires = [] } of steps)
      if (requires.some((required) => found.has(required.label))) found.add(label);
  }
  return [...found];
}

/**
 * A wrong body may be accepted, so that it takes a place within the cap while it is sent (ruling 28). Where the creates
 * take all places, one of them waits for the wrong bodies; where none can, these are left out.
 */
function roomForWrong(steps: readonly Step[], maxCreates: number): readonly Step[] {
  const wrong = steps.filter(({ effect }) => effect === "write");
  const creates = steps.filter(({ effect }) => effect === "create");
  if (wrong.length === 0 || createsOf(creates) < maxCreates) return steps;
  const before = allBefore(steps);
  const isAfterAll = ({ label }: Step) => wrong.every((w) => before.get(label)?.has(w.label));
  if (creates.some(isAfterAll)) return steps;
  const last = creates.findLast(({ label }) => wrong.every((w) => !before.get(w.label)?.has(label)));
  if (last === undefined) return steps.filter((s) => !wrong.includes(s));
  const waiting: Step = { ...last, waitsFor: [...(last.waitsFor ?? []), ...wrong] };
  return steps.map((s) => (s === last ? waiting : s));
}
