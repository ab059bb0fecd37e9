import { expect, test } from "vitest";
import { staleExplanations, whyAlive } from "./explained.ts";
import { mutantsAsMarkdown } from "./markdown.ts";
import type { Row } from "./results.ts";
import { scoreOf, scoreTable } from "./score.ts";

const row = (file: string, fate: Row["fate"], more: Partial<Row> = {}): Row => ({
  key: file,
  file,
  line: 3,
  within: "f",
  operator: "boundary",
  was: "a < b",
  becomes: "a <= b",
  fate,
  ...more,
});
const killed = { kind: "killed", by: "fault x, standard" } as const;
const rows: readonly Row[] = [
  row("suites/a.ts", killed),
  row("suites/b.ts", killed),
  row("suites/b.ts", { kind: "timed out", by: "fault x, standard" }),
  row("suites/b.ts", { kind: "survived", runs: 0 }, { becomes: "a >= b" }),
  row("suites/b.ts", { kind: "survived", runs: 7 }),
];
const explanations = [
  { why: "It is equal.", mutants: [{ file: "suites/b.ts", within: "f", was: "a < b", becomes: "a >= b" }] },
];

test("the score counts what was killed or timed out, of all", () => {
  expect(scoreOf(rows)).toEqual({ mutants: 5, killed: 2, timedOut: 1, survived: 2, percent: 60 });
  expect(scoreOf([]).percent).toBe(100);
});

test("the table has a row for each file, the lowest score first, and the sum", () => {
  expect(scoreTable(rows).map((cells) => cells.join(" "))).toEqual([
    "suites/b.ts 4 1 1 2 50.0 %",
    "suites/a.ts 1 1 0 0 100.0 %",
    "all 5 2 1 2 60.0 %",
  ]);
});

test("an explanation is of one mutant, and not of others in the same place", () => {
  expect(rows.slice(3).map((one) => whyAlive(one, explanations))).toEqual(["It is equal.", undefined]);
});

test("an explanation of what does not survive is stale", () => {
  expect(staleExplanations(rows, explanations)).toEqual([]);
  expect(staleExplanations(rows.slice(0, 3), explanations)).toHaveLength(1);
});

test("the document tells each survivor with its place and its reason, and what nobody has explained", () => {
  const text = mutantsAsMarkdown({ valid: 9, refused: 4, drawn: { seed: 1 }, rows }, explanations);
  expect(text).toContain("**60.0 %**");
  expect(text).toContain("5 of 9, drawn with the seed 1; 4 more are no mutants");
  const [, explained, unexplained] = text.split(/It is equal\.|Not explained\./);
  expect(explained).toContain(
    "| suites/b.ts:3 | <code>f</code> | <code>a &#60; b</code> | <code>a &#62;= b</code> | in no run |",
  );
  expect(unexplained).toContain("<code>a &#60;= b</code> | 7 |");
});
