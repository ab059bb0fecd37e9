import type { Case, Check, Control, RefusalCase } from "../check/check.ts";
import type { Facts } from "../check/facts.ts";
import { byPriority, type Priority } from "../check/priority.ts";
import type { Requirement } from "../check/requirement.ts";
import type { Step, StepRef } from "../check/step.ts";
import type { Suite } from "../check/suite.ts";
import type { Unresolved } from "../check/unresolved.ts";
import type { Profile } from "../check/verdict.ts";
import type { Contract } from "../contract/contract.ts";
import { derivedFrom } from "../exchange/derived-from.ts";
import { createsOf, type PlanLimits, withinBudget } from "./plan-budget.ts";

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

export interface PlanOptions extends PlanLimits {
  readonly profile: Profile;
  /** How many steps there may be when cases beyond the profile are sent too; undefined: none is. */
  readonly extendTo: number | undefined;
  /** What the preflight showed; undefined before it. */
  readonly facts: Facts | undefined;
}

const depth: Readonly<Record<Profile, number>> = { quick: 0, standard: 1, thorough: 2 };

/** True when a run of this profile sends what `smallest` is the first to send. */
export function covers(profile: Profile, smallest: Profile): boolean {
  return depth[smallest] <= depth[profile];
}

/** Every case that the checks have for these requirements, promised or not. */
export function casesOf(
  suite: Suite,
  contract: Contract,
  selected: readonly Requirement[],
  profile: Profile,
): PlannedCase[] {
  const wanted = new Set(selected.map((r) => r.id));
  return suite.checks
    .filter((check) => wanted.has(check.about))
    .flatMap((check) => rows(check)(contract))
    .map((one) => ({ ...one, promised: covers(profile, one.profile) }));
}

/** What is sent for these requirements: their promised cases with all that those need, and more while the numbers allow. */
export function makePlan(
  suite: Suite,
  contract: Contract,
  selected: readonly Requirement[],
  options: PlanOptions,
): Plan {
  const table = stepTable(suite, contract);
  const { facts } = options;
  const shown = new Map<string, boolean>();
  const isShown = (step: Step): boolean => {
    const known = shown.get(step.label) ?? (facts !== undefined && step.alreadyShown?.(facts) === true);
    shown.set(step.label, known);
    return known;
  };
  const unshown = (labels: Iterable<string>): Step[] =>
    [...labels].flatMap((label) => table.get(label) ?? []).filter((step) => !isShown(step));
  const cases = casesOf(suite, contract, selected, options.profile);
  const promised = cases.filter((c) => c.promised);
  const withPromises = new Set(promised.map((c) => c.requirement));
  const always = selected
    .filter((r) => withPromises.has(r.id))
    .flatMap((r) => r.operations)
    .flatMap((op) => suite.positiveControls[op]?.steps ?? [])
    .map(labelOf);
  const chosen = closure(table, [...always, ...promised.flatMap((c) => c.from)]);
  let sent = unshown(chosen);
  if (options.extendTo !== undefined) {
    // Only a thorough run generates.
    const extras = cases.filter(
      (c) =>
        !c.promised &&
        c.priority !== "never" &&
        !c.from.some((label) => table.get(label)?.atMost !== undefined),
    );
    for (const extra of extras.sort((a, b) => byPriority(a.priority, b.priority))) {
      const added = closure(table, extra.from, chosen);
      const more = [...sent, ...unshown(added)];
      const storesMore = [...added].some((label) => table.get(label)?.effect === "create");
      const fits = !storesMore || options.sentBefore !== undefined || createsOf(more) <= options.maxCreates;
      if (more.length > options.extendTo || !fits) continue;
      for (const label of added) chosen.add(label);
      sent = more;
    }
  }
  const inOrder = [...table.values()].filter((step) => chosen.has(step.label) && !isShown(step));
  const { kept, leftOut } = withinBudget(inOrder, options, suite.words);
  const keptLabels = new Set(kept.map((s) => s.label));
  // Inputs are generated as far as the caps allow: what does not fit was no promise.
  const cutShort = (c: PlannedCase) =>
    c.from.some((label) => leftOut.has(label) && table.get(label)?.atMost !== undefined);
  return {
    steps: wrongInTurn(kept, cases),
    leftOut,
    cases: cases.filter(
      (c) => (c.promised && !cutShort(c)) || c.from.every((label) => keptLabels.has(label)),
    ),
  };
}

/**
 * The wrong requests of all requirements in turn, each requirement's most telling one first: a target that accepts them all
 * reaches the cap on creates (ruling 28), and by then each requirement has had its turn.
 */
function wrongInTurn(steps: readonly Step[], cases: readonly PlannedCase[]): readonly Step[] {
  const wrong = steps.filter(({ effect }) => effect === "write");
  const labels = new Set(wrong.map(labelOf));
  const turns = new Map<string, number>();
  const ranked = cases.filter(({ from: [own = ""] }) => labels.has(own));
  for (const ofOne of Map.groupBy(ranked, ({ requirement }) => requirement).values())
    for (const [turn, { from }] of ofOne.sort((a, b) => byPriority(a.priority, b.priority)).entries()) {
      const [own = ""] = from;
      turns.set(own, Math.min(turn, turns.get(own) ?? turn));
    }
  const turnOf = ({ label }: Step) => turns.get(label) ?? 0;
  const inTurn = wrong.sort((a, b) => turnOf(a) - turnOf(b)).values();
  return steps.map((step) => (labels.has(step.label) ? (inTurn.next().value ?? step) : step));
}

/** All steps of the suite by label, each in the place where it is first named. */
export function stepTable(suite: Suite, contract: Contract): ReadonlyMap<string, Step> {
  return stepTables(suite)(contract);
}

const stepTables = derivedFrom((suite: Suite) =>
  derivedFrom((contract: Contract) => makeStepTable(suite, contract)),
);

function makeStepTable(suite: Suite, contract: Contract): ReadonlyMap<string, Step> {
  const table = new Map<string, Step>();
  const scenarioSteps = suite.checks.flatMap((check) =>
    check.kind === "scenario" ? check.cases(contract).map((c) => c.step) : [],
  );
  const own = suite.steps(contract);
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

/** The labels and all that their steps require, directly or not, but for what is there already. */
function closure(
  table: ReadonlyMap<string, Step>,
  labels: readonly string[],
  already: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>();
  const waiting = [...labels];
  for (let label = waiting.pop(); label !== undefined; label = waiting.pop()) {
    const step = table.get(label);
    if (step === undefined) throw new Error(`no step is called "${label}"`);
    if (found.has(label) || already.has(label)) continue;
    found.add(label);
    waiting.push(...(step.requires ?? []).map(labelOf));
  }
  return found;
}
