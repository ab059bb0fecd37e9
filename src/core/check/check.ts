import type { Contract } from "../contract/contract.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { derivedFrom } from "../memory/derived-from.ts";
import { type CaseRef, type StepRef, wholeCheck } from "./case.ts";
import type { Expectation } from "./expectation.ts";
import type { Answered, Facts } from "./facts.ts";
import type { Depth, Step } from "./inputs/step.ts";
import { type Observer, observer } from "./observe.ts";
import { isUnresolved, type Unresolved } from "./results/unresolved.ts";
import type { Observation } from "./results/verdict.ts";

export type Check = Scenario | Invariant | TraceCheck;

export interface Control {
  /** The step that sent the same request but for the one thing judged; of several, any may hold. */
  readonly step: StepRef | readonly [StepRef, ...StepRef[]];
  /** What its answer must be: `answered 200`. */
  readonly held: (answer: Answered, facts: Facts) => boolean;
  /** Completes "its control … was not …", and names everything that `held` requires. */
  readonly words: string;
  /** Whether this answer is to the request that is judged, where the step may have sent another. */
  readonly isAbout?: (answer: Answered, facts: Facts) => boolean;
}

export interface StepCase {
  readonly step: Step;
  /** Which case it is, if the step shows several cases of the requirement. */
  readonly case?: CaseRef;
  /**
   * True where answers must keep it even while reads lag: then every answer of a step that is repeated is judged.
   */
  readonly keptByLag?: true;
  /** Further steps without which the case could not show anything, such as those that fill a store. */
  readonly needs?: readonly StepRef[];
  /** Why nothing is judged, whatever the answer; undefined where it is judged. */
  readonly precondition?: (answer: Answered, facts: Facts) => Unresolved | undefined;
  /** Why no server could have failed on this evidence; undefined where one could. */
  readonly vacuousWhen?: (answer: Answered, facts: Facts) => Unresolved | undefined;
}

export interface Case extends StepCase {
  readonly expect: Expectation<"served">;
}

/** A case whose expected answer is, or may be, a refusal: it does not compile without its control. */
export interface RefusalCase extends StepCase {
  readonly expect: Expectation<"served" | "rejected">;
  readonly control: Control | readonly Control[];
}

export interface Scenario {
  readonly kind: "scenario";
  readonly about: string;
  readonly cases: (contract: Contract) => readonly (Case | RefusalCase)[];
}

/** A pure function of one exchange and the contract, applied to every exchange of the run, whoever sent it. */
export interface Invariant {
  readonly kind: "invariant";
  readonly about: string;
  /** The cases that it promises, each with the steps that may show it. */
  readonly promises: (contract: Contract) => readonly PromisedCase[];
  /** Undefined: the exchange is no subject of it. */
  readonly judge: (exchange: Exchange, facts: Facts) => Observation | undefined;
  /** True where it needs to know that the key is valid. Traffic of others does not show that. */
  readonly needsOwnKey?: true;
}

/** A pure function of ordered exchanges: it fails only what no interleaving of them allows. */
export interface TraceCheck {
  readonly kind: "trace";
  readonly about: string;
  readonly promises: (contract: Contract) => readonly PromisedCase[];
  readonly judge: (facts: Facts) => readonly Observation[];
  /** What it is applied to: each round of a run by itself, or all of them at once. */
  readonly span: "round" | "run";
}

/** A promise of the check's own case, unless it names another. */
interface Promised {
  readonly case?: CaseRef;
  readonly profile: Depth;
  readonly from: readonly StepRef[];
}

export type PromisedCase = Promised & { readonly case: CaseRef };

export function scenario(about: string, cases: (contract: Contract) => readonly Case[]): Scenario {
  return { kind: "scenario", about, cases: derivedFrom(cases) };
}

/** A scenario whose cases are refusals, each with its control. */
export function refusal(about: string, cases: (contract: Contract) => readonly RefusalCase[]): Scenario {
  return { kind: "scenario", about, cases: derivedFrom(cases) };
}

/** What a check promises: the same for every document, or by the document. */
type Promises = Promised | readonly Promised[] | ((contract: Contract) => readonly Promised[]);

/** What was observed, or why nothing can be said about the check's case. */
type Found = Observation | Unresolved | undefined;

/** @param of the case that it is about, unless it observes another */
export function invariant(
  about: string,
  of: CaseRef,
  promises: Promises,
  judge: (exchange: Exchange, facts: Facts, observe: Observer) => Found,
): Invariant {
  const observe = observer(about, of);
  return {
    ...{ kind: "invariant", about, promises: promised(promises, of) },
    judge: (exchange, facts) => {
      const found = judge(exchange, facts, observe);
      return found && isUnresolved(found) ? observe.unresolved(found, exchange) : found;
    },
  };
}

/** Applied to each round of a run by itself. */
export function traceCheck(
  about: string,
  of: CaseRef,
  promises: Promises,
  judge: (facts: Facts, observe: Observer) => Found | readonly Observation[],
): TraceCheck {
  const observe = observer(about, of);
  return {
    ...{ kind: "trace", about, promises: promised(promises, of), span: "round" },
    judge: (facts) => {
      const found = judge(facts, observe) ?? [];
      return "kind" in found ? [isUnresolved(found) ? observe.unresolved(found) : found] : found;
    },
  };
}

/** A trace check that is applied to all rounds of a run at once. */
export function runCheck(...given: Parameters<typeof traceCheck>): TraceCheck {
  return { ...traceCheck(...given), span: "run" };
}

export function casesCheck(
  about: string,
  promises: readonly PromisedCase[] | Invariant["promises"],
  judge: (facts: Facts, observing: (of: CaseRef) => Observer) => readonly Observation[],
): TraceCheck {
  return traceCheck(about, wholeCheck, promises, (facts, observe) => judge(facts, observe.of));
}

function promised(promises: Promises, of: CaseRef): Invariant["promises"] {
  const made = typeof promises === "function" ? promises : () => [promises].flat();
  return (contract) => made(contract).map((one) => ({ case: of, ...one }));
}
