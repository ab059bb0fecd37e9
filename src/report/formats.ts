import type { Run } from "../run/run.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";

interface FormatWriter {
  /** Of a report's file, without the dot. */
  readonly extension: string;
  /** What it is for, in the help. */
  readonly about: string;
  readonly write: (run: Run, options: { readonly strict: boolean }) => Iterable<string>;
}

/** Every format of `--report`. Each writer takes a redacted run (`redactRun`). */
export const formats = {
  json: { extension: "json", about: "everything, evidence included, for machines", write: jsonReport },
  junit: { extension: "xml", about: "JUnit XML for CI servers", write: junitReport },
} satisfies Readonly<Record<string, FormatWriter>> as { readonly [Name in "json" | "junit"]: FormatWriter };

export type Format = keyof typeof formats;
