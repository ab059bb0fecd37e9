import { type CaseRef, caseRef } from "#core/check/case.ts";
import type { ClientExchange } from "#core/check/clients/session.ts";

/** The interface leaves the values of `code` open: longer than a column, in other characters than identifiers have. */
export const strangeCode = `ÆØÅ/429 – «wombat» \u{1f6d1}${" of the pets".repeat(30)}`;

/** The same by what is refused: words that nobody knows look like an identifier, and digits like a number. */
export const strangeCodes = { list: strangeCode, create: "wombat_on_holiday", read: "4290017" } as const;

/** Whether nobody knows it. An empty one is a string, too. */
export function isStrange(code: string | undefined): boolean {
  return code === "" || Object.values<string | undefined>(strangeCodes).includes(code);
}

export const retryAfterForms = {
  seconds: caseRef("seconds", "a 429 with seconds in Retry-After"),
  date: caseRef("date", "a 429 with a date in Retry-After"),
  none: caseRef("none", "a 429 without Retry-After"),
  unusable: caseRef("unusable", "a 429 with a Retry-After that names no time to come"),
} as const;

export const unknownFields = {
  unnamed: caseRef("unnamed", "fields and header fields that it need not know"),
  reordered: caseRef("reordered", "fields in another order"),
} as const;

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
