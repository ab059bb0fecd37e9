import { rowsOf } from "../core/check/reason.ts";
import type { SuiteWords } from "../core/check/suite.ts";
import { reasonsOf } from "../core/check/unresolved.ts";

/** Why an exam leaves untested or inconclusive what any suite asks of clients. */
const ofExams = {
  "recording-shows-nothing": "nothing in the recording shows it",
  "no-request": "no request arrived",
  "hung-before": "the exam ended early, because the client hung in the situation {situations}",
  "client-shows-nothing": "the client did nothing that shows it",
  "situation-not-played": "the situation {situation} was not played",
  "ended-before-situation": "the exam ended before the turn of the situation {situation}",
  "situation-shows-nothing":
    "the client came to the situation {situation}, and what it sent there does not show it",
  "situation-not-met": "the client did not come to the situation {situation}",
} as const;

export const { untested, inconclusive } = reasonsOf(ofExams);

/** What the reports of an exam call things: as its suite does. */
export function examWords(words: SuiteWords): SuiteWords {
  return { ...words, reasons: [...words.reasons, ...rowsOf(ofExams)] };
}
