import { type CaseId, distinctCases } from "#core/check/case.ts";
import { isAnswered } from "#core/check/facts.ts";
import { largerBodyRemedy } from "#core/check/json-body.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { inconclusive, reason } from "#core/check/results/core-reasons.ts";
import { causedBy, isUnresolved, type Reason, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Observation, Verdict } from "#core/check/results/verdict.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { NotRecorded } from "#core/contract/recorded.ts";
import { mostKeptBytes } from "#core/exchange/decoding/evidence-room.ts";
import type { RunExchange, StepId } from "#core/exchange/exchange.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import type { Played } from "../journal/play-journal.ts";
import { casesAbout, profileOf, stepTable } from "../plan/plan.ts";
import { isReported } from "../plan/selection.ts";
import type { Run } from "../result.ts";
import { playsRounds } from "../rounds.ts";
import { triedIn } from "../sending/experiments.ts";
import { casesTested } from "./cases-tested.ts";
import { asUndecided, type FoldInput, fold, withRounds } from "./fold.ts";
import { judge, shownOrWhy } from "./judge.ts";

interface ConcludeInput extends Played {
  readonly stopped: RootCause | undefined;
}

export type Concluded = Awaited<ReturnType<typeof conclude>>;

/**
 * From the finished evidence to the verdicts, in the catalogue's order. Pure; an exception in a check is reported, not
 * thrown.
 */
export async function conclude(input: ConcludeInput) {
  const { suite, requirements, options, plans, trace } = input;
  const [plan] = plans;
  const facts = trace.whole;
  const rounds = trace.rounds.map((of, i) => ({ facts: of, plan: plans[i] ?? plan }));
  const takenOut = new Map<string, Reason>();
  /** Requirements that may not apply, and why that is unknown. */
  const doubtful = new Map<string, Unresolved>();
  for (const r of requirements) {
    const why = r.level === "open" ? reason("left-open") : shownOrWhy(() => suite.notApplicable(r, facts));
    if (why !== undefined && isUnresolved(why)) doubtful.set(r.id, why);
    else if (why !== undefined) takenOut.set(r.id, why);
  }
  const applicable = new Set(requirements.filter((r) => !takenOut.has(r.id)).map((r) => r.id));
  const reported = new Set(requirements.filter((r) => isReported(r, options)).map((r) => r.id));
  // Where a root cause ended the run, there is nothing to judge, and only the cause is reported.
  const nothing = input.stopped !== undefined && facts.exchanges.length === 0;
  const judged = nothing
    ? { rounds: [], run: [], errors: new Map<string, unknown>() }
    : judge(suite, applicable, rounds, { facts, plan });
  const errors: Mistake[] = [...judged.errors].flatMap(([about, error]) =>
    reported.has(about) ? [{ where: `the check of ${about}`, message: messageOf(error) }] : [],
  );
  const guarded = guardedInto(errors);
  /** Why an operation never worked; undefined where its control held in at least one round. */
  const whyNever = (op: OperationId): Unresolved | undefined => {
    const found = rounds.map(({ facts: of }) => suite.positiveControls[op]?.missing(of));
    return found.includes(undefined) ? undefined : found[0];
  };
  const missing = new Map<OperationId, Unresolved | undefined>();
  for (const op of new Set(requirements.flatMap(({ operations }) => operations))) {
    const show = () => shownOrWhy(() => whyNever(op));
    missing.set(op, await guarded(`the positive control of ${op}`, show, inconclusive("suite-failed")));
  }
  const byRequirement = (seen: readonly Observation[]) => Map.groupBy(seen, (o) => o.requirement);
  const [ofRounds, ofRun] = [judged.rounds.map(byRequirement), byRequirement(judged.run)];
  const observed = (id: string) => ({
    rounds: ofRounds.map((of) => of.get(id) ?? []),
    run: ofRun.get(id) ?? [],
  });
  const verdicts = requirements.map((requirement) => {
    const missingControl = requirement.operations.map((op) => missing.get(op)).find((m) => m !== undefined);
    const seen: FoldInput = {
      ...{ ...observed(requirement.id), requirement, missingControl },
      promised: distinctCases(casesAbout(requirement.id, plan).flatMap((c) => (c.promised ? [c.case] : []))),
      testedIn: () => profileOf(input, requirement),
      takenOut: takenOut.get(requirement.id),
      missing: (of) => whyMissing(requirement.id, of, input, missingControl),
    };
    const verdict = fold(seen);
    const isOpen = input.isPlanRedacted && applicable.has(requirement.id) && verdict.verdict !== "fail";
    const why = doubtful.get(requirement.id) ?? (isOpen ? inconclusive("redacted") : undefined);
    if (why !== undefined) return { ...verdict, ...asUndecided(why), findings: [] };
    return playsRounds(options) ? withRounds(verdict, seen, input) : verdict;
  });
  const notes = await guarded("the notes", () => suite.notes(facts), []);
  const rootCause = await guarded("the root cause", () => suite.rootCause(facts), undefined);
  // A requirement that is not reported may still be the cause of one that is.
  const observations = [...judged.rounds.flat(), ...judged.run];
  const named = withWhatTheyHangOn(nameCauses(verdicts), observations, input)
    .map((verdict) => withLargerBody(verdict, input))
    .map((verdict) => (verdict.level === "open" || reported.has(verdict.id) ? verdict : leftOut(verdict)));
  const cases = await guarded(
    "the count of cases",
    () =>
      casesTested({
        ...{ scope: input, plan, facts, observed },
        judged: requirements.filter((r) => applicable.has(r.id) && reported.has(r.id)),
        missing: (id, of) => whyMissing(id, of, input),
      }),
    { total: 0, tested: 0, leftOut: [] },
  );
  return { ...input, verdicts: named, observations, cases, rootCause, notes, errors };
}

