import type { RootCause } from "#core/check/results/cause.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { RequestBody, RequestSpec, StepId, WholeExchange } from "#core/exchange/exchange.ts";
import type { RecordedCredential, RecordedExchange, RedactedIn } from "#core/exchange/recorded-exchange.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { RunOptions } from "../options.ts";
import type { PlanLimits } from "../plan/plan-budget.ts";
import type { PlayedRounds, Run } from "../result.ts";

export interface RunTarget {
  readonly baseUrl: URL;
  /** What reports call the target. */
  readonly target: string;
  readonly clockKind: "wall" | "virtual";
}

export interface RunStart extends RunTarget {
  readonly startedAtMs: number;
  /** False for a key that is the same in any letter case. */
  readonly keyHasCase: boolean;
  /** True for a key that may be a word. */
  readonly keyIsWord: boolean;
  readonly options: RunOptions;
}

export interface RunEnd extends PlayedRounds {
  readonly endedAtMs: number;
  readonly stopped: RootCause | undefined;
  /** Exceptions in the suite's own code while it was sending. */
  readonly errors: Run["suiteErrors"];
}

/** What happens in a run, in order and unredacted: nothing outside the run sees it. */
export type JournalEntry =
  | { readonly kind: "start"; readonly start: RunStart }
  /** In the order of ending, which is not always the order of sending. */
  | { readonly kind: "exchange"; readonly exchange: WholeExchange }
  | PlainEntry;

type PlainEntry =
  /** The entries that follow belong to this round, from 2. */
  | { readonly kind: "round"; readonly round: number; readonly seed: number }
  /** The plan of the round under way was made, from what had been answered by now. */
  | { readonly kind: "plan"; readonly limits: PlanLimits }
  | { readonly kind: "not-sent"; readonly step: StepId; readonly why: Unresolved }
  /** This exchange is not judged (rulings 14, 26, 31, 42). */
  | { readonly kind: "set-aside"; readonly exchange: number }
  | { readonly kind: "end"; readonly end: RunEnd };

export type Journal = (entry: JournalEntry) => void;

/**
 * An entry without secrets. Judging such entries gives the same verdicts, unless a verdict rests on what was redacted.
 */
export type KeptEntry =
  | { readonly kind: "start"; readonly start: KeptStart }
  | { readonly kind: "exchange"; readonly exchange: KeptExchange }
  | PlainEntry;

type KeptStart = Omit<RunStart, "baseUrl"> & { readonly baseUrl: Redacted<string> };

export interface KeptExchange extends Omit<RecordedExchange, "request" | "outcome"> {
  readonly request: KeptRequest;
  readonly outcome: Redacted<RecordedExchange["outcome"]>;
  readonly redactedIn?: RedactedIn;
}

interface KeptRequest {
  readonly method: RequestSpec["method"];
  readonly credential: RecordedCredential;
  readonly path: Redacted<string>;
  readonly query?: Redacted<NonNullable<RequestSpec["query"]>>;
  readonly body?: Redacted<RequestBody>;
}

export type KeptJournal = (entry: KeptEntry) => void;
