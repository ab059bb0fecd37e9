import { type CaseRef, caseRef } from "../../../src/core/check/case.ts";
import type { ClientExchange } from "../../../src/core/check/session.ts";

/** The failures after which a client may, or may not, try again, as cases. */
export const failures = {
  badRequest: caseRef("400", "after a 400"),
  notFound: caseRef("404", "after a 404"),
  unavailable: caseRef("503", "after a 503"),
  lost: caseRef("lost", "after a lost connection"),
  lostCreate: caseRef("lost-create", "a create without an answer"),
  failedCreate: caseRef("failed-create", "a create answered 5xx"),
};

/** The kind of failure after which a client may try again. */
export function failureOf({ outcome }: ClientExchange): CaseRef | undefined {
  if (outcome.kind === "answer") return outcome.status >= 500 ? failures.unavailable : undefined;
  return outcome.failure.kind === "aborted" ? undefined : failures.lost;
}
