import type { Change } from "#core/check/change.ts";
import type { Level } from "#core/check/requirement.ts";
import { effectsOf } from "./duties.ts";

/** What evidence shows of one requirement under a document. */
export interface ShownVerdict {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  /** Its place in the interface; undefined for the requests of traffic, which are judged as a whole. */
  readonly clause?: string;
  /** `unknown`: nothing of the evidence shows it; `none`: it is not judged. */
  readonly state: "conforms" | "breaks" | "unknown" | "none";
  /** How it is broken and in which exchange, or why it is not known. */
  readonly because: string | undefined;
}

/** Who is judged. */
export interface JudgedSide {
  readonly side: "server" | "client";
  /** The target or the client, as its evidence has it. */
  readonly subject: string;
}

/** Evidence that was judged by both documents. */
export interface JudgedTwice extends JudgedSide {
  /** The file that holds it, as it was named. */
  readonly evidence: string;
  readonly before: readonly ShownVerdict[];
  readonly after: readonly ShownVerdict[];
  /** Operations of the older document that its requests go to, by the names of the document. */
  readonly called: ReadonlySet<string>;
}

/** What a revision does to one server or client, as far as its evidence shows. */
export interface Impact extends JudgedSide {
  /** The file that holds the evidence, as it was named. */
  readonly evidence: string;
  /** The worst of the three lists, in this order; `conforms` where all are empty. */
  readonly state: "breaks" | "broken before" | "unknown" | "conforms";
  /** Musts that it breaks under the newer document, and not under the older one. */
  readonly breaks: readonly ShownVerdict[];
  /** Musts that it broke already. */
  readonly brokenBefore: readonly ShownVerdict[];
  /** What the evidence does not show, and would have to be tested. */
  readonly unknown: readonly NotShown[];
}

/** Why some musts are not shown; none are named where it is about answers that a client has not met. */
interface NotShown {
  readonly requirements: readonly string[];
  readonly because: string;
}

interface Revision {
  readonly changes: readonly Change[];
  /** The requirements that a change concerns; none where the suite does not know the operation. */
  readonly concerned: (change: Change) => readonly string[];
  readonly worded: (change: Change) => string;
}

/** What a revision does to one server or client. Pure. */
export function impactOf(judged: JudgedTwice, { changes, concerned, worded }: Revision): Impact {
  const { evidence, side, subject, after, called } = judged;
  const before = new Map(judged.before.map((verdict) => [verdict.id, verdict.state]));
  const musts = after.filter(({ level }) => level === "must");
  const broken = musts.filter(({ state }) => state === "breaks");
  const breaks = broken.filter(({ id }) => before.get(id) !== "breaks");
  const brokenBefore = broken.filter(({ id }) => before.get(id) === "breaks");
  // What the older document left unknown, too, is not an effect of this revision.
  const notShown = musts.filter(({ id, state }) => state === "unknown" && before.get(id) !== "unknown");
  const reported = new Set(
    [...notShown, ...musts.filter(({ state }) => state === "conforms" || state === "breaks")].map(
      ({ id }) => id,
    ),
  );
  const unmet = changes.filter((change) =>
    side === "client"
      ? isUnmet(change, called)
      : effectsOf(change).server === "breaking" &&
        (isNeverSent(change) || !concerned(change).some((id) => reported.has(id))),
  );
  const unknown = [
    ...unmet.map((change) => ({ requirements: [], because: worded(change) })),
    ...[...Map.groupBy(notShown, ({ because = "nothing shows it" }) => because)].map(
      ([because, verdicts]) => ({
        requirements: verdicts.map(({ id }) => id),
        because,
      }),
    ),
  ];
  const state =
    breaks.length > 0
      ? "breaks"
      : brokenBefore.length > 0
        ? "broken before"
        : unknown.length > 0
          ? "unknown"
          : "conforms";
  return { evidence, side, subject, state, breaks, brokenBefore, unknown };
}

/** Of what has no evidence that could be judged. */
export function notShown(evidence: string, of: JudgedSide, because: string): Impact {
  const unknown = [{ requirements: [], because }];
  return { ...of, evidence, state: "unknown", breaks: [], brokenBefore: [], unknown };
}

/** A parameter, body or credential that the older document does not have: requests that were made by it do not send it. */
function isNeverSent({ keyword, part }: Change): boolean {
  return keyword === "parameter" || keyword === "body" || part.in === "security";
}

/** A change of what is answered that a client has not met: what it does about it, its recording does not show. */
function isUnmet(change: Change, called: ReadonlySet<string>): boolean {
  const { part, operation, keyword } = change;
  const isCalled = operation === "" || called.has(operation);
  const isJudged = (part.in === "parameter" || part.in === "body") && keyword !== "default";
  return !isJudged && keyword !== "operation" && isCalled && effectsOf(change).client === "breaking";
}
