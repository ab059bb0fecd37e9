import { type CaseRef, caseRef, type StepRef } from "#core/check/case.ts";
import type { Case, Check, Control, RefusalCase, StepCase } from "#core/check/check.ts";
import type { Facts } from "#core/check/facts.ts";
import { type Depth, type Step, writes } from "#core/check/inputs/step.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import type { Suite } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { derivedFrom, knownIn } from "#core/memory/derived-from.ts";
import { isReadOnly } from "../setting.ts";
import { createsOf, type PlanLimits, withinBudget } from "./plan-budget.ts";
import type { Scope } from "./selection.ts";

/** A case of a requirement, with the steps that give its evidence. */
export interface PlannedCase {
  readonly requirement: string;
  readonly case: CaseRef;
  readonly profile: Depth;
  readonly from: readonly StepId[];
  /** Promised by the profile. Other cases are extra: they can break a requirement, but a pass does not need them. */
  readonly promised: boolean;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly cases: readonly PlannedCase[];
  /** Steps that were left out for a cap, and which. */
  readonly leftOut: ReadonlyMap<StepId, Unresolved>;
  /** Steps that are not needed, since the preflight showed what they would. */
  readonly shown: ReadonlySet<StepId>;
}

export interface PlanOptions extends PlanLimits {
  /** None before the preflight. */
  readonly shown?: ReadonlySet<StepId>;
}

export function casesAbout(id: string, plan: Plan): readonly PlannedCase[] {
  return byRequirement(plan).get(id) ?? [];
}

const byRequirement = derivedFrom(({ cases }: Plan) => Map.groupBy(cases, (c) => c.requirement));

const depths: readonly Depth[] = ["quick", "standard", "extended", "thorough"];

/** True when a run of this profile sends what `smallest` is the first to send. */
export function covers(profile: Depth, smallest: Depth): boolean {
  return depths.indexOf(smallest) <= depths.indexOf(profile);
}

/** Every case that the checks have for these requirements, promised or not. Who asks for the probe is promised its cases. */
export function casesOf(
  suite: Suite,
  contract: Contract,
  selected: readonly Requirement[],
  profile: Profile,
  probe = false,
): PlannedCase[] {
  const wanted = new Set(selected.map((r) => r.id));
  const isAskedFor = (id: string) => probe && suite.probe.about.includes(id);
  return suite.checks
    .filter((check) => wanted.has(check.about))
    .flatMap((check) => rows(check, contract))
    .map((one) => ({ ...one, promised: covers(profile, one.profile) || isAskedFor(one.requirement) }));
}

/** The first profile that promises a case of this requirement. */
export function profileOf({ suite, contract }: Scope, requirement: Requirement): Profile {
  const cases = casesOf(suite, contract, [requirement], "thorough");
  const has = (profile: Profile) => cases.some((one) => covers(profile, one.profile));
  return (["quick", "standard"] as const).find(has) ?? "thorough";
}

/** What is sent: the promised cases with all that those need, and more while the numbers allow. */
export function makePlan(scope: Scope, { shown = new Set(), ...limits }: PlanOptions): Plan {
  const { suite, contract, sent, options } = scope;
  // A run makes the same plan several times, and many runs make few kinds of plans.
  const plans = plansMade(suite)(contract);
  const { maxRequests, maxCreates, spareCreates = 0, extendTo } = limits;
  const numbers = [maxRequests, maxCreates, spareCreates, extendTo].map(String);
  const chosenBy = [options.profile, options.probe, isReadOnly(options), sent.map(({ id }) => id)];
  const key = JSON.stringify([chosenBy, numbers, ...shown]);
  return knownIn(plans, key, () => planOf(scope, limits, shown));
}

/**
 * The plan after the preflight. If a step throws when it is asked whether it is already shown: the plan before, and
 * the error.
 */
