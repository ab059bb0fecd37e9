import { expect, test } from "vitest";
import { sampleVerdict } from "../../../testing/report/sample-run.ts";
import { sampleSavedRun } from "../../../testing/report/sample-saved-run.ts";
import { matrixPage } from "../html/table-page.ts";
import { matrixAsMarkdown, matrixForTerminal } from "./matrix.ts";

const columns = [
  { name: "Go", run: sampleSavedRun({ verdicts: [sampleVerdict("A-1", "pass")], outcome: "conforming" }) },
  {
    name: "<b>Rust|",
    run: sampleSavedRun({ verdicts: [sampleVerdict("A-1", "fail"), sampleVerdict("A-2", "pass")] }),
  },
];

test("a requirement is a row, an implementation a column, and what a run does not know is empty", () => {
  expect(matrixForTerminal(columns, 60, false)).toBe(`1  Go: conforming, 1 of 1 musts passed
2  <b>Rust|: non-conforming, 1 of 2 musts passed

            1  2
A-1         ✓  ✗  do-a-1: What A-1 asks for.
A-2            ✓  do-a-2: What A-2 asks for.
`);
});

test("the Markdown table keeps its columns whatever a name holds", () => {
  const rows = matrixAsMarkdown(columns)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.match(/\|/g)).toHaveLength(5);
});

test("the page shows every column, and nothing of a name as markup", () => {
  expect(matrixPage(columns)).toContain("&lt;b>Rust|");
  expect(matrixPage(columns)).not.toMatch(/<b>|<script/);
});
