import type { Run } from "../../run/result.ts";
import type { Redacted } from "../../secrets/redacted.ts";
import { escapeForTerminal, jsonText } from "../escape.ts";
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

/** A run in the Common Test Report Format: one test per requirement, and a first one for the run itself. */
export function* ctrfReport(run: Redacted<Run>, { strict }: { readonly strict: boolean }): Generator<string> {
  const suites = suitesOf(run, strict);
  const tests = suites.flatMap(({ name, cases }) => cases.map((testCase) => testRecord(testCase, name)));
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  yield `${jsonText(
    {
      reportFormat: "CTRF",
      specVersion,
      generatedBy: run.tool.name,
      timestamp: new Date(run.endedAtMs).toISOString(),
      results: {
        tool: { name: run.tool.name, version: run.tool.version },
        summary: {
          tests: tests.length,
          passed: count("passed"),
          failed: count("failed"),
          skipped: count("skipped"),
          pending: 0,
          other: count("other"),
          suites: suites.length,
          start: Math.round(run.startedAtMs),
          stop: Math.round(run.endedAtMs),
        },
        tests,
        extra: {
          outcome: run.outcome,
          partial: run.partial,
          profile: run.profile,
          target: safe(run.target),
          runId: run.runId,
        },
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
    ...(message === "" ? {} : { message: safe(message) }),
    ...(details === "" ? {} : { trace: safe(details) }),
    ...(output === "" ? {} : { stdout: output.split("\n").map(escapeForTerminal) }),
  };
}

/** Keeps line feeds, which only we write. */
function safe(text: string): string {
  return text.split("\n").map(escapeForTerminal).join("\n");
}
