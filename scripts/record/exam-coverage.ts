import type { CoverageRow } from "../../src/exam/proof/coverage.ts";
import { operations } from "../../src/exam/proof/forms.ts";
import { escapeForMarkdown, markdownTable } from "../../src/report/formats/markdown.ts";

/** More situations than this are not named. */
const mostNamed = 3;

/** What the exam judges, and in which situations, as a table; below it why some places are empty. */
export function coverageTable(rows: readonly CoverageRow[]): string {
  const reasons = [...new Set(rows.flatMap(({ without }) => Object.values(without)))];
  const cells = rows.map(({ ruling, requirement, form, situations, without }) => [
    String(ruling),
    requirement,
    escapeForMarkdown(form),
    ...operations.map((operation) => {
      const reason = without[operation];
      return reason === undefined ? named(situations[operation]) : `– (${reasons.indexOf(reason) + 1})`;
    }),
  ]);
  const notes = reasons.map((reason, at) => `${at + 1}. ${reason[0]?.toUpperCase()}${reason.slice(1)}.`);
  return `${markdownTable(["ruling", "requirement", "answer", ...operations], cells)}\n${notes.join("\n")}`;
}

function named(situations: readonly string[]): string {
  return situations.length > mostNamed
    ? `${situations.length} situations`
    : situations.map((name) => `\`${name}\``).join(", ");
}
