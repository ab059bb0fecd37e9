import { ofCore } from "#core/check/results/core-reasons.ts";
import { reasonsOf } from "#core/check/results/unresolved.ts";

export const documentReasons = {
  "not-asked-for": "{method} is sent only where it is asked for by name",
  "other-credential": "it takes {schemes}, not a bearer key or token",
  "other-server": "the document gives it another server than the base address",
  "endless-answer": "it answers with a stream of events, which need not end",
  "other-body": "its body is {types}, and only JSON is sent",
  "nothing-written": "nothing is written in a read-only or quick run",
  "no-value": "no value is known for the {where} parameter {name}",
  "no-created-value": "no value of something that this run created is known for the {where} parameter {name}",
  "value-refused": "the value of the {where} parameter {name} was rejected, as the document allows",
  "added-to-write": "what the document adds to an operation that writes is not sent",
  "field-not-sent": "no create sends the field {name} with a value that the document allows",
  "no-example": "the document has no example of its body",
  "example-not-allowed": "the document does not allow its own example of the {where} parameter {name}",
  "body-example-not-allowed": "the document does not allow its own example of its body",
  "input-not-json": "the value of --input {option} is not JSON",
  "required-alone-got": "the request with all that the document requires got {got}",
  "not-so-answered": "no answer had a status for which the document describes {what}",
  "nothing-sent-to-it": "nothing was sent to it",
  "nothing-served": "nothing was served with the key",
} as const;

export const documentExclusions = {
  "limits-off": "rate limits are declared off",
  "no-limit-announced": "the target announces no rate limit",
} as const;

export const ofDocuments = { ...documentReasons, ...documentExclusions } as const;

export const { reason, untested, inconclusive, notApplicable } = reasonsOf({ ...ofCore, ...ofDocuments });
