import { resolve } from "node:path";
import type { KeptJournal } from "../run/journal.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { type JudgedBy, lineOf, verdictLine } from "./recording.ts";
import { createLineFile } from "./recording-file.ts";

export interface Recorder {
  readonly journal: KeptJournal;
  /** Writes the last line: the verdicts of the run. */
  readonly finish: (run: Redacted<Run>) => void;
  /** Closes the file. False if not everything could be written. */
  readonly close: () => boolean;
}

interface RecorderInput {
  readonly path: string;
  readonly folder: string;
  readonly judgedBy: JudgedBy;
  /** Called once, when the disk is full: that ends the recording, not the run. */
  readonly onLost: (why: string) => void;
}

/**
 * Writes a run into a file as it happens.
 * @throws where the file cannot be opened
 */
export function createRecorder({ path, folder, judgedBy, onLost }: RecorderInput): Recorder {
  const file = createLineFile(resolve(folder, path));
  let whole = true;
  const write = (line: () => string): void => {
    if (!whole) return;
    try {
      file.write(line());
    } catch (error) {
      whole = false;
      onLost(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    journal: (entry) => write(() => lineOf(entry, judgedBy)),
    finish: (run) => write(() => verdictLine(run)),
    close: () => {
      file.close();
      return whole;
    },
  };
}
