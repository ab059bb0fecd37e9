import { type ConcludeInput, concludeJournal } from "../run/conclude-journal.ts";
import { ownWords } from "../run/own-words.ts";
import type { PlayInput } from "../run/play-journal.ts";
import { type Evidence, readKept } from "../run/read-kept.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import type { Recording } from "./recording.ts";

type Kept = Pick<Recording, "kept">;

/** The run that a recording shows, concluded from it alone. */
export function judgeRecording(recording: Kept, input: ConcludeInput): Redacted<Run> {
  return concludeJournal(evidenceIn(recording, input), input);
}

/** What a recording holds, as judging reads it. */
export function evidenceIn(
  { kept }: Kept,
  { contract, requirements }: Pick<PlayInput, "contract" | "requirements">,
): Evidence {
  return readKept(kept, (start) => ownWords(contract, requirements, start));
}
