import { expect, test } from "vitest";
import { sampleSavedRun, sampleVerdict } from "../../../testing/report/sample-run.ts";
import type { VerdictKind } from "../../core/check/verdict.ts";
import { matrixPage } from "../html/matrix-page.ts";
import { implementationsOf } from "./implementations.ts";
import { matrixAsMarkdown, matrixForTerminal } from "./matrix-text.ts";
import type { SavedRun } from "./saved-run.ts";
import { trendsOf } from "./trends.ts";

/** A run of a day in March, with the verdict of A-1 on it; A-2 always passes. */
function on(day: number, verdict: VerdictKind, given: Partial<SavedRun> = {}): SavedRun {
  const verdicts = [sampleVerdict("A-1", verdict), sampleVerdict("A-2", "pass")];
  return { ...sampleSavedRun({ verdicts }), startedAt: `2026-03-0${day}T05:06:07.250Z`, ...given };
}
const go = (run: SavedRun) => ({ name: "go", isGiven: true, run });

test("runs of one name are one implementation, compared by its newest, however they are given", () => {
  const columns = implementationsOf([
    go(on(2, "fail")),
    { ...go(on(9, "pass")), name: "rust" },
    go(on(1, "pass")),
  ]);
  expect(columns.map(({ name, run, earlier }) => [name, run.startedAt.slice(8, 10), earlier.length])).toEqual(
    [
      ["go", "02", 1],
      ["rust", "09", 0],
    ],
  );
});

test("files of one name are of one implementation only where their target is one", () => {
  const file = (target: string) => ({ name: "report", isGiven: false, run: on(1, "pass", { target }) });
  const names = implementationsOf([file("https://a/v1"), file("https://b/v1"), file("https://a/v1")]);
  expect(names.map(({ name, earlier }) => [name, earlier.length])).toEqual([
    ["report (https://a/v1)", 1],
    ["report (https://b/v1)", 0],
  ]);
});

const steps = (...verdicts: readonly VerdictKind[]) =>
  trendsOf(implementationsOf(verdicts.map((verdict, at) => go(on(at + 1, verdict))))).flatMap(({ rows }) =>
    rows.map(({ id, sentence }) => `${id} ${sentence}`),
  );

test("each change is reported with the first run that has it", () => {
  expect(steps("pass", "pass")).toEqual([]);
  expect(steps("pass", "fail", "fail", "pass")).toEqual([
    "A-1 passed; failed from 2026-03-02 05:06 (run 2); passed from 2026-03-04 05:06 (run 4)",
  ]);
});

test("of many changes the first and the last are reported", () => {
  expect(steps("pass", "fail", "pass", "fail", "pass", "fail")).toEqual([
    "A-1 passed; failed from 2026-03-02 05:06 (run 2); 3 more changes; failed from 2026-03-06 05:06 (run 6)",
  ]);
});

const tool = { name: "petstore-conformance", version: "9.9.9" } as const;
const columns = implementationsOf([
  go(on(1, "pass")),
  go(on(2, "fail", { tool, partial: true })),
  { name: "rust", isGiven: true, run: on(1, "pass") },
  { name: "rust", isGiven: true, run: on(2, "pass") },
]);

test("a change that may have another reason than the implementation has a note", () => {
  const [trend] = trendsOf(columns);
  expect(trend?.cautions).toEqual([
    expect.stringMatching(/^run 2: the versions of the suite differ: .*, then 9\.9\.9$/),
    "run 2: it ended early",
  ]);
});

test("the terminal, Markdown and the page have the changes, and who has none", () => {
  expect(matrixForTerminal(columns, 80, false)).toContain(`
  ✓✗  A-1 do-a-1: passed; failed from 2026-03-02 05:06 (run 2)

No verdict changed: rust
`);
  expect(matrixAsMarkdown(columns)).toContain("| **A-1 do-a-1** | must | ✓✗ | passed; failed from ");
  expect(matrixPage(columns)).toContain("passed; failed from 2026-03-02 05:06 (run 2)");
  expect(matrixPage(columns)).toContain("No verdict changed: rust");
});
