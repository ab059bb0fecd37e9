import { observeBody } from "#core/check/observe.ts";
import { inBody } from "#core/check/verdict.ts";
import { idAsked, petIn } from "#suites/petstore/pets.ts";
import { servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";

/** GET-1. Subject: the body of each read, and whose it is. */
export const servedReads = servedAnswers("GET-1", "getPet", (answer, observe, { contract }) => {
  const ofBody = observeBody(
    observe,
    answer,
    contract.operations.get("getPet")?.answer(200),
    "200 with a Pet",
  );
  const [id, asked] = [petIn(answer)?.id, idAsked(answer)];
  if (ofBody.kind === "broken" || id === undefined || asked === undefined || id === asked) return ofBody;
  return observe.broken(answer, `the pet ${asked}`, { seen: `the pet ${id}`, place: inBody("/id") });
});