export function planAgain(
  scope: Scope,
  limits: PlanLimits,
  facts: Facts,
): { readonly plan: Plan; readonly error?: unknown } {
  try {
    const steps = [...stepTable(scope.suite, scope.contract).values()];
    const shown = new Set(steps.filter((step) => step.alreadyShown?.(facts)).map(idOf));
    return { plan: makePlan(scope, { ...limits, shown }) };
  } catch (error) {
    return { plan: makePlan(scope, { ...limits, extendTo: undefined }), error };
  }
}

const mostPlansKept = 64;

const plansMade = derivedFrom((_: Suite) =>
  derivedFrom((_: Contract) => new BoundedMap<string, Plan>(mostPlansKept)),
);

function planOf(
  { suite, contract, sent: selected, options }: Scope,
  limits: PlanLimits,
  shown: ReadonlySet<StepId>,
): Plan {
  const { extendTo = 0, maxCreates } = limits;
  const table = stepTable(suite, contract);
  const cases = casesOf(suite, contract, selected, options.profile, options.probe);
  const promised = cases.filter((c) => c.promised);
  const withPromises = new Set(promised.map((c) => c.requirement));
  const always = selected
    .filter((r) => withPromises.has(r.id))
    .flatMap((r) => r.operations)
    .flatMap((op) => suite.positiveControls[op]?.steps ?? [])
    .map(idOf);
  const chosen = new Set(neededBy([...always, ...promised.flatMap((c) => c.from)], table));
  const toSend = (): readonly Step[] => {
    const steps = [...table.values()].filter(({ id }) => chosen.has(id) && !shown.has(id));
    return extendTo === 0 ? steps : withoutReplacedFillers(steps);
  };
  // With `--read-only`, a write that is left out takes no room from another request.
  const placesOf = (steps: readonly Step[]) =>
    steps.filter((step) => !(isReadOnly(options) && writes(step))).length;
  const turns = turnsOf(cases);
  const extended = cases.filter((c) => !c.promised && c.profile === "extended" && extendTo > 0);
  let sent = toSend();
  for (const { from } of extended.sort((a, b) => turns.ofCase(a) - turns.ofCase(b))) {
    const added = neededBy(from, table).filter((id) => !chosen.has(id));
    // The store is filled further in thorough alone.
    if (added.some((id) => table.get(id)?.profile === "thorough" && !shown.has(id))) continue;
    for (const id of added) chosen.add(id);
    const steps = toSend();
    const fits = placesOf(steps) <= extendTo && createsOf(steps) <= Math.max(createsOf(sent), maxCreates);
    if (fits) sent = steps;
    else for (const id of added) chosen.delete(id);
  }
  const { kept, leftOut } = withinBudget(sent, limits, turns.ofStep);
  const keptIds = new Set(kept.map((s) => s.id));
  // Inputs are generated as far as the caps allow: what does not fit was no promise.
  const cutShort = (c: PlannedCase) =>
    c.from.some((id) => leftOut.has(id) && table.get(id)?.atMost !== undefined);
  return {
    steps: wrongInTurn(kept, turns.ofStep),
    ...{ leftOut, shown },
    cases: cases.filter((c) => (c.promised && !cutShort(c)) || c.from.every((id) => keptIds.has(id))),
  };
}

/** Each create of the extension that is surely stored takes the place of one that only fills the store. */
function withoutReplacedFillers(steps: readonly Step[]): readonly Step[] {
  const stored = steps.filter(
    ({ profile, effect, expectedValidity }) =>
      profile === "extended" && effect === "create" && expectedValidity === "valid",
  ).length;
  const fillers = steps.filter(({ isFiller }) => isFiller);
  const replaced = new Set(fillers.toReversed().slice(0, stored));
  return steps.filter((step) => !replaced.has(step));
}

/**
 * The turns of all cases, and of their own steps, by depth: the first case of each requirement, then the second of each,
 * and so on. Where there is not room for all, the first turns get it. What is no case's own comes last.
 */