/**
 * What the failures have in common. Experiments are sent after the verdicts and are evidence for this alone.
 * @param everything the exchanges of the run, experiments among them
 */
export async function causesOf(concluded: Concluded, everything: readonly RunExchange[]) {
  const { verdicts, observations, suite, trace } = concluded;
  const errors: Mistake[] = [];
  const tried = () => triedIn(observations, trace.whole, suite, everything);
  const compute = () => suite.causes(observations, verdicts, trace.whole, tried());
  const hasFailed = verdicts.some(({ verdict }) => verdict === "fail");
  const causes = hasFailed ? await guardedInto(errors)("the causes", compute, []) : [];
  return { causes, errors };
}

/** An exception in a suite's function, and which. */
type Mistake = Run["suiteErrors"][number];

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Computes, or gives something else where that throws; what was thrown is added to the mistakes. */
function guardedInto(mistakes: Mistake[]) {
  return async <Result>(where: string, compute: () => Result | Promise<Result>, otherwise: Result) => {
    try {
      return await compute();
    } catch (error) {
      if (!(error instanceof NotRecorded)) mistakes.push({ where, message: messageOf(error) });
      return otherwise;
    }
  };
}

/** Where the evidence was lost because a body was larger than is read, the option that has more of it read is named. */
function withLargerBody(verdict: Verdict, input: ConcludeInput): Verdict {
  const { id, remedy, cause } = verdict;
  if (verdict.verdict !== "inconclusive" || remedy !== undefined || cause?.kind === "root-cause")
    return verdict;
  const { whole } = input.trace;
  const helps = evidenceSteps(id, input)
    .flatMap((step) => whole.all({ id: step }))
    .flatMap((exchange) => largerBodyRemedy(exchange, whole.setting.maxBodyBytes, mostKeptBytes) ?? []);
  return { ...verdict, remedy: helps[0] };
}

/** Why a promised case has no evidence: the run's end, why its steps sent nothing, or that its operation never worked. */
function whyMissing(
  id: string,
  of: CaseId,
  { plans: [plan], trace, stopped }: ConcludeInput,
  missingControl?: Unresolved,
): Unresolved {
  const from = casesAbout(id, plan).flatMap((c) => (c.case.id === of ? c.from : []));
  const notSent = from.flatMap(
    (step) => trace.rounds[0]?.notSent({ id: step }) ?? plan.leftOut.get(step) ?? [],
  );
  if (stopped !== undefined) return causedBy(stopped);
  const first = (kind: Unresolved["kind"]) => notSent.find((u) => u.kind === kind);
  const unshown = missingControl?.kind === "inconclusive" ? missingControl : inconclusive("nothing-shows-it");
  const nothingApplies = from.length > 0 && notSent.length === from.length;
  const lasting = nothingApplies ? first("not-applicable") : undefined;
  return first("untested") ?? first("inconclusive") ?? lasting ?? unshown;
}

