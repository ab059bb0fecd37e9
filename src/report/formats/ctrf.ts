import { escapeForTerminal, jsonText } from "../../core/json/escape.ts";
import type { Report } from "../report.ts";
import { type Mark, suitesOf, type TestCase } from "./ci-cases.ts";

const statuses: Readonly<Record<Mark, string>> = {
  passed: "passed",
  failure: "failed",
  // Neither passed nor skipped: evidence was lost.
  error: "other",
  skipped: "skipped",
};

/** The version of the Common Test Report Format (ctrf.io) that this writes. */
const specVersion = "1.0.0";

/** The Common Test Report Format: one test per requirement, and a first one for the whole. */
export function* ctrfReport(report: Report, { strict }: { readonly strict: boolean }): Generator<string> {
  const { tool, startedAtMs, endedAtMs, properties } = report;
  const suites = suitesOf(report, strict);
  const tests = suites.flatMap(({ name, cases }) => cases.map((testCase) => testRecord(testCase, name)));
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  yield `${jsonText(
    {
      reportFormat: "CTRF",
      specVersion,
      generatedBy: tool.name,
      timestamp: new Date(endedAtMs).toISOString(),
      results: {
        tool: { name: tool.name, version: tool.version },
        summary: {
          tests: tests.length,
          passed: count("passed"),
          failed: count("failed"),
          skipped: count("skipped"),
          pending: 0,
          other: count("other"),
          suites: suites.length,
          start: Math.round(startedAtMs),
          stop: Math.round(endedAtMs),
        },
        tests,
        // What the format has no member for.
        extra: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [
            name,
            typeof value === "string" ? safe(value) : value,
          ]),
        ),
      },
    },
    2,
  )}\n`;
}

function testRecord(
  { id, name, mark, message, details, output }: TestCase,
  suite: string,
): { readonly status: string } & Record<string, unknown> {
  // The run's own cases: readers count only what failed, and such a run must not look successful.
  const status = id === undefined && mark === "error" ? "failed" : statuses[mark];
  return {
    name: safe(name),
    status,
    duration: 0,
    suite: [suite],
    rawStatus: mark === "error" ? "inconclusive" : mark,
    message: message === "" ? undefined : safe(message),
    trace: details === "" ? undefined : safe(details),
    stdout: output === "" ? undefined : output.split("\n").map(escapeForTerminal),
  };
}

/** Keeps line feeds, which only we write. */
function safe(text: string): string {
  return text.split("\n").map(escapeForTerminal).join("\n");
}
