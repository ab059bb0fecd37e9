import type { Contract, OperationId } from "../contract/contract.ts";
import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { RootCause } from "./cause.ts";
import type { Cause } from "./defect.ts";
import type { Expectation } from "./expectation.ts";
import type { Answered, Facts } from "./facts.ts";
import type { Priority } from "./priority.ts";
import type { Requirement } from "./requirement.ts";
import type { Step, StepRef } from "./step.ts";
import type { Unresolved } from "./unresolved.ts";
import type { Finding, Observation, Profile, Verdict } from "./verdict.ts";

/**
 * A check is data and pure functions. `Suites` are all of them; the registry collects what the
 * files of `suites/` export.
 */
export type Check = Scenario | Invariant | TraceCheck;

/** Whose answer shows that nothing but the thing judged explains a refusal. */
export interface Control {
  /** The step that sent the same request but for the one thing judged; of several, any may hold. */
  readonly step: StepRef | readonly [StepRef, ...StepRef[]];
  /** What its answer must be: `answered 200`. */
  readonly held: (answer: Answered, facts: Facts) => boolean;
  /** Completes "its control … was not …", and names all that `held` asks for. */
  readonly words: string;
  /** Where the steps may ask for something else than what is judged: whether this answer is to the same. */
  readonly isAbout?: (answer: Answered, facts: Facts) => boolean;
}

/** One promised case: judged on its own. */
export interface Case {
  readonly step: Step;
  /** Where the case is called otherwise than its step. */
  readonly label?: string;
  readonly expect: Expectation<"served">;
  /** Which requests of a series it is about; undefined: all of them. */
  readonly of?: (exchange: Exchange) => boolean;
  /** Further steps without which the case could not show anything, such as those that fill a store. */
  readonly needs?: readonly StepRef[];
  /** Set when nothing is judged, however it was answered. */
  readonly precondition?: (answer: Answered, facts: Facts) => Unresolved | undefined;
  /** Set when the evidence could not have gone the other way, whatever the server did. */
  readonly vacuousWhen?: (answer: Answered, facts: Facts) => Unresolved | undefined;
}

/** A case whose expected answer is, or may be, a refusal: it does not compile without its control. */
export interface RefusalCase extends Omit<Case, "expect"> {
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
  readonly judge: (exchange: Exchange, facts: Facts) => Judged | undefined;
  /** True where it rests on knowing that the key is valid, which the traffic of others does not tell. */
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

/** A case that a profile promises for a requirement. */
export interface PromisedCase {
  readonly case: string;
  readonly profile: Profile;
  /** As `Step.value`; 1 unless it says otherwise. */
  readonly priority?: Priority;
  /** The steps that give the evidence. */
  readonly from: readonly StepRef[];
}

/** What one exchange shows. */
export type Judged =
  | { readonly case: string; readonly held: true }
  | { readonly case: string; readonly broken: Omit<Finding, "case" | "got" | "exchange" | "related"> }
  | { readonly case: string; readonly unresolved: Unresolved };

/** What the folder `suites/` holds. */
export interface Suites {
  readonly checks: readonly Check[];
  /** Steps that stand for themselves: preflight, controls, fillings. */
  readonly steps: (contract: Contract) => readonly Step[];
  /** By operation: what shows that it works at all. No requirement about it passes without. */
  readonly positiveControls: Readonly<Partial<Record<OperationId, PositiveControl>>>;
  /** The first list and the first create: they decide what depends on them. */
  readonly preflight: {
    readonly list: StepRef;
    readonly create: StepRef;
    /** A list without the key: sent where the two are answered as the service never does (ruling 42). */
    readonly withoutKey: StepRef;
    /** Steps that show the size of the store, so that a thorough run can plan how far to fill it. */
    readonly size: (contract: Contract) => StepRef | undefined;
    /** A list that none of these requests asked for, as unlike the refused one as may be (ruling 31); undefined: none is left. */
    readonly unsentList: (
      contract: Contract,
      refused: RequestSpec,
      sent: readonly RequestSpec[],
    ) => RequestSpec | undefined;
  };
  /** One cause that explains what was lost, found in the finished evidence. */
  readonly rootCause: (facts: Facts) => RootCause | undefined;
  /** What is wrong with the target, each defect once with all that follows from it, worst first. Pure. */
  readonly causes: (
    observations: readonly Observation[],
    verdicts: readonly Verdict[],
    facts: Facts,
  ) => readonly Cause[];
  /** What is worth knowing of the target and no verdict, a sentence each. */
  readonly notes: (facts: Facts) => readonly string[];
  /** Why a requirement does not apply, by a fact known before anything is sent; undefined where it does. */
  readonly notApplicable: (requirement: Requirement, facts: Facts) => string | undefined;
  /** The over-limit probe's request and labels. */
  readonly probe: ProbePlan;
}

export interface ProbePlan {
  /** The requirements that it serves. */
  readonly about: readonly string[];
  readonly request: RequestSpec;
  /** Of the request with a second key, before the probe. */
  readonly secondKey: StepRef;
  /** Of the requests that go over the limit, and of those after the wait. */
  readonly burst: StepRef;
  readonly recovery: StepRef;
}

export interface PositiveControl {
  readonly steps: readonly StepRef[];
  /** Undefined when it held. */
  readonly missing: (facts: Facts) => Unresolved | undefined;
}

export function scenario(about: string, cases: (contract: Contract) => readonly Case[]): Scenario {
  return { kind: "scenario", about, cases };
}

/** A scenario whose cases are refusals, each with its control. */
export function refusal(about: string, cases: (contract: Contract) => readonly RefusalCase[]): Scenario {
  return { kind: "scenario", about, cases };
}

export function invariant(
  about: string,
  promises: Invariant["promises"],
  judge: Invariant["judge"],
): Invariant {
  return { kind: "invariant", about, promises, judge };
}

export function traceCheck(
  about: string,
  promises: TraceCheck["promises"],
  judge: TraceCheck["judge"],
  span: TraceCheck["span"] = "round",
): TraceCheck {
  return { kind: "trace", about, promises, judge, span };
}
