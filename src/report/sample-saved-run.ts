import type { Run } from "../run/run.ts";
import { jsonReport } from "./json.ts";
import { sampleRun } from "./sample-run.ts";
import type { SavedRun } from "./saved-run.ts";

/** A run as its JSON report keeps it. */
export function sampleSavedRun(given: Partial<Run> = {}): SavedRun {
  return JSON.parse([...jsonReport(sampleRun(given))].join(""));
}