function turnsOf(cases: readonly PlannedCase[]) {
  const turns = new Map<PlannedCase | StepId | undefined, number>();
  const sameTurns = Map.groupBy(cases, ({ requirement, profile }) => `${requirement} ${profile}`);
  for (const all of sameTurns.values())
    for (const [nth, one] of all.entries()) {
      turns.set(one, nth);
      turns.set(one.from[0], Math.min(nth, turns.get(one.from[0]) ?? nth));
    }
  const inAll = (depth: Depth, turn = cases.length) => depths.indexOf(depth) * (cases.length + 1) + turn;
  return {
    ofCase: (one: PlannedCase) => inAll(one.profile, turns.get(one)),
    ofStep: ({ id, profile }: Step) => inAll(profile, turns.get(id)),
  };
}

/**
 * The wrong requests of all requirements in turn. A target that accepts all of them reaches the cap on creates
 * (ruling 28). By then each requirement has had its turn.
 */
function wrongInTurn(steps: readonly Step[], turnOf: (step: Step) => number): readonly Step[] {
  const isWrong = ({ effect, phase }: Step) => effect === "write" && phase !== "alone";
  const inTurn = steps
    .filter(isWrong)
    .sort((a, b) => turnOf(a) - turnOf(b))
    .values();
  return steps.map((step) => (isWrong(step) ? (inTurn.next().value ?? step) : step));
}

/** All steps of the suite by id, each in the place where it is first named. */
export function stepTable(suite: Suite, contract: Contract): ReadonlyMap<StepId, Step> {
  return stepTables(suite)(contract);
}

const stepTables = derivedFrom((suite: Suite) =>
  derivedFrom((contract: Contract): ReadonlyMap<StepId, Step> => {
    const ofCases = suite.checks.flatMap((check) =>
      check.kind === "scenario" ? check.cases(contract).map((c) => c.step) : [],
    );
    const own = suite.steps(contract);
    const closing = own.filter((step) => step.phase === "closing");
    const table = new Map<StepId, Step>();
    for (const step of [...own.filter((one) => !closing.includes(one)), ...ofCases, ...closing])
      if (!table.has(step.id)) table.set(step.id, step);
    return table;
  }),
);

function rows(check: Check, contract: Contract): readonly Omit<PlannedCase, "promised">[] {
  const row = (of: CaseRef, profile: Depth, from: readonly StepRef[]) => ({
    requirement: check.about,
    case: caseRef(of.id, of.label),
    profile,
    from: from.map(idOf),
  });
  if (check.kind !== "scenario") return check.promises(contract).map((p) => row(p.case, p.profile, p.from));
  return check
    .cases(contract)
    .map((c) =>
      row(caseOf(c), c.step.profile, [c.step, ...(c.needs ?? []), ...controlsOf(c).flatMap(stepsOf)]),
    );
}

/** The case's own id and label where it has them: one step may serve several cases. */
export function caseOf(c: StepCase): CaseRef {
  const { id, label } = c.case ?? c.step;
  return caseRef(id, label);
}

export function controlsOf(c: Case | RefusalCase): readonly Control[] {
  if (!("control" in c)) return [];
  return Array.isArray(c.control) ? c.control : [c.control as Control];
}

export function stepsOf({ step }: Control): readonly [StepRef, ...StepRef[]] {
  return "id" in step ? [step] : step;
}

function idOf({ id }: StepRef): StepId {
  return id;
}

/** These ids, and those of all steps that they require, directly or not. */
function neededBy(ids: readonly StepId[], table: ReadonlyMap<StepId, Step>): readonly StepId[] {
  const found = new Set(ids);
  // The loop also visits ids that are added meanwhile.
  for (const id of found) {
    const step = table.get(id);
    if (step === undefined) throw new Error(`no step has the id "${id}"`);
    for (const required of step.requires ?? []) found.add(required.id);
  }
  return [...found];
}
