import { caseRef } from "../../../src/core/check/case.ts";

/** The interface leaves the values of `code` open. */
export const strangeCode = "ÆØÅ/429 – «wombat» \u{1f6d1}";

/** What Retry-After may hold in place of seconds. */
export const retryAfterForms = {
  date: caseRef("date", "a 429 with a date in Retry-After"),
  none: caseRef("none", "a 429 without Retry-After"),
  unreadable: caseRef("unreadable", "a 429 with a Retry-After that is neither seconds nor a date"),
} as const;

/** Fields that a client need not know. */
export const unknownFields = {
  unnamed: caseRef("unnamed", "fields and header fields that it need not know"),
  reordered: caseRef("reordered", "fields in another order"),
} as const;
