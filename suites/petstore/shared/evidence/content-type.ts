import type { CaseRef } from "../../../../src/core/check/case.ts";
import type { Judged } from "../../../../src/core/check/check.ts";
import type { Answered } from "../../../../src/core/check/facts.ts";
import { bodyOf } from "../../../../src/core/check/json-body.ts";
import { judging } from "../../../../src/core/check/observe.ts";
import { inBody, inHeader } from "../../../../src/core/check/verdict.ts";
import { headerValues } from "../../../../src/core/exchange/headers.ts";

/** In UTF-8 (RFC 8259, 8.1), and application/json, with whatever parameters and in any letter case (ruling 13). */
export function labelJudged(answer: Answered, of: CaseRef): Judged {
  const invalid = bodyOf(answer).problems.find(({ kind }) => kind === "invalid-utf8");
  const { held, broken } = judging(of);
  if (invalid !== undefined) return broken("a JSON body in UTF-8", "bytes that are not UTF-8", inBody());
  const values = headerValues(answer.outcome.answer.headers, "content-type");
  const [value = ""] = values;
  if (values.length === 1 && /^application\/json\s*(;|$)/i.test(value)) return held;
  const one = value === "" ? "an empty Content-Type" : value.slice(0, 100);
  const seen = values.length === 0 ? "no Content-Type" : values.length > 1 ? `${values.length} of them` : one;
  return broken("the Content-Type application/json", seen, inHeader("Content-Type"));
}
