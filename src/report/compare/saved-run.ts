import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Place } from "../../check/place.ts";
import type { FoldedFinding, Verdict } from "../../check/verdict.ts";
import type { Run } from "../../run/result.ts";
import schema from "../formats/report.schema.json" with { type: "json" };
import { fromVersion1 } from "./version-1.ts";

/** What a JSON report (`report.schema.json`) says about a run: what comparing runs needs. */
export interface SavedRun
  extends Pick<Run, "runId" | "seed" | "profile" | "target" | "spec" | "outcome" | "partial" | "tool"> {
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  /** Of a run with `--rounds` or `--for`. */
  readonly rounds?: { readonly played: readonly unknown[] };
  readonly verdicts: readonly SavedVerdict[];
}

export interface SavedVerdict extends Pick<Verdict, "id" | "area" | "level" | "verdict" | "text" | "clause"> {
  /** Reports of versions before 0.2.0 have none. */
  readonly slug?: string;
  readonly reason: string | null;
  readonly findings: readonly (Pick<FoldedFinding, "case" | "expected" | "seen"> & {
    readonly place: Place | null;
  })[];
}

/** A file that is not a complete report; the message says which and why. */
export class SavedRunError extends Error {
  override readonly name = "SavedRunError";

  constructor(path: string, why: string) {
    super(`${path} cannot be read as a report: ${why}`);
  }
}

/** Reads a JSON report of schema version 2, or of version 1. @throws SavedRunError if the file is missing, truncated, or not a report. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new SavedRunError(path, error instanceof Error ? error.message : String(error));
  }
  let value: unknown;
  try {
    value = fromVersion1(JSON.parse(text));
  } catch {
    throw new SavedRunError(path, "it is not JSON, or is truncated");
  }
  // Formats are not checked: nothing here depends on them.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile<SavedRun>(schema);
  if (validate(value)) return value;
  const [problem] = validate.errors ?? [];
  throw new SavedRunError(
    path,
    `${problem?.instancePath || "it"} ${problem?.message ?? "is not as in a report"}`,
  );
}
