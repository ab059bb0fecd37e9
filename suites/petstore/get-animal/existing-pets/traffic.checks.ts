import { jsonOf } from "../../../../src/core/check/json-body.ts";
import { inBody } from "../../../../src/core/check/verdict.ts";
import { answerInWords } from "../../../../src/core/check/words.ts";
import { idAsked, petIn } from "../../pets.ts";
import { servedAnswers } from "../../shared/evidence/served-answers.ts";

/** GET-1. Subject: the body of each read, and whose it is. */
export const servedReads = servedAnswers("GET-1", "getPet", (answer, observe, { contract }) => {
  const body = jsonOf(answer);
  if (body === undefined)
    return [observe.broken(answer, "200 with a Pet", { seen: answerInWords(answer), place: inBody() })];
  const [problem] = contract.operations.get("getPet")?.answer(200)?.validate(body) ?? [];
  if (problem !== undefined)
    return [observe.broken(answer, problem.expected, { seen: problem.seen, place: inBody(problem.pointer) })];
  const [id, asked] = [petIn(answer)?.id, idAsked(answer)];
  if (id === undefined || asked === undefined || id === asked) return [observe.held(answer)];
  return [observe.broken(answer, `the pet ${asked}`, { seen: `the pet ${id}`, place: inBody("/id") })];
});
