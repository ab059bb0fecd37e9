import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Report } from "../report.ts";
import { suitesOf, type TestCase } from "./ci-cases.ts";

const longestName = 300;

/** TAP 14: one test point per requirement. Inconclusive is `not ok`; untested is skipped, with the reason. */
export function* tapReport(report: Report, { strict }: { readonly strict: boolean }): Generator<string> {
  const cases = suitesOf(report, strict).flatMap((suite) => suite.cases);
  yield `TAP version 14\n1..${cases.length}\n`;
  for (const [index, testCase] of cases.entries()) yield point(testCase, index + 1);
}

function point({ name, mark, warns, message, details, output }: TestCase, number: number): string {
  const ok = mark === "passed" || mark === "skipped" ? "ok" : "not ok";
  const skip = mark === "skipped" ? ` # SKIP ${word(message)}` : "";
  const facts: readonly (readonly [string, string])[] = [
    ["severity", mark === "error" ? "inconclusive" : mark === "failure" ? "fail" : ""],
    ["message", mark === "skipped" ? "" : message],
    ["details", details],
    ["output", warns === true ? output : ""],
  ];
  const lines = facts.filter(([, text]) => text !== "").map(([key, text]) => `  ${key}: ${quoted(text)}\n`);
  const diagnostics = lines.length === 0 ? "" : `  ---\n${lines.join("")}  ...\n`;
  return `${ok} ${number} - ${word(name)}${skip}\n${diagnostics}`;
}

/** One line, escaped so that nothing in it is a directive. */
function word(text: string): string {
  return shorten(escapeForTerminal(text), longestName).replaceAll(/[\\#]/gu, "\\$&");
}

/** A double-quoted YAML scalar; a JSON string is one. */
function quoted(text: string): string {
  return JSON.stringify(text.split("\n").map(escapeForTerminal).join("\n"));
}
