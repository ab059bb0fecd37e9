import { type ConcludeInput, concludeJournal } from "../run/conclude-journal.ts";
import { ownWords } from "../run/own-words.ts";
import type { PlayInput } from "../run/play-journal.ts";
import { type Evidence, readKept } from "../run/read-kept.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import type { Recording } from "./recording.ts";

/** The run that a recording shows, concluded from it alone. */
export function judgeRecording(recording: Recording, input: ConcludeInput): Redacted<Run> {
  return concludeJournal(evidenceIn(recording, input), input);
}

/** What a recording holds, as judging reads it. */
export function evidenceIn(
  { kept, start }: Recording,
  { contract, requirements }: Pick<PlayInput, "contract" | "requirements">,
): Evidence {
  return readKept(kept, ownWords(contract, requirements, start));
}
