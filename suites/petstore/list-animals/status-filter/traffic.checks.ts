import { inBody } from "#core/check/verdict.ts";
import { quoted } from "#core/contract/problem-words.ts";
import { asked, petsIn } from "#suites/petstore/pets.ts";
import { servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";

/** STATUS-1. Subject: the pets of each list to which a filter was given. */
export const filteredLists = servedAnswers("STATUS-1", "listPets", (answer, observe) => {
  const status = asked(answer, "status");
  const pets = petsIn(answer) ?? [];
  if (status === undefined || pets.length === 0) return undefined;
  const other = pets.find((pet) => pet.status !== status);
  if (other === undefined) return observe.held(answer);
  return observe.broken(answer, `only pets with the status ${quoted(status)}`, {
    seen: other.status === undefined ? "a pet without a status" : `a pet with ${quoted(other.status)}`,
    place: inBody(`${other.pointer}/status`),
  });
});
