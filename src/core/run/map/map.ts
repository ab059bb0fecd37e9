import type { RootCause } from "../../check/cause.ts";
import { inconclusive, reason, untested } from "../../check/core-reasons.ts";
import { type Facts, hasStatus, isAnswered } from "../../check/facts.ts";
import type { Requirement } from "../../check/requirement.ts";
import { isSeries, type Step, writes } from "../../check/step.ts";
import type { StoreStates, Suite } from "../../check/suite.ts";
import { causedBy, isUnresolved, type Unresolved } from "../../check/unresolved.ts";
import type { Profile, Verdict } from "../../check/verdict.ts";
import type { Operation } from "../../contract/contract.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Credential, RequestSpec, WholeExchange } from "../../exchange/exchange.ts";
import { asUndecided } from "../judging/fold.ts";
import type { RunOptions } from "../options.ts";
import { casesOf, covers, type Plan, servedBySteps, stepTable } from "../plan.ts";
import type { RunFacts } from "../trace.ts";
import { type InputPlace, inputPlaces } from "./input-kinds.ts";
import type { CredentialKind, MapRow, OperationMap, WhyNot } from "./operation-map.ts";

interface MapInput {
  readonly suite: Suite;
  readonly options: RunOptions;
  readonly plan: Plan;
  readonly facts: RunFacts;
  readonly requirements: readonly Requirement[];
  readonly verdicts: readonly Verdict[];
  readonly stopped: RootCause | undefined;
}

/** Every operation of the document, in its order. Pure. */
export function mapOf(input: MapInput): readonly OperationMap[] {
  const { contract, exchanges } = input.facts;
  const states = input.suite.storeStates?.(input.facts);
  const whyNot = whyNotLooked(input);
  // A refusal by the rate limit shows nothing of what was asked for.
  const lookedAt = exchanges.filter((e) => isAnswered(e) && !hasStatus(e, 429));
  const byOperation = Map.groupBy(lookedAt, (e) => contract.operationAt(e.request));
  return [...contract.operations.values(), ...contract.others.values()].map((operation) =>
    operationMap(operation, byOperation.get(operation.id) ?? [], input.facts, states, whyNot),
  );
}

const notThen: Unresolved = untested("not-at-that-size");

function operationMap(
  operation: Operation,
  exchanges: readonly WholeExchange[],
  facts: RunFacts,
  states: StoreStates | undefined,
  whyNot: ReturnType<typeof whyNotLooked>,
): OperationMap {
  const unmet = (state: string): WhyNot => {
    const wasMet = facts.exchanges.some((e) => states?.of(e) === state);
    const why = wasMet ? notThen : states?.whyNot(state);
    return asUndecided(why ?? notThen);
  };
  const of = whyNot(operation, exchanges.length > 0);
  const columns = columnsOf(states).map(({ kind, state }) => {
    const own = exchanges.filter(
      (e) =>
        credentialKind(e.request.credential) === kind && (state === undefined || states?.of(e) === state),
    );
    if (own.length > 0) return { kind, state, own, whyNot: undefined };
    return { kind, state, own, whyNot: state === undefined ? of.credential(kind) : unmet(state) };
  });
  const rowsOf = ({ place, kinds, kindOf }: InputPlace): readonly MapRow[] => {
    const byKind = columns.map(({ own }) => Map.groupBy(own, ({ request }) => kindOf(request)));
    const whyNone = of.values(kindOf);
    return kinds.map((value) => {
      const answered = byKind.map((found) => found.get(value)?.length ?? 0);
      const isTried = columns.some(({ kind }, i) => kind === "valid" && answered[i] !== 0);
      return { place, value, answered, ...(!isTried && { whyNot: whyNone(value) }) };
    });
  };
  return {
    ...{ operation: operation.id, method: operation.method, path: operation.path },
    columns: columns.map(({ kind, state, own, whyNot }) => ({
      credential: { kind },
      ...(state !== undefined && { state }),
      answered: own.length,
      ...(whyNot && { whyNot }),
    })),
    rows: inputPlaces(operation).flatMap(rowsOf),
  };
}

/** What is asked without the key is refused whatever the store holds. */
function columnsOf(states: StoreStates | undefined) {
  const names = states?.names ?? [undefined];
  const withKey = names.map((state) => ({ kind: "valid" as const, state }));
  return [
    ...withKey,
    ...(["otherwise", "invalid", "none"] as const).map((kind) => ({ kind, state: undefined })),
  ];
}

/** What a step would have sent that brought no answer, and why it did not. */
interface Unsent {
  /** Undefined where it would depend on answers that did not come, and for a series. */
  readonly request: RequestSpec | undefined;
  readonly isSeries: boolean;
  readonly why: WhyNot;
}

function credentialKind(credential: Credential): CredentialKind {
  if (credential.kind !== "other") return credential.kind;
  return credential.secret ? "otherwise" : "invalid";
}

const noCase: WhyNot = asUndecided(untested("no-case"));

const byDepth: readonly Profile[] = ["quick", "standard", "thorough"];

/**
 * Of an operation, which may have been looked at in part: why no request had this credential, or this kind of value. Asks the
 * steps that were not sent what they would have sent. Pure.
 */
