import type { Sheet, SheetHead, SheetTable } from "#report/compare/sheet.ts";
import { firstNamed } from "#report/words/sentences.ts";
import type { Impact, ShownVerdict } from "./impact.ts";
import type { RevisedRequirement } from "./revised-requirements.ts";
import { revisionSummary, sentences } from "./revision-words.ts";

/** What a revision changes, and what that does to those of whom there is evidence. */
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

/** The most requirements that one line names. */
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
