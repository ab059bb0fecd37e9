import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inBody, inHeader, type Verdict, type VerdictKind } from "#core/check/results/verdict.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { sampleFinding, sampleRun, sampleSavedRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { jsonReport } from "../formats/json.ts";
import { sheetPage } from "../html/html.ts";
import { changesSheet, compareRuns, implementationsSheet } from "./compare-runs.ts";
import { readReport } from "./saved-run.ts";
import { sheetAsMarkdown, sheetForTerminal } from "./sheet.ts";

function compared(before: readonly Verdict[], after: readonly Verdict[]) {
  return compareRuns(sampleSavedRun({ verdicts: before }), sampleSavedRun({ verdicts: after }));
}

const verdictsOf = (kinds: Readonly<Record<string, VerdictKind>>) =>
  Object.entries(kinds).map(([id, kind]) => sampleVerdict(id, kind));

const everyKind = compared(
  verdictsOf({
    ...{ "A-1": "pass", "A-2": "fail", "A-3": "untested", "A-4": "pass" },
    ...{ "A-5": "pass", "A-6": "fail", "A-7": "pass" },
  }),
  [
    ...verdictsOf({ "A-1": "fail", "A-2": "pass", "A-3": "pass", "A-4": "inconclusive" }),
    sampleVerdict("A-6", "fail", { findings: [sampleFinding({ place: inHeader("Date") })] }),
    ...verdictsOf({ "A-7": "pass", "A-8": "pass" }),
  ],
);

test("every change has its kind, the worst first", () => {
  expect(everyKind.changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "worse A-1",
    "otherwise-broken A-6",
    "better A-2",
    "newly-tested A-3",
    "no-longer-tested A-4",
    "new A-8",
    "gone A-5",
  ]);
  expect(everyKind.unchanged).toBe(1);
  expect(everyKind.worse).toBe(true);
});

test("the same fault at another item of a list is the same fault", () => {
  const at = (pointer: string) => [
    sampleVerdict("A-1", "fail", { findings: [sampleFinding({ place: inBody(pointer), seen: pointer })] }),
  ];
  expect(compared(at("/3/id"), at("/17/id")).changes).toEqual([]);
});

test("a should that fails now is no reason to fail a comparison", () => {
  const should = (kind: "pass" | "fail") => [sampleVerdict("A-1", kind, { level: "should" })];
  expect(compared(should("pass"), should("fail")).worse).toBe(false);
});

test("runs that are not alike are compared with a caution", () => {
  const after = sampleSavedRun({ profile: "quick", partial: true });
  expect(compareRuns(sampleSavedRun(), after).cautions).toEqual([
    "the profiles differ: standard, then quick",
    "the second run ended early",
  ]);
});

test("the terminal's comparison is read from 60 columns", () => {
  const text = sheetForTerminal(changesSheet(everyKind), 60, false);
  expect(text).toContain(
    "Worse: fails now (1)\n  A-1 do-a-1  must  ✓ passed → ✗ failed  What A-1 asks for.\n",
  );
  expect(text.trimEnd().split("\n").slice(-2).join(" ")).toContain("1 requirement unchanged");
});

test("a saved report is read back, and a truncated one is rejected", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "run.json");
  const text = [...jsonReport(sampleRun())].join("");
  await writeFile(path, text);
  const saved = await readReport(path, "");
  expect(saved.verdicts).toHaveLength(4);
  // What is not compared is not kept.
  expect(saved).not.toHaveProperty("exchanges");
  await writeFile(path, text.slice(0, -20));
  await expect(readReport(path, "")).rejects.toThrow("it is not JSON, or is truncated");
  await writeFile(path, '{"complete": true}');
  await expect(readReport(path, "")).rejects.toThrow("must have required property");
});

/** Some of them fail A-1; of the last a second is only warned. */
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

test("of several implementations, each stands with the musts that it fails, the worst first", () => {
  const text = sheetForTerminal(implementationsSheet(many), 80, false);
  expect(text).toMatch(/^non-conforming \(2\)\n {2}impl-0 {2}1 of 2 musts passed {2}failed: A-1\n/);
  expect(text).toContain("conforming (28)\n  impl-2  2 of 2 musts passed\n");
  expect(text).toMatch(/\n30 implementations\n$/);
});

test("Markdown keeps its columns whatever a name holds, and the page has every verdict, too", () => {
  const rows = sheetAsMarkdown(implementationsSheet(many))
    .split("\n")
    .filter((line) => line.startsWith("|"));
  expect(rows).toContain("| impl-0 | 1 of 2 musts passed | failed: A-1 |  |");
  for (const row of rows) expect(row.match(/\|/g)).toHaveLength(5);
  const page = sheetPage(implementationsSheet(many));
  expect(page.match(/<th scope="col">/g)).toHaveLength(4 + 4 + 2 + 30);
  expect(page).toContain("&lt;b>last|");
  expect(page).not.toMatch(/<b>|<script/);
});
