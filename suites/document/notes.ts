import { type Facts, statusClass } from "../../src/core/check/facts.ts";
import { exchangeInWords } from "../../src/core/check/words.ts";
import type { OperationMade } from "./document-suite.ts";
import { isOf } from "./family.ts";
import { isWriting } from "./sources.ts";

/** What was written by operations that only the document has: nobody else lists it. */
export function writtenNotes(
  operations: readonly OperationMade[],
  { exchanges, contract }: Facts,
): readonly string[] {
  const writing = operations.filter(({ subject }) => isWriting(subject.operation));
  return writing.flatMap(({ subject }) =>
    exchanges
      // A 4xx stores nothing.
      .filter((one) => isOf(one, subject, contract) && statusClass(one) !== 4)
      .map(
        (one) =>
          `written by ${subject.area}: ${one.request.method} ${one.request.path} got ${exchangeInWords(one)}`,
      ),
  );
}
