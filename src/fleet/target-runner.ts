import type { Run } from "../core/run/result.ts";
import type { Redacted } from "../core/secrets/redacted.ts";
import type { Secrets } from "../core/secrets/secrets.ts";
import type { Format } from "../report/formats/formats.ts";
import type { TargetResult } from "./results.ts";
import type { FleetEntry } from "./targets-file.ts";

/** Knows what the options of a target mean. */
export interface TargetRunner {
  /** The keys that a run would use, and what else of its options no report may hold, as far as they can be read now. */
  readonly secretsOf: (
    entry: FleetEntry,
  ) => Promise<{ readonly keys: readonly string[]; readonly others: readonly string[] }>;
  /** @throws UsageError and others, where the options cannot be used */
  readonly run: (entry: FleetEntry, own: OwnOfRun) => Promise<FinishedRun>;
  /** What the result says where `run` threw, or where its files could not be written. */
  readonly failed: (
    error: unknown,
    entry: FleetEntry,
    own: OwnOfRun,
  ) => Pick<TargetResult, "exitCode" | "sentence">;
}

/** What each run of a fleet has for itself. */
export interface OwnOfRun {
  /** With its own secrets, and those of all others. */
  readonly secrets: Secrets;
  /** When it aborts, the run ends early. */
  readonly signal: AbortSignal;
  /** From the folder of the fleet; null: none is kept. */
  readonly recording: string | null;
}

interface FinishedRun {
  readonly run: Redacted<Run>;
  /** Those of its reports, beside JSON. */
  readonly formats: readonly Format[];
  readonly strict: boolean;
  /** False if something could not be written during the run. */
  readonly written: boolean;
  /** What is left to do when its reports are written. */
  readonly afterReports: () => Promise<void>;
}
