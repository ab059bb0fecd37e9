import type { CaseRef } from "../check/case.ts";
import type { RootCause, RunReason } from "../check/results/cause.ts";
import type { Cause } from "../check/results/defect.ts";
import type { Unresolved } from "../check/results/unresolved.ts";
import type { Profile, Verdict } from "../check/results/verdict.ts";
import type { SuiteWords } from "../check/suite.ts";
import type { StepId, WholeExchange } from "../exchange/exchange.ts";
import type { PauseCause } from "../exchange/pacing/pause.ts";
import type { AreaProgress } from "./plan/plan-progress.ts";

export type Outcome = "conforming" | "non-conforming" | "inconclusive";

/** One of the things that a run stored, or may have stored. */
export interface Created {
  /** Its exact digits, or the JSON that stands in their place; null: the answer shows none. */
  readonly id: string | null;
  /** The name in the answer, else the one that was sent. */
  readonly name: string;
  readonly exchange: number;
  /** False where no 2xx says that it was stored: something may be stored after a 5xx, a redirect or a lost answer. */
  readonly certain: boolean;
}

/** What ended the rounds: their number, their time, or a cap of the run. */
export type RoundLimit = "rounds" | "for" | "max-duration" | "max-requests";

/** One round of a run with `rounds` or `for`. */
export interface PlayedRound {
  readonly round: number;
  /** The seed that chose its inputs. */
  readonly seed: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly requests: number;
}

export interface PlayedRounds {
  readonly played: readonly PlayedRound[];
  readonly endedBy: RoundLimit | "cut-short";
}

/** The rounds of a run, and what they can have missed. */
export interface Rounds extends PlayedRounds {
  /** The number of rounds that was asked for (`rounds`); undefined: as many as fit into the time (`for`). */
  readonly asked: number | undefined;
  /** Undefined where no must was tested more than once. */
  readonly missed: MissedFault | undefined;
}

/** The chance that a fault was missed that shows in one answer of so many. */
export interface MissedFault {
  readonly oneOf: number;
  /** The tested must that was judged on the fewest answers. */
  readonly weakest: Chance;
  /** The median must: half of the tested musts were judged on fewer answers. */
  readonly median: Chance;
}

export interface Chance {
  readonly id: string;
  readonly answers: number;
  /** A probability, from 0 to 1. */
  readonly chance: number;
}

/** Cases that were not tested, all for one reason. */
export interface LeftOut {
  readonly why: Unresolved;
  readonly cases: readonly { readonly requirement: string; readonly case: CaseRef }[];
}

/** How many of the cases of its profile a run tested. Cases that do not apply are not counted. */
export interface CaseCount {
  readonly total: number;
  readonly tested: number;
}

export interface CasesTested extends CaseCount {
  /** The largest group first. */
  readonly leftOut: readonly LeftOut[];
}

/** What the verdicts come to, and how the process ends. */
export interface Decided {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3 | 70;
  readonly reason: RunReason | undefined;
}

/** The result of judging: a service by a run or its traffic, or a client by an exam. */
export interface Judgement extends Decided {
  readonly tool: { readonly name: "petstore-conformance"; readonly version: string };
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Musts and shoulds by verdict. */
  readonly counts: Readonly<Record<"must" | "should", Readonly<Record<Verdict["verdict"], number>>>>;
  /** In the catalogue's order. */
  readonly verdicts: readonly Verdict[];
  /** The interface's own words, from which reasons are made. */
  readonly words: SuiteWords;
  /** Notes that are no verdicts, a sentence each. */
  readonly notes: readonly string[];
}

export interface DocumentName {
  readonly title: string;
  readonly version: string;
  readonly source: string;
}

/** The document of a run, and how much of it was tested. */
export interface TestedDocument extends DocumentName {
  /** In which ways the loaded document is looser than the embedded contract. */
  readonly looser: readonly string[];
  /** Operations of the loaded document that nothing tests, as `DELETE /things/{id}`. */
  readonly untestedOperations: readonly string[];
  /** For a document with more operations than the suite knows: how many of them were tested. */
  readonly operations?: { readonly tested: number; readonly of: number };
}

/** The whole result of a run; every report is made from it alone. It leaves the process only as `Redacted<Run>`. */
export interface Run extends Judgement {
  /** 20 hex digits; stands in the names of what the run creates. */
  readonly runId: string;
  readonly seed: number;
  readonly profile: Profile;
  /** The base address as given, for the reference server `reference server (in process)`. */
  readonly target: string;
  readonly clock: "wall" | "virtual";
  readonly spec: TestedDocument;
  /** True when the run was cut short. */
  readonly partial: boolean;
  readonly rootCause: RootCause | undefined;
  readonly cases: CasesTested;
  /** What is wrong, each defect once, worst first: of the failed verdicts, which follow from which. */
  readonly causes: readonly Cause[];
  readonly exchanges: readonly WholeExchange[];
  readonly created: readonly Created[];
  /** Requests sent; those among them that may store something, those of the over-limit probe, and the experiments. */
  readonly requests: Readonly<Record<"total" | "writes" | "probe" | "experiments", number>>;
  readonly rounds?: Rounds;
  /** Requirements of which every failure is listed in `--known-failures`: they do not change the outcome. */
  readonly known?: readonly string[];
  /** Exceptions in the suite's own code; never a verdict on the target. */
  readonly suiteErrors: readonly { readonly where: string; readonly message: string }[];
}

/**
 * Why the run waits: the target is not there yet (`ready`), few requests are left until its limit resets
 * (`rate-limit`), a 429 named a time (`retry-after`) or none (`backoff`), the over-limit probe wants a whole window
 * (`probe`), or a list may lag behind what was created (`consistency`).
 */
export type WaitCause = PauseCause | "ready" | "probe" | "consistency" | "late";

/** What a run reports while it goes on. */
export type RunEvent =
  /** Once, before the first request. */
  | {
      readonly kind: "planned";
      /** The most requests, and the most creates. */
      readonly requests: number;
      readonly creates: number;
      /** How many of the requests the over-limit probe sends at most. */
      readonly probe: number;
      /** Every area that is planned for, in the catalogue's order. The first answers may make the plan longer. */
      readonly areas: readonly AreaProgress[];
    }
  /** With `rounds` or `for`, before the first request of each round. */
  | {
      readonly kind: "round";
      readonly round: number;
      /** How many were asked for; undefined: as many as fit into the time. */
      readonly of: number | undefined;
      readonly seed: number;
      /** Every area, of which nothing of this round is settled yet. */
      readonly areas: readonly AreaProgress[];
    }
  | {
      readonly kind: "exchange";
      readonly exchange: WholeExchange;
    }
  /** A step of the plan has its last answer, or is not sent. */
  | {
      readonly kind: "settled";
      readonly step: StepId;
      readonly label: string;
      readonly areas: readonly AreaProgress[];
    }
  | {
      readonly kind: "waiting";
      readonly cause: WaitCause;
      /** Completes "waiting: …". */
      readonly reason: string;
      /** On the run's clock; the wait may end sooner. */
      readonly untilMs: number;
      /** The one step that waits, until it is settled; undefined where nothing is sent. */
      readonly step?: StepId;
      readonly label?: string;
    }
  | { readonly kind: "notice"; readonly sentence: string }
  /** The last event; only the library sends it. */
  | { readonly kind: "finished"; readonly run: Run };
