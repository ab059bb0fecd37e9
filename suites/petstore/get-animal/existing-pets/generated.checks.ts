import { type Answered, answeredWith, type Facts } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { idAsked } from "#suites/petstore/pets.ts";
import { untested } from "#suites/petstore/reasons.ts";
import { acceptedCreates } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { onWalk, walkStep } from "#suites/petstore/shared/generated/walks.ts";
import { thatPet } from "#suites/petstore/shared/steps/reads.ts";

/** GET-1. Subject: a read of a pet that the walk created. */
export const readOnWalk = onWalk("GET-1", () => [
  {
    step: walkStep,
    of: ({ request }) => request.method === "GET" && request.path !== "/pets",
    expect: {
      ...thatPet,
      mismatch: (answer, facts) =>
        mayLag(answer, facts) === undefined ? thatPet.mismatch(answer, facts) : undefined,
    },
    vacuousWhen: mayLag,
  },
]);

function mayLag(answer: Answered, facts: Facts): Unresolved | undefined {
  if (!answeredWith(answer, 404)) return undefined;
  const id = idAsked(answer);
  const created = acceptedCreates(facts).find((accepted) => accepted.created?.id === id)?.exchange;
  if (created === undefined) return undefined;
  const ageMs = timesOf(answer).sentAtMs - timesOf(created).endedAtMs;
  return ageMs <= facts.setting.consistencyWaitMs ? untested("may-lag") : undefined;
}
