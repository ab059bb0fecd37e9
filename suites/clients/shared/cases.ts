import { type CaseRef, caseRef } from "../../../src/core/check/case.ts";
import type { ClientExchange } from "../../../src/core/check/session.ts";

/** The interface leaves the values of `code` open. */
export const strangeCode = "ÆØÅ/429 – «wombat» \u{1f6d1}";

/** What Retry-After may hold. */
export const retryAfterForms = {
  seconds: caseRef("seconds", "a 429 with seconds in Retry-After"),
  date: caseRef("date", "a 429 with a date in Retry-After"),
  none: caseRef("none", "a 429 without Retry-After"),
  unreadable: caseRef("unreadable", "a 429 with a Retry-After that is neither seconds nor a date"),
} as const;

/** Fields that a client need not know. */
export const unknownFields = {
  unnamed: caseRef("unnamed", "fields and header fields that it need not know"),
  reordered: caseRef("reordered", "fields in another order"),
} as const;

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