/** The verdict on a requirement that is not reported. */
function leftOut({ id, slug, area, level, text, clause, rulings }: Verdict): Verdict {
  return {
    ...{ id, slug, area, level, text, clause, rulings },
    verdict: "skipped",
    reason: reason("not-selected"),
    remedy: undefined,
    findings: [],
    cases: { promised: 0, held: 0, list: [] },
    judged: 0,
    exchanges: [],
  };
}

/** Where a failed control is itself the case of a failed requirement, that one is the cause. */
function nameCauses(verdicts: readonly Verdict[]): readonly Verdict[] {
  const failed = new Map<CaseId, string>();
  for (const { id, verdict, findings } of verdicts.toReversed())
    if (verdict === "fail") for (const finding of findings) failed.set(finding.case.id, id);
  return verdicts.map((verdict) => {
    const { cause } = verdict;
    if (cause?.kind !== "control") return verdict;
    const id = failed.get(cause.step);
    return id === undefined ? verdict : { ...verdict, cause: { ...cause, failed: id } };
  });
}

const byId = derivedFrom(
  (requirements: readonly Requirement[]) => new Map(requirements.map((one) => [one.id, one])),
);

/** The steps that give evidence for a requirement: those of its cases, and those that show that its operations work. */
function evidenceSteps(id: string, { suite, requirements, plans }: ConcludeInput): readonly StepId[] {
  const operations = byId(requirements).get(id)?.operations ?? [];
  const controls = operations.flatMap((operation) => suite.positiveControls[operation]?.steps ?? []);
  return [...casesAbout(id, plans[0]).flatMap(({ from }) => from), ...controls.map((step) => step.id)];
}

/**
 * Names for each inconclusive verdict the failed musts behind it. These are the musts that were broken by the answers
 * to its own requests, to what these require, or to the positive controls of its operations. If one of these requests
 * got no answer and no failure explains that, the evidence was lost, and no must is named.
 */
function withWhatTheyHangOn(
  verdicts: readonly Verdict[],
  observations: readonly Observation[],
  input: ConcludeInput,
): readonly Verdict[] {
  const { whole } = input.trace;
  const isFailed = ({ level, verdict }: Verdict) => level === "must" && verdict === "fail";
  const failed = new Set(verdicts.filter(isFailed).map(({ id }) => id));
  if (failed.size === 0) return verdicts;
  const table = stepTable(input.suite, whole.contract);
  const broken = new Map<number, Set<string>>();
  for (const o of observations)
    if (o.kind === "broken" && failed.has(o.requirement))
      for (const id of [o.finding.exchange, ...o.finding.related])
        broken.set(id, (broken.get(id) ?? new Set()).add(o.requirement));
  const stepsOf = (id: string): readonly StepId[] => {
    const found = new Set(evidenceSteps(id, input));
    // The loop also visits ids that are added meanwhile.
    for (const step of found)
      for (const { id: required } of table.get(step)?.requires ?? []) found.add(required);
    return [...found];
  };
  return verdicts.map((verdict) => {
    if (verdict.verdict !== "inconclusive" || verdict.cause?.kind === "root-cause") return verdict;
    const exchanges = stepsOf(verdict.id).flatMap((step) => whole.all({ id: step }));
    const isLost = exchanges.some(
      (e) => !isAnswered(e) && !broken.has(e.id) && !exchanges.some((later) => later.repeats === e.id),
    );
    const hangsOn = new Set(exchanges.flatMap(({ id }) => [...(broken.get(id) ?? [])]));
    const ofControl = verdict.cause?.failed;
    if (ofControl !== undefined && failed.has(ofControl)) hangsOn.add(ofControl);
    return isLost || hangsOn.size === 0 ? verdict : { ...verdict, hangsOn: [...hangsOn].sort() };
  });
}