function whyNotLooked(input: MapInput) {
  const unsent = unsentByOperation(input);
  return ({ id }: Operation, isSeen: boolean) => {
    const of = unsent.get(id) ?? [];
    const whole = isSeen ? takenOut(id, input) : wholeOperation(id, of, input);
    const otherwise = whole ?? generatedAlone(of);
    const orWhole = (found: WhyNot | undefined) => (found?.verdict === "skipped" ? found : (whole ?? found));
    const asked = of.flatMap(({ request, why }) => (request === undefined ? [] : [{ request, why }]));
    const withKey = asked.filter(({ request }) => request.credential.kind === "valid");
    return {
      credential: (kind: CredentialKind): WhyNot =>
        orWhole(asked.find(({ request }) => credentialKind(request.credential) === kind)?.why) ??
        whole ??
        noCase,
      values: (kindOf: InputPlace["kindOf"]) => {
        const byKind = Map.groupBy(withKey, ({ request }) => kindOf(request));
        return (value: string): WhyNot => orWhole(byKind.get(value)?.[0]?.why) ?? otherwise ?? noCase;
      },
    };
  };
}

function wholeOperation(
  id: OperationId,
  [shallowest]: readonly Unsent[],
  { requirements, verdicts, stopped }: MapInput,
): WhyNot | undefined {
  if (stopped !== undefined) return asUndecided(causedBy(stopped));
  if (shallowest?.why.verdict === "skipped")
    return { ...shallowest.why, reason: reason("operation-not-in-profile") };
  return about(id, requirements, verdicts)[0];
}

/** Of a removed operation nothing is looked at but its removal (ruling 23). */
function takenOut(id: OperationId, { facts, requirements, verdicts }: MapInput): WhyNot | undefined {
  if ((facts.setting.removals[id] ?? "before") === "before") return undefined;
  return about(id, requirements, verdicts).find(({ verdict }) => verdict === "not-applicable");
}

/** The verdicts on this operation alone. */
function about(
  id: OperationId,
  requirements: readonly Requirement[],
  verdicts: readonly Verdict[],
): readonly Verdict[] {
  const own = requirements.filter(({ operations }) => operations.length === 1 && operations[0] === id);
  return verdicts.filter((verdict) => own.some((requirement) => requirement.id === verdict.id));
}

function generatedAlone(of: readonly Unsent[]): WhyNot | undefined {
  const why = of.find(({ isSeries }) => isSeries)?.why;
  return why?.verdict === "skipped" ? { ...why, reason: reason("generated-alone") } : why;
}

/** From those that the smallest profile sends. */
function unsentByOperation(input: MapInput): ReadonlyMap<OperationId, readonly Unsent[]> {
  const { suite, facts, requirements, verdicts, options } = input;
  const byId = new Map(requirements.map((r) => [r.id, r]));
  const serves = servedBySteps(casesOf(suite, facts.contract, requirements, options.profile));
  // What a run without `--read-only` would have sent.
  const { setting } = facts;
  const writable = setting.readOnly ? { ...facts, setting: { ...setting, readOnly: false } } : facts;
  const found = [...stepTable(suite, facts.contract).values()]
    .filter((step) => facts.answer(step) === undefined)
    .sort((a, b) => byDepth.indexOf(a.profile) - byDepth.indexOf(b.profile))
    .flatMap((step) => {
      const about = serves.get(step.id) ?? [];
      const asked = askedOf(step, writable);
      const request = asked === undefined || isUnresolved(asked) || isSeries(asked) ? undefined : asked;
      const own = verdicts.filter(({ id }) => about.includes(id));
      const unsent = {
        ...{ request, isSeries: asked !== undefined && !isUnresolved(asked) && isSeries(asked) },
        why: whyUnsent(step, own, input),
      };
      const ids =
        request === undefined
          ? about.flatMap((id) => byId.get(id)?.operations ?? [])
          : [facts.contract.operationAt(request)];
      return [...new Set(ids)].flatMap((id) => (id === undefined ? [] : [{ ...unsent, id }]));
    });
  return Map.groupBy(found, ({ id }) => id);
}

/** `own`: the verdicts on the requirements for which it is sent. */
function whyUnsent(step: Step, own: readonly Verdict[], input: MapInput): WhyNot {
  const { options, plan, facts, stopped } = input;
  const [first] = own;
  if (first !== undefined && own.every(({ verdict }) => verdict === "not-applicable")) return first;
  if (!covers(options.profile, step.profile) && !(options.readOnly && writes(step)))
    return {
      verdict: "skipped",
      reason: undefined,
      remedy: { options: [{ option: "profile", value: step.profile }] },
    };
  if (facts.all(step).length > 0) return asUndecided(inconclusive("not-answered"));
  if (stopped !== undefined) return asUndecided(causedBy(stopped));
  const known = facts.notSent(step) ?? plan.leftOut.get(step.id) ?? askedOf(step, facts);
  return asUndecided(known !== undefined && isUnresolved(known) ? known : untested("not-needed"));
}

/** Undefined where it throws: that is an error of the suite where it is sent, and not here. */
function askedOf(step: Step, facts: Facts): ReturnType<Step["request"]> | undefined {
  try {
    return step.request(facts);
  } catch {
    return undefined;
  }
}
