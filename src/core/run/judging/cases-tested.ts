import type { CaseId } from "#core/check/case.ts";
import type { Facts } from "#core/check/facts.ts";
import { writes } from "#core/check/inputs/step.ts";
import type { Requirement } from "#core/check/requirement.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import type { Contract, Operation } from "#core/contract/contract.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { knownIn } from "#core/memory/derived-from.ts";
import { defaultOptions } from "../options.ts";
import { extendedRequests, extendsTo, noRoom } from "../plan/extension.ts";
import { covers, makePlan, type Plan, stepTable } from "../plan/plan.ts";
import { createsOf, requestsOf, takesMoreCreates } from "../plan/plan-budget.ts";
import type { Scope } from "../plan/selection.ts";
import type { CasesTested, LeftOut } from "../result.ts";
import { isReadOnly, maxCreates } from "../setting.ts";
import { type Observed, stateInRounds } from "./fold.ts";

interface CasesInput {
  readonly scope: Scope;
  readonly plan: Plan;
  readonly facts: Facts;
  readonly judged: readonly Requirement[];
  readonly observed: (requirement: string) => Observed;
  /** Why a case that was planned has no evidence. */
  readonly missing: (requirement: string, of: CaseId) => Unresolved;
}

/** Computed from plan and observations only: nothing is counted during the run. */
export function casesTested(input: CasesInput): CasesTested {
  const { plan, judged, missing } = input;
  const whole = wholeProfile(input);
  const whyBeyond = beyondPlan(input, whole);
  const seen = new Map(
    judged.map(({ id }) => {
      const observed = input.observed(id);
      const all = [...observed.rounds.flat(), ...observed.run];
      const broken = new Set(all.flatMap((o) => (o.kind === "broken" ? o.finding.case.id : [])));
      return [id, { ...observed, broken }];
    }),
  );
  let [total, tested] = [0, 0];
  const untested = new Map<string, { why: Unresolved; cases: LeftOut["cases"][number][] }>();
  const named = ({ cases }: Plan) => new Map(cases.map((one) => [`${one.requirement} ${one.case.id}`, one]));
  const [planned, wholly] = [named(plan), named(whole)];
  const { profile } = input.scope.options;
  const deepest = profile === "standard" ? "extended" : profile;
  for (const [name, { requirement, case: of, from, ...one }] of new Map([...planned, ...wholly])) {
    const observed = seen.get(requirement);
    if (observed === undefined) continue;
    const state = observed.broken.has(of.id) ? "held" : stateInRounds(of.id, observed);
    const why = state ?? (planned.has(name) ? missing(requirement, of.id) : whyBeyond(from));
    if (why === undefined) continue;
    // A case of a deeper profile counts only where what was sent shows it, too.
    const counts = covers(deepest, one.profile) && wholly.has(name);
    if (why !== "held" && (!counts || why.kind === "not-applicable")) continue;
    total += 1;
    if (why === "held") {
      tested += 1;
      continue;
    }
    const { reason, remedy, cause } = why;
    const key = JSON.stringify([reason, remedy, reason === undefined && cause]);
    knownIn(untested, key, () => ({ why, cases: [] })).cases.push({ requirement, case: of });
  }
  const leftOut = [...untested.values()].sort((a, b) => b.cases.length - a.cases.length);
  return { total, tested, leftOut };
}

/** What the profile sends to a store as the run found it where neither its limit nor an option leaves anything out. */
function wholeProfile({ scope, plan: { shown } }: CasesInput): Plan {
  const options = { ...scope.options, readOnly: false };
  const limits = {
    maxRequests: defaultOptions.maxRequests,
    maxCreates: Math.max(maxCreates({ ...options, maxCreates: undefined }), options.maxCreates ?? 0),
    extendTo: options.profile === "standard" ? extendedRequests : undefined,
  };
  return makePlan({ ...scope, options }, { ...limits, shown });
}

/**
 * Why a case is not in the plan. Undefined where the plan has everything that the profile sends: the case is then not
 * one of the profile.
 */
function beyondPlan({ scope: { suite, options }, plan, facts }: CasesInput, whole: Plan) {
  const creates = createsOf(whole.steps);
  const tooManyCreates = takesMoreCreates(maxCreates(options), creates);
  const room = noRoom(facts, suite.preflight.list, requestsOf(whole.steps));
  const isExtended = extendsTo(options, facts, suite.preflight.list) === extendedRequests;
  const table = stepTable(suite, facts.contract);
  return (from: readonly StepId[]): Unresolved | undefined => {
    const [left] = from.flatMap((step) => plan.leftOut.get(step) ?? []);
    const writing = from.flatMap((step) => table.get(step) ?? []).find(writes);
    const asked = isReadOnly(options) ? writing?.request(facts) : undefined;
    if (asked !== undefined && isUnresolved(asked)) return asked;
    if (left !== undefined) return left;
    if (isExtended && creates > maxCreates(options)) return tooManyCreates;
    return options.rateLimit === "off" ? undefined : room;
  };
}

/** For `Run.spec`: an operation is tested where a requirement about it passed or failed. */
export function operationsTested(
  { operations, others }: Contract,
  requirements: readonly Requirement[],
  verdicts: readonly Verdict[],
) {
  const decided = verdicts.filter(({ verdict }) => verdict === "pass" || verdict === "fail");
  const ids = new Set(decided.map(({ id }) => id));
  const tested = new Set(requirements.filter(({ id }) => ids.has(id)).flatMap((one) => one.operations));
  const isTested = ({ id }: Operation): boolean => tested.has(id);
  const untested = [...others.values()].filter((one) => !isTested(one));
  const all = [...operations.values(), ...others.values()];
  return {
    untestedOperations: untested.map(({ method, path }) => `${method} ${path}`),
    ...(others.size > 0 && { operations: { tested: all.filter(isTested).length, of: all.length } }),
  };
}
