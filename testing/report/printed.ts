import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { type ConsoleOptions, consoleReport } from "#report/console/console.ts";
import { reportOfRun } from "#report/run-report.ts";
import { plainLook } from "./sample-run.ts";

/** For tests: what is printed of a run, without colours. */
export function printed(run: Redacted<Run>, look: Partial<ConsoleOptions> = {}): string {
  return consoleReport(reportOfRun(run), { ...plainLook, width: 80, ...look });
}
