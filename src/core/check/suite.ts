import type { Contract } from "../contract/contract.ts";
import type { OperationId } from "../contract/operations.ts";
import type { Spec } from "../contract/spec.ts";
import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { Declared, Options } from "../options/option.ts";
import type { StepRef } from "./case.ts";
import type { Change } from "./change.ts";
import type { Check } from "./check.ts";
import type { Facts, Setting } from "./facts.ts";
import type { Step } from "./inputs/step.ts";
import type { Requirement } from "./requirement.ts";
import type { RootCause } from "./results/cause.ts";
import type { Cause, Tried } from "./results/defect.ts";
import type { Reason, ReasonWords, Unresolved } from "./results/unresolved.ts";
import type { Observation, Verdict } from "./results/verdict.ts";
import type { TrafficChecks } from "./traffic-check.ts";

/** What the suite of servers and that of clients both say of an interface. */
export interface SuiteBase {
  /**
   * Reads the document to check a target against: the suite's own where none is named.
   * @throws SpecError naming the place in the document and what to do
   */
  readonly load: (asked: AskedDocument) => Promise<Contract>;
  /** Every requirement, in the order of reports, with the contract's values in its text. */
  readonly requirements: (contract: Contract) => readonly Requirement[];
  readonly words: SuiteWords;
}

/**
 * One interface, as the core is given it: what it promises, how that is checked, and what its words mean. The core
 * knows nothing else of an interface, so another one is another value of this type.
 */
export interface Suite extends SuiteBase {
  /** What the owner of a service may declare of it: options beside those of the core. */
  readonly settings: Options;
  readonly checks: readonly Check[];
  /** What the checks about a requirement are given, where that is not all that is known. */
  readonly seenBy?: (about: string, facts: Facts) => Facts;
  /** Steps that belong to no case: preflight, controls, and those that fill the store. */
  readonly steps: (contract: Contract) => readonly Step[];
  /** For each operation, the control that shows that it works at all. No requirement about it passes without that. */
  readonly positiveControls: Readonly<Partial<Record<OperationId, PositiveControl>>>;
  readonly preflight: Preflight;
  /** The over-limit probe's request and labels. */
  readonly probe: ProbePlan;
  /** Why a requirement does not apply, by a fact known before anything is sent; undefined where it does. */
  readonly notApplicable: (requirement: Requirement, facts: Facts) => Reason | undefined;
  /** The root cause that explains lost evidence, found in the finished evidence. */
  readonly rootCause: (facts: Facts) => RootCause | undefined;
  /**
   * What is wrong with the target, each defect once with all that follows from it, worst first. Pure. Asked only where
   * something fails, so that its code may be loaded then.
   */
  readonly causes: (
    observations: readonly Observation[],
    verdicts: readonly Verdict[],
    facts: Facts,
    /** The results of experiments, if there were any. */
    tried: readonly Tried[],
  ) => Promise<readonly Cause[]>;
  /** The request to send once more, a create by another name; undefined where that might do harm. */
  readonly renewed: (spec: RequestSpec, nth: number) => RequestSpec | undefined;
  /** Notes about the target that are no verdicts, a sentence each. */
  readonly notes: (facts: Facts) => readonly string[];
  /** Which requirements a change of the document concerns; none where the suite does not know the operation. */
  readonly concerned: (change: Change) => readonly string[];
  /** What is judged of traffic that others sent, beside the invariants. */
  readonly traffic: TrafficChecks;
}

/** A suite with the document that a target is checked against, and its requirements of that document. */
export interface PreparedSuite {
  readonly contract: Contract;
  readonly suite: Suite;
  readonly requirements: readonly Requirement[];
}

export interface AskedDocument {
  /** A path or a URL; the suite's own document where none is given. */
  readonly spec?: string | undefined;
  /** By the suite's settings: they may change what the document says. */
  readonly declared?: Declared;
  /** A document that is held at the same time. */
  readonly beside?: Spec | undefined;
}

/** What the interface calls things, where a sentence of the core names them. */
export interface SuiteWords {
  /** What the interface is called in headings, and within a sentence: `Things`, `thing store`. */
  readonly title: string;
  readonly name: string;
  /** What a create stores: `thing`, `things`. */
  readonly thing: string;
  readonly things: string;
  /** Of the reasons that it has beside those of the core. */
  readonly reasons: readonly ReasonWords[];
}

/** The first list and the first create: they decide what depends on them. */
export interface Preflight {
  /** The operation that lists. */
  readonly operation: OperationId;
  /** Whether this answer to a list, or to any request for its address, is the service's own. */
  readonly isService: (exchange: Exchange) => boolean;
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
}

export interface ProbePlan {
  readonly about: readonly string[];
  readonly request: RequestSpec;
  /** Of the requests that go over the limit, and of those after the wait. */
  readonly burst: StepRef;
  readonly recovery: StepRef;
  /** Of the other requests between the last ones before the limit. */
  readonly between: StepRef;
  /** Whether so large a limit is one of a day: exhausted, it would lock the key out for hours. */
  readonly isDaily: (limit: number, setting: Setting) => boolean;
}

export interface PositiveControl {
  readonly steps: readonly StepRef[];
  /** Undefined when it held. */
  readonly missing: (facts: Facts) => Unresolved | undefined;
}
