import type { OperationId } from "../contract/operations.ts";
import { type Exchange, type Timed, timesOf } from "../exchange/exchange.ts";
import type { CaseRef } from "./case.ts";
import type { TraceCheck } from "./check.ts";
import type { Answered, Facts } from "./facts.ts";
import { type Observer, observer } from "./observe.ts";
import type { Observation } from "./results/verdict.ts";

/** How traffic that others sent is judged beside the invariants (ruling 41). */
export interface TrafficChecks {
  /** They take the place of invariants about the same requirements. */
  readonly lone: readonly LoneCheck[];
  readonly keyed: readonly KeyCheck[];
}

/** What each exchange shows by itself: its facts hold one at a time. */
export type LoneCheck = TrafficCheck | (TraceCheck & { readonly alone: Alone });

/** Of traffic alone: in a run, the cases of scenarios show it. */
export interface TrafficCheck {
  readonly kind: "lone";
  readonly about: string;
  readonly judge: TraceCheck["judge"];
  readonly alone: Alone;
}

/** How the results of single exchanges add up. By default, each exchange that breaks the requirement fails it. */
export interface Alone {
  /** True where one answer keeps the requirement for all of the traffic. */
  readonly keptByOne?: true;
  /** The id of another requirement. As soon as one answer keeps that one, every answer must keep this one. */
  readonly dueWith?: string;
}

/** @param of the case of what its judge observes */
export function trafficCheck(
  about: string,
  of: CaseRef,
  judge: (exchange: Exchange, observe: Observer, facts: Facts) => Observation | undefined,
): TrafficCheck {
  const observe = observer(about, of);
  return {
    ...{ kind: "lone", about, alone: {} },
    judge: (facts) => facts.exchanges.flatMap((exchange) => judge(exchange, observe, facts) ?? []),
  };
}

/** Marks a check of runs that judges each exchange by itself: it judges traffic, too. */
export function lone(check: TraceCheck, alone: Alone = {}) {
  return { ...check, alone };
}

/**
 * Judges what the exchanges of one key show together. It sees each of them once, in order, and its memory does not grow with
 * the traffic. Others may use the key unseen, and the clocks of recorders differ. It fails only what neither explains.
 */
export interface KeyCheck {
  readonly kind: "keyed";
  /** The requirements that it judges. */
  readonly about: readonly string[];
  /** A state of bounded size for one key. */
  readonly watch: () => KeyWatch;
}

export interface KeyWatch {
  /** Takes in the next answer to the key, in the order of the recording, and reports what it shows. */
  readonly next: (exchange: KeyedAnswer, facts: Facts) => readonly Observation[];
  /** True as soon as everything that it reported may have another explanation: then none of it counts. */
  readonly isWithdrawn?: () => boolean;
  /** How many windows or created things it forgot to keep its memory small, if what it reports depends on them. */
  readonly forgotten?: () => number;
}

/** An answer of one of the operations to a request with the key. */
export interface KeyedAnswer {
  readonly answer: Answered;
  readonly operation: OperationId;
}

/** Recorders may run on several machines, whose clocks are this far apart. */
const clockSlackMs = 1000;

/** What it takes to know the order of two answers. */
export interface Instant extends Timed {
  /** By the service's own clock, where it has one. */
  readonly dateMs?: number | undefined;
}

/**
 * True where the service must have seen `b` more than `lagMs` after `a`, even if the recorders' clocks differ.
 */
export function isWellBefore(a: Instant, b: Instant, lagMs = 0): boolean {
  if (a.dateMs !== undefined && b.dateMs !== undefined && a.dateMs > b.dateMs) return false;
  return timesOf(a).endedAtMs + lagMs + clockSlackMs <= timesOf(b).sentAtMs;
}
