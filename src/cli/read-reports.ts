import { resolve } from "node:path";
import { readSavedRun, type SavedRun, SavedRunError } from "../report/saved-run.ts";
import { UsageError } from "./usage-error.ts";

/** Reads JSON reports, in the order given. Throws UsageError for one that is missing, cut short, or of another form. */
export async function readReports(paths: readonly string[], folder: string): Promise<readonly SavedRun[]> {
  try {
    return await Promise.all(paths.map((path) => readSavedRun(resolve(folder, path))));
  } catch (error) {
    if (!(error instanceof SavedRunError)) throw error;
    throw new UsageError({
      what: error.message,
      where: "command line",
      remedy: "Write a report with petstore-conformance run URL --report json=FILE.",
    });
  }
}
