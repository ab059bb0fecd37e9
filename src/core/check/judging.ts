import type { BodySchema } from "../contract/contract.ts";
import type { CaseRef } from "./case.ts";
import type { Judged } from "./check.ts";
import type { Answered } from "./facts.ts";
import { jsonOf } from "./json-body.ts";
import { inBody, type Place } from "./verdict.ts";
import { answerInWords } from "./words.ts";

/** Builds what one exchange shows of a case. */
export function judging(of: CaseRef) {
  const held: Judged = { case: of, held: true };
  const broken = (expected: string, seen: string, place: Place | undefined): Judged => ({
    case: of,
    broken: { expected, seen, place },
  });
  return {
    held,
    broken,
    /** @param expected in place of a body that is no JSON */
    body: (answer: Answered, schema: Pick<BodySchema, "validate"> | undefined, expected: string): Judged => {
      const body = jsonOf(answer);
      if (body === undefined) return broken(expected, answerInWords(answer), inBody());
      const [problem] = schema?.validate(body) ?? [];
      return problem === undefined ? held : broken(problem.expected, problem.seen, inBody(problem.pointer));
    },
  };
}
