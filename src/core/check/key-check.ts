import type { OperationId } from "../contract/contract.ts";
import type { TraceCheck } from "./check.ts";
import type { Answered, Facts } from "./facts.ts";
import type { Observation } from "./verdict.ts";

/** How traffic that others sent is judged beside the invariants (ruling 41). */
export interface TrafficChecks {
  /**
   * Trace checks that are true of each exchange by itself: they are given one at a time. They take the place of
   * invariants about the same requirements.
   */
  readonly lone: readonly TraceCheck[];
  readonly keyed: readonly KeyCheck[];
  /** Requirements that one answer keeps for all of the traffic. */
  readonly keptByOne: readonly string[];
  /** Requirements that are due only where another one is kept: due on any answer as soon as one answer shows it. */
  readonly dueWith: Readonly<Record<string, string>>;
}

/**
 * What the exchanges of one key show one after the other. It sees each of them once, so that memory does not grow with
 * the traffic. Others may use the key unseen, and clocks of several recorders differ: it fails only what no such exchange
 * and no such difference explains.
 */
export interface KeyCheck {
  /** The requirements that it judges. */
  readonly about: readonly string[];
  /** A state of bounded size for one key. */
  readonly watch: () => KeyWatch;
}

export interface KeyWatch {
  /** Takes in the next answer to the key, in the order of the recording, and reports what it shows. */
  readonly next: (exchange: KeyedAnswer, facts: Facts) => readonly Observation[];
  /** True as soon as all that it reported may have another reason: none of it counts. */
  readonly isWithdrawn: () => boolean;
  /** Of how many windows or created things it had to forget what it knew. */
  readonly forgotten: () => number;
}

/** An answer of one of the operations to a request with the key. */
export interface KeyedAnswer {
  readonly answer: Answered;
  readonly operation: OperationId;
}

/** Recorders may run on several machines, whose clocks are this far apart. */
const clockSlackMs = 1000;

/** What it takes to know the order of two answers. */
export interface Instant {
  readonly sentAtMs: number;
  readonly endedAtMs: number;
  /** By the service's own clock, where it has one. */
  readonly dateMs?: number | undefined;
}

/** True where the service cannot have seen `b` before `a`, though the recorders' clocks differ. */
export function isWellBefore(a: Instant, b: Instant): boolean {
  if (a.dateMs !== undefined && b.dateMs !== undefined && a.dateMs > b.dateMs) return false;
  return a.endedAtMs + clockSlackMs <= b.sentAtMs;
}
