import type { GeneratedInput } from "#core/exchange/exchange.ts";
import type { CaseRef } from "../case.ts";
import type { Requirement, RequirementLine } from "../requirement.ts";
import type { Reason, Remedy, Unresolved, VerdictCause } from "./unresolved.ts";

/** How deep a run goes. */
export type Profile = "quick" | "standard" | "thorough";

export type VerdictKind = "pass" | "fail" | "untested" | "not-applicable" | "inconclusive" | "skipped";

/** Something that breaks a requirement: what the interface asks for, what came instead, and where. */
export interface Finding {
  readonly case: CaseRef;
  readonly generated?: GeneratedInput;
  /** Completes "expected …": `status 401 with an Error body`. */
  readonly expected: string;
  /** Completes "got …": `200 with a list of 3 items`. May hold text of the target's: escape it when it is shown. */
  readonly seen: string;
  /** What came, as data without values. */
  readonly got: Got;
  /** Undefined where no single place of the answer shows it. */
  readonly place: Place | undefined;
  /** The exchange that shows it, and others that it rests on (a control, an earlier answer). */
  readonly exchange: number;
  readonly related: readonly number[];
}

/**
 * What came in place of what was expected, without its value. Two answers that are wrong in the same way have the
 * same. It is made from the answer, so no sentence has to be parsed.
 */
export interface Got {
  /** The status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** What stands at the finding's place; undefined where it is the status, or no place of the answer. */
  readonly at: GotAt | undefined;
}

/**
 * `text`: a header that is not a whole number, or a body that is not JSON. `repeated`: a header that occurs more than
 * once.
 */
type GotAt =
  | "nothing"
  | "repeated"
  | "text"
  | "string"
  | "integer"
  | "number"
  | "literal"
  | "array"
  | "object";

/** What exchanges show about one requirement. Exchanges are named by their ids. */
export type Observation =
  | (Observed & { readonly kind: "held"; readonly subjects: readonly number[] })
  | BrokenObservation
  | (Observed & {
      readonly kind: "unresolved";
      readonly unresolved: Unresolved;
      readonly subjects: readonly number[];
    });

interface Observed {
  readonly requirement: string;
  readonly case: CaseRef;
}

export interface BrokenObservation extends Observed {
  readonly kind: "broken";
  readonly finding: Finding;
}

/** Why a requirement neither passed nor failed. */
export interface Why {
  /** Undefined for a pass and a failure, and where `cause` is the cause of the whole run. */
  readonly reason: Reason | undefined;
  readonly remedy?: Remedy | undefined;
  /** What lies behind it, where that is known. */
  readonly cause?: VerdictCause;
}

/** What a requirement came to, and why. */
export interface Decision extends Why {
  readonly verdict: VerdictKind;
  readonly remedy: Remedy | undefined;
}

export interface VerdictLine extends RequirementLine {
  readonly verdict: VerdictKind;
}

export interface Verdict
  extends VerdictLine,
    Decision,
    Pick<Requirement, "area" | "clause" | "rulings" | "guidance"> {
  /** For an inconclusive verdict: the musts that were broken by answers on which it rests. */
  readonly hangsOn?: readonly string[];
  /** The distinct findings, in the order in which they were seen. */
  readonly findings: readonly FoldedFinding[];
  /** Cases that the profile promises, and how many of them held. */
  readonly cases: { readonly promised: number; readonly held: number; readonly list: readonly CaseRef[] };
  /** How many exchanges it was judged on. */
  readonly judged: number;
  /** With `rounds`: on how many answers the case with the fewest answers was judged. */
  readonly answers?: number;
  /** The exchanges it rests on, at most 200 of them. */
  readonly exchanges: readonly number[];
}

export interface FindingInRounds extends Finding {
  /** With `rounds`, where more than one was played. */
  readonly rounds?: FindingRounds;
}

/** A finding with how often it was seen: an intermittent fault is a fault (ruling 30). */
export interface FoldedFinding extends FindingInRounds {
  /** Exchanges of this case that broke the requirement … */
  readonly broken: number;
  /** … of so many judged in this case. */
  readonly of: number;
}

/** In which rounds a case broke its requirement, and in which it held (ruling 30). */
export interface FindingRounds {
  readonly broke: readonly number[];
  readonly held: readonly number[];
  /** The seed of the round in which the finding was seen. */
  readonly seed: number;
  /** An answer of a round in which the case held. */
  readonly otherwise?: { readonly exchange: number; readonly seen: string };
}

/** Where in an answer something stands. `pointer`: a JSON pointer (RFC 6901) into the body; empty for all of it. */
export type Place =
  | { readonly in: "status" }
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "body"; readonly pointer: string };

export const inStatus: Place = { in: "status" };

export function inHeader(name: string): Place {
  return { in: "header", name };
}

/** @param pointer a JSON pointer; without one, the whole body */
export function inBody(pointer = ""): Place {
  return { in: "body", pointer };
}
