import type { Judged } from "../../../../src/core/check/check.ts";
import type { Answered } from "../../../../src/core/check/facts.ts";
import { inBody, inHeader } from "../../../../src/core/check/place.ts";
import { headerValue } from "../../../../src/core/exchange/headers.ts";

/** In UTF-8 (RFC 8259, 8.1), and application/json, with whatever parameters and in any letter case (ruling 13). */
export function labelJudged(answer: Answered, label: string): Judged {
  const invalid = answer.outcome.answer.problems.find(({ kind }) => kind === "invalid-utf8");
  if (invalid !== undefined) {
    const seen = "bytes that are not UTF-8";
    return { case: label, broken: { expected: "a JSON body in UTF-8", seen, place: inBody() } };
  }
  const value = headerValue(answer.outcome.answer.headers, "content-type");
  if (value !== undefined && /^application\/json\s*(;|$)/i.test(value.trim()))
    return { case: label, held: true };
  const seen = value === undefined ? "no Content-Type, or more than one" : value.slice(0, 100);
  return {
    case: label,
    broken: { expected: "the Content-Type application/json", seen, place: inHeader("Content-Type") },
  };
}
