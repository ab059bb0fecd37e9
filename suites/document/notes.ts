import type { Facts } from "../../src/core/check/facts.ts";
import { exchangeInWords } from "../../src/core/check/words.ts";
import type { Exchange } from "../../src/core/exchange/exchange.ts";
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
      .filter((one) => isOf(one, subject, contract) && !isRefused(one))
      .map(
        (one) =>
          `written by ${subject.area}: ${one.request.method} ${one.request.path} got ${exchangeInWords(one)}`,
      ),
  );
}

/** A 4xx stores nothing. */
function isRefused({ outcome }: Exchange): boolean {
  const status = outcome.kind === "answer" ? outcome.answer.status : undefined;
  return status !== undefined && status >= 400 && status < 500;
}
