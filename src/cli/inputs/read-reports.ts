import { resolve } from "node:path";
import { readSavedRuns, type SavedRun, SavedRunError } from "../../report/compare/saved-run.ts";
import { misused } from "../options/misused.ts";

/** Reads JSON reports, in the order given. Throws UsageError for one that is missing, truncated, or not a report. */
export async function readReports(paths: readonly string[], folder: string): Promise<readonly SavedRun[]> {
  try {
    return await readSavedRuns(paths.map((path) => resolve(folder, path)));
  } catch (error) {
    if (!(error instanceof SavedRunError)) throw error;
    throw misused(error.message, "Write a report with petstore-conformance run URL --report json=FILE.");
  }
}
