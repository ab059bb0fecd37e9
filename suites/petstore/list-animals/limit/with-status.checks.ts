import { scenario } from "../../../../src/core/check/check.ts";
import type { Answered, Facts } from "../../../../src/core/check/facts.ts";
import type { Unresolved } from "../../../../src/core/check/unresolved.ts";
import { countOf } from "../../../../src/core/check/words.ts";
import { listOf } from "../../pet-answers.ts";
import { petstore } from "../../roles.ts";
import { sightings } from "../../shared/evidence/store.ts";
import { aloneStep } from "../../shared/steps/filtered-lists.ts";
import { onlyLists } from "../../shared/steps/lists.ts";

/** LIST-2. Subject: the same; the default holds with a filter too. */
export const defaultWithStatus = scenario("LIST-2", (contract) => {
  const { statuses, limit } = petstore(contract);
  return limit.default === undefined
    ? []
    : statuses.map((status, index) => ({
        step: aloneStep(status, index, statuses),
        precondition: onlyLists,
        expect: listOf({ atMost: limit.default }),
        vacuousWhen: (_: Answered, facts: Facts) => filterCouldExceed(facts, status, limit.default ?? 0),
      }));
});

/** Undefined when more pets of a status were seen than a list of it may hold. */
function filterCouldExceed(facts: Facts, status: string, most: number): Unresolved | undefined {
  const seen = new Set(sightings(facts).flatMap(({ pet }) => (pet.status === status ? pet.id : [])));
  if (seen.size > most) return undefined;
  return {
    reason: `lists and reads show only ${countOf(seen.size, `${status} pet`)} with an id`,
    kind: "not-applicable",
  };
}
