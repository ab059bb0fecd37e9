import { escapeForMarkdown, markdownTable } from "../../src/report/formats/markdown.ts";
import { type Explanation, whyAlive } from "./explained.ts";
import type { Results, Row } from "./results.ts";
import { leastPercent, scoreHead, scoreOf, scoreTable } from "./score.ts";

/** What is committed: the score, how to read it, and why each survivor survives. */
export function mutantsAsMarkdown(results: Results, explanations: readonly Explanation[]): string {
  const { valid, refused, drawn, rows } = results;
  const { percent, killed, timedOut, survived } = scoreOf(rows);
  const byTests = rows.filter(({ fate }) => fate.kind === "killed" && fate.by === "a test").length;
  const of =
    drawn === undefined ? `all ${valid}` : `${rows.length} of ${valid}, drawn with the seed ${drawn.seed}`;
  return `# Mutants of the suite

Written by \`npm run mutants -- --write\`. Each mutant is \`suites/*.ts\` with one place written wrongly. It is killed
where the proof tells it: where one of its servers fails, passes or shows something else than is declared, in
\`standard\` or in \`thorough\`; or where a test beside the suites fails. It is timed out where a run does not end.

**${percent.toFixed(1)} %** are killed or timed out (the aim: ${leastPercent} %): ${killed + timedOut - byTests} by the proof first, ${byTests} by a test first.
Played were ${of}; ${refused} more are no mutants, since the compiler refuses them.
The tests beside the suites are asked first; what lives is played alone in the runs that tell the most, and then in all.
${drawn === undefined ? "" : "Once the survivors of a draw are killed, its score says more of the draw than of the suite: then draw with another seed.\n"}
What is written wrongly is what \`@stryker-mutator/instrumenter\` writes wrongly: conditions, comparisons, logic, sums, lists,
regular expressions, bodies of functions and branches, \`!\`, \`?.\`, and methods that have an opposite or can be left out.
Texts, empty objects and numbers are left alone.

A survivor is one of three things. It changes nothing that any server could show: a guard behind another guard, a bound that
nothing lies on. Or no server of the bed shows it: then a fault or a variant is missing, if a real server could be so.
Or it changes something that the proof does not hold on purpose, and a test beside the suites should. "In no run" says that
no run passes it.

## By file

${table(scoreHead, scoreTable(rows))}
## What survives

${survivors(rows, explanations)}${survived === 0 ? "Nothing.\n" : ""}`;
}

function survivors(rows: readonly Row[], explanations: readonly Explanation[]): string {
  const alive = rows.filter(({ fate }) => fate.kind === "survived");
  const reasons = Map.groupBy(alive, (row) => whyAlive(row, explanations) ?? "Not explained.");
  return [...reasons]
    .map(([why, own]) => {
      const cells = own.map((row) => [
        `${row.file}:${row.line}`,
        code(row.within),
        code(row.was),
        code(row.becomes),
        row.fate.kind === "survived" && row.fate.runs > 0 ? String(row.fate.runs) : "in no run",
      ]);
      return `${why}\n\n${table(["place", "in", "was", "becomes", "runs that pass it"], cells)}\n`;
    })
    .join("");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(head, rows);
}

function code(text: string): string {
  return text === "" ? "" : `<code>${escapeForMarkdown(text, 120)}</code>`;
}
