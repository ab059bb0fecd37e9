import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sourceFiles } from "./source-files.ts";
import { reasonsIn } from "./unresolved-reasons.ts";

const page = readFileSync(join(root, "docs/unresolved.md"), "utf8");

/** First cells of the tables of a part of the page, in its order. */
function firstCells(part: string): readonly string[] {
  const rows = part.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((line) => line.slice(2).split(" | ")[0]?.trim() ?? "");
  return cells.filter((cell) => !["reason", "cause", "---"].includes(cell));
}

const [reasonsPart = "", causesPart = ""] = page.split("## The run's one cause");
const sources = sourceFiles().filter(
  ({ path, forTests }) => !forTests && /^(?:suites|src\/core\/(?:run|check))\//.test(path),
);
const found = sources.map(({ path, text }) => reasonsIn(path, text));

test("every reason for untested and inconclusive has its row, and no row is of another", () => {
  const reasons = new Set(found.flatMap(({ reasons }) => reasons.map(({ reason }) => reason)));
  const rows = firstCells(reasonsPart);
  expect([...reasons].filter((reason) => !rows.includes(reason))).toEqual([]);
  expect(rows.filter((row) => !reasons.has(row))).toEqual([]);
  expect(rows.filter((row, i) => rows.indexOf(row) !== i)).toEqual([]);
});

test("every cause that a run can have has its row, and no row is of another", () => {
  const cause = readFileSync(join(root, "src/core/check/cause.ts"), "utf8");
  const [, table = ""] = /const reasons = \{([^}]*)\}/.exec(cause) ?? [];
  const kinds = [...table.matchAll(/^ {2}"?([a-z-]+)"?: /gm)].map(([, kind = ""]) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  expect([...firstCells(causesPart)].sort()).toEqual([...kinds].sort());
});

test("no row leaves open what would settle it", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  for (const row of rows) expect(row.split(" | ")[1]?.length, row).toBeGreaterThan(2);
});

test("what is no text of its own passes on what another place gave, or what a wait or a failure said", () => {
  expect(
    found.flatMap(({ passedOn }) => passedOn.map(({ path, expression }) => `${path}: ${expression}`)),
  ).toEqual([
    "src/core/run/judging/fold.ts: u.reason",
    "src/core/run/sending/sender.ts: error.message",
    "src/core/run/sending/sender.ts: pass.refused",
    "suites/petstore/create-animal/names/checks.ts: notSent.reason",
    "suites/petstore/http/checks.ts: message",
  ]);
});

test.each([
  ['const a = { reason: "one", kind: "untested" };', ["one"]],
  ['const a = { kind: "inconclusive", reason: `of #{list.map((x) => `#{x}`)} two` };', ["of … two"]],
  ['return { reason: a === "b" ? "one" : `two #{c}`, kind };', ["one", "two …"]],
  ['return [observe.untested("one", { change: "more" })];', ["one"]],
  ["return observe.inconclusive(\n  `one #{f(1)}`,\n);", ["one …"]],
  ['lost("one");', ["one"]],
  ['const a = { reason: "one", kind: "not-applicable" };', []],
  ['return { verdict: "skipped", reason: "one" };', []],
])("in %j the reasons are found", (text, reasons) => {
  expect(reasonsIn("a.ts", text.replaceAll("#", "$")).reasons.map(({ reason }) => reason)).toEqual(reasons);
});
