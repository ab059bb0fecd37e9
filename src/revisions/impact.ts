import type { Change } from "#core/check/change.ts";
import type { Level } from "#core/check/requirement.ts";
import type { Sheet, SheetHead, SheetTable } from "#report/compare/sheet.ts";
import { firstNamed } from "#report/words/sentences.ts";
import { effectsOf, type RevisedRequirement } from "./revised-requirements.ts";
import { changeInWords, revisionSummary, sentences } from "./revision-words.ts";

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

export interface JudgedSide {
  readonly side: "server" | "client";
  /** The target or the client, as its evidence has it. */
  readonly subject: string;
}

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
  readonly evidence: string;
  /** The worst of the three lists, in this order; `conforms` where all are empty. */
  readonly state: "breaks" | "broken before" | "unknown" | "conforms";
  /** Musts that it breaks under the newer document, and not under the older one. */
  readonly breaks: readonly ShownVerdict[];
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
}

export function impactOf(judged: JudgedTwice, { changes, concerned }: Revision): Impact {
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
    ...unmet.map((change) => ({ requirements: [], because: changeInWords(change) })),
    ...[...Map.groupBy(notShown, ({ because = "nothing shows it" }) => because)].map(
      ([because, verdicts]) => ({
        requirements: verdicts.map(({ id }) => id),
        because,
      }),
    ),
  ];
  const found = { breaks, "broken before": brokenBefore, unknown };
  const worst = (["breaks", "broken before", "unknown"] as const).find((one) => found[one].length > 0);
  return { evidence, side, subject, state: worst ?? "conforms", breaks, brokenBefore, unknown };
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

interface Revised {
  /** The documents, each as title, version and where it was read. */
  readonly before: string;
  readonly after: string;
  readonly lines: readonly RevisedRequirement[];
  /** Undefined where no evidence was given. */
  readonly impacts: readonly Impact[] | undefined;
}

/** The worst first. */
const states = {
  breaks: { title: "Breaks", counted: "break", tone: "failed" },
  "broken before": { title: "Broke before", counted: "broke before", tone: "failed" },
  unknown: {
    title: "Not decided by the evidence",
    counted: "cannot be decided by the evidence",
    tone: "untested",
  },
  conforms: { title: "Conforms", counted: "conform", tone: "passed" },
} as const satisfies Readonly<Record<Impact["state"], SheetHead & { counted: string }>>;

/** `16 judged: 2 break, 1 broke before, 3 cannot be decided by the evidence, 10 conform.` */
export function impactSummary(impacts: readonly Impact[]): string {
  const counts = Object.entries(states).map(
    ([state, { counted }]) => `${impacts.filter((impact) => impact.state === state).length} ${counted}`,
  );
  return `${impacts.length} judged: ${counts.join(", ")}.`;
}

/** What changes, what is breaking first; then who is affected. */
export function impactSheet({ before, after, lines, impacts }: Revised): Sheet {
  const isBreaking = ({ server, client }: RevisedRequirement) => [server, client].includes("breaking");
  const { breaking = [], others = [] } = Object.groupBy(lines, (line) =>
    isBreaking(line) ? "breaking" : "others",
  );
  const summary = [revisionSummary(lines), ...(impacts === undefined ? [] : [impactSummary(impacts)])];
  return {
    title: "What a revision changes",
    facts: [
      ["old", before],
      ["new", after],
    ],
    summary: summary.join(" "),
    tables: [
      changedTable("Breaking", "failed", breaking),
      changedTable("Not breaking", "warning", others),
      ...Object.entries(states).map(([state, { title, tone }]) =>
        affectedTable(title, tone, impacts?.filter((impact) => impact.state === state) ?? []),
      ),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function changedTable(
  title: string,
  tone: SheetTable["tone"],
  lines: readonly RevisedRequirement[],
): SheetTable {
  return {
    ...{ title, tone },
    head: ["Requirement", "Server", "Client"],
    rows: lines.map(({ id, text = "", changes, server, client }) => ({
      name: id,
      cells: [`server ${server}`, `client ${client}`],
      ...{ text, details: sentences(changes) },
    })),
  };
}

function affectedTable(title: string, tone: SheetTable["tone"], impacts: readonly Impact[]): SheetTable {
  return {
    ...{ title, tone },
    head: ["Who", "Side", "Evidence"],
    rows: impacts.map((impact) => ({
      name: impact.subject,
      cells: [impact.side, impact.evidence],
      ...{ text: "", details: detailsOf(impact) },
    })),
  };
}

const shownNames = 5;

function detailsOf({ breaks, brokenBefore, unknown }: Impact): readonly string[] {
  const because = (label: string) => (verdict: ShownVerdict) =>
    `${label} ${[verdict.id, ...(verdict.clause === undefined ? [] : [`(${verdict.clause})`])].join(" ")}: ${verdict.because ?? verdict.text}`;
  return [
    ...breaks.map(because("breaks")),
    ...brokenBefore.map(because("broke already")),
    ...unknown.map(
      ({ requirements, because }) =>
        `not tested: ${[firstNamed(requirements, shownNames), because].filter((text) => text !== "").join(": ")}`,
    ),
  ];
}
