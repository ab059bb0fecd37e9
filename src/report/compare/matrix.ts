import { requirementName } from "../../check/requirement.ts";
import { palette } from "../console/colour.ts";
import { wrap } from "../console/wrap.ts";
import { escapeForTerminal, shorten } from "../escape.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown.ts";
import { type VerdictMark, verdictMark } from "../verdict-mark.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";

/** One implementation of the matrix. */
export interface MatrixColumn {
  /** Its name for people. */
  readonly name: string;
  readonly run: SavedRun;
}

export interface MatrixRow extends Pick<SavedVerdict, "id" | "slug" | "area" | "level" | "text"> {
  /** One verdict per column; undefined if that report does not have the requirement. */
  readonly verdicts: readonly (SavedVerdict | undefined)[];
}

/** One row per requirement, in the order of the first report, then those that only others have. */
export function matrixRows(columns: readonly MatrixColumn[]): MatrixRow[] {
  const known = columns.map(({ run }) => new Map(run.verdicts.map((verdict) => [verdict.id, verdict])));
  const first = new Map<string, SavedVerdict>();
  for (const { run } of columns)
    for (const verdict of run.verdicts)
      if (verdict.level !== "open" && !first.has(verdict.id)) first.set(verdict.id, verdict);
  return [...first.values()].map((verdict) => ({
    id: verdict.id,
    ...(verdict.slug === undefined ? {} : { slug: verdict.slug }),
    area: verdict.area,
    level: verdict.level,
    text: verdict.text,
    verdicts: known.map((verdicts) => verdicts.get(verdict.id)),
  }));
}

/** `41 of 44`: musts that passed, of those that apply. */
export function mustsPassed({ verdicts }: SavedRun): string {
  const musts = verdicts.filter(
    ({ level, verdict }) => level === "must" && verdict !== "not-applicable" && verdict !== "skipped",
  );
  return `${musts.filter(({ verdict }) => verdict === "pass").length} of ${musts.length}`;
}

const absent: VerdictMark = { symbol: " ", word: "not in this report", tone: "left-out" };

/** The mark of one cell. */
export function cellMark(verdict: SavedVerdict | undefined): VerdictMark {
  return verdict === undefined ? absent : verdictMark(verdict);
}

export function matrixAsMarkdown(columns: readonly MatrixColumn[]): string {
  const head = ["Requirement", "Level", ...columns.map(({ name }) => escapeForMarkdown(name, 60))];
  const rows = matrixRows(columns).map((row) => [
    `**${escapeForMarkdown(requirementName(row))}**: ${escapeForMarkdown(row.text, 200)}`,
    row.level,
    ...row.verdicts.map((verdict) => {
      const { symbol, word } = cellMark(verdict);
      return `${symbol} ${word}`;
    }),
  ]);
  const outcomes = ["**Outcome**", "", ...columns.map(({ run }) => `**${run.outcome}**`)];
  const musts = ["Musts passed", "", ...columns.map(({ run }) => mustsPassed(run))];
  return `# Implementations and requirements\n\n${markdownTable(head, [outcomes, musts, ...rows])}`;
}

/** One symbol per cell; the names are in a numbered list, so that many columns fit. */
export function matrixForTerminal(columns: readonly MatrixColumn[], width: number, colour: boolean): string {
  const paint = palette(colour);
  const tints = { failed: paint.bad, warning: paint.warn, inconclusive: paint.warn, passed: paint.good };
  const lines = columns.map(
    ({ name, run }, index) =>
      `${index + 1}  ${shorten(escapeForTerminal(name), 60)}: ${run.outcome}, ${mustsPassed(run)} musts passed`,
  );
  const numbers = columns.map((_, index) => String(index + 1).padStart(3)).join("");
  lines.push("", `${" ".repeat(10)}${numbers}`);
  const indent = " ".repeat(12 + 3 * columns.length);
  for (const { id, slug, text, verdicts } of matrixRows(columns)) {
    const cells = verdicts.map((verdict) => {
      const { symbol, tone } = cellMark(verdict);
      const tint = tone in tints ? tints[tone as keyof typeof tints] : paint.dim;
      return `  ${tint(symbol)}`;
    });
    const room = Math.max(20, width - indent.length);
    const [head = "", ...rest] = wrap(
      escapeForTerminal(slug === undefined ? text : `${slug}: ${text}`),
      room,
      { first: "", rest: "" },
    );
    lines.push(`${id.padEnd(10)}${cells.join("")}  ${head}`, ...rest.map((line) => indent + line));
  }
  return `${lines.join("\n")}\n`;
}
