import type { Run } from "../../src/core/run/result.ts";
import type { SavedRun } from "../../src/report/compare/saved-run.ts";
import { jsonReport } from "../../src/report/formats/json.ts";
import { sampleRun } from "./sample-run.ts";

/** A run as its JSON report keeps it. */
export function sampleSavedRun(given: Partial<Run> = {}): SavedRun {
  return JSON.parse([...jsonReport(sampleRun(given))].join(""));
}
