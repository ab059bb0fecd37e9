import { expect, test } from "vitest";
import { sampleSavedRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { implementationsPage } from "../html/implementations-page.ts";
import { tableAsMarkdown, tableForTerminal } from "./implementations-text.ts";

const columns = [
  {
    name: "Go",
    run: sampleSavedRun({ verdicts: [sampleVerdict("A-1", "pass")], outcome: "conforming" }),
  },
  {
    name: "<b>Rust|",
    run: sampleSavedRun({ verdicts: [sampleVerdict("A-1", "fail"), sampleVerdict("A-2", "pass")] }),
  },
];

test("a requirement is a row, an implementation a column, and what a run does not know is empty", () => {
  expect(tableForTerminal(columns, 60, false)).toBe(`1  Go: conforming, 1 of 1 musts passed
2  <b>Rust|: non-conforming, 1 of 2 musts passed

            1  2
A-1         ✓  ✗  do-a-1: What A-1 asks for.
A-2            ✓  do-a-2: What A-2 asks for.
`);
});

test("the Markdown table keeps its columns whatever a name holds", () => {
  const rows = tableAsMarkdown(columns)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.match(/\|/g)).toHaveLength(5);
});

test("the page shows every column, and nothing of a name as markup", () => {
  expect(implementationsPage(columns)).toContain("&lt;b>Rust|");
  expect(implementationsPage(columns)).not.toMatch(/<b>|<script/);
});

/** The first two fail A-1; of the last a second is only warned. */
const many = Array.from({ length: 30 }, (_, at) => ({
  name: at === 29 ? "<b>last|" : `impl-${at}`,
  run: sampleSavedRun({
    verdicts: [
      sampleVerdict("A-1", at < 2 ? "fail" : "pass"),
      sampleVerdict("A-2", at === 29 ? "fail" : "untested", { level: "should" }),
      sampleVerdict("A-3", "pass"),
    ],
    outcome: at < 2 ? "non-conforming" : "conforming",
  }),
}));

test("more implementations than a terminal has room for are counted, and those that fail are named", () => {
  const text = tableForTerminal(many, 80, false);
  expect(text).toContain("30 implementations: 28 conforming, 2 non-conforming\n");
  expect(text).toContain("A-1 do-a-1  must  ✗ failed in 2, ✓ passed in 28  What A-1 asks for.\n");
  expect(text).toContain("fails in impl-0, impl-1\n");
  expect(text).toContain("A-2 do-a-2  should  ○ untested in 29, ! warning in 1  ");
  expect(text).toContain("warns in <b>last|\n");
  expect(text).toContain("failed or inconclusive in none  A-3\n");
  expect(text).toContain("impl-1  non-conforming  1 of 2 musts passed  failed: A-1\n");
  expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
});

test("so they are in Markdown, and the page has all of them", () => {
  const markdown = tableAsMarkdown(many);
  expect(markdown).toContain(
    "| A-1 do-a-1 | must | ✗ failed in 2, ✓ passed in 28 | What A-1 asks for.<br>fails in impl-0, impl-1 |",
  );
  expect(markdown).toContain("| impl-0 | non-conforming | 1 of 2 musts passed | failed: A-1 |");
  expect(markdown).not.toContain("<b>");
  const page = implementationsPage(many);
  // A-3 passes in all of them.
  expect(page).toContain("Differences only: 2 of 3 requirements");
  expect(page.match(/<tr class="same">/g)).toHaveLength(1);
  expect(page.match(/<th scope="col">/g)).toHaveLength(4 + 4 + 2 + 30);
  expect(page).not.toMatch(/<b>|<script/);
});
