import type { Run } from "../../src/core/run/result.ts";
import type { Redacted } from "../../src/core/secrets/redacted.ts";
import { type ConsoleOptions, consoleReport } from "../../src/report/console/console.ts";
import { reportOfRun } from "../../src/report/run-report.ts";
import { plainLook } from "./sample-run.ts";

/** For tests: what is printed of a run, without colours. */
export function printed(run: Redacted<Run>, look: Partial<ConsoleOptions> = {}): string {
  return consoleReport(reportOfRun(run), { ...plainLook, width: 80, ...look });
}
