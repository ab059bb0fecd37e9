import { traceCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import { answeredWith, isAnswered } from "#core/check/facts.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { idAsked, type PetView, petIn } from "#suites/petstore/pets.ts";
import { acceptedCreates } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { isOwnName } from "#suites/petstore/shared/evidence/settling.ts";
import { listedPets } from "#suites/petstore/shared/evidence/store.ts";
import { petOfThisRun, readSteps } from "#suites/petstore/shared/steps/named-steps.ts";
import { getAnother, getListed } from "#suites/petstore/shared/steps/reads.ts";

const fields = ["name", "categoryId", "status"] as const satisfies readonly (keyof PetView)[];

/** GET-1. Subject: a read pet of others, against the lists before and after it, where those agree. */
export const asItIsListed = traceCheck("GET-1", getListed, [], (facts, observe) =>
  [getListed, getAnother, readSteps.afterFilter].flatMap((step): Observation | [] => {
    const answer = facts.answer(step);
    const read = answer !== undefined && answeredWith(answer, 200) ? petIn(answer) : undefined;
    if (answer === undefined || read?.id === undefined) return [];
    const listed = listedPets(facts).filter(({ pet }) => pet.id === read.id);
    // Others may change the pet, and each answer may lag behind that (ruling 6). The read after a filter does not wait, since
    // other filters would come between.
    const lagMs = step === readSteps.afterFilter ? 0 : facts.setting.consistencyWaitMs;
    const before = listed.findLast((s) => isAfter(answer, s.answer, lagMs))?.pet;
    const after = listed.find((s) => isAfter(s.answer, answer, lagMs))?.pet;
    if (before?.name === undefined || before.categoryId === undefined || after === undefined) return [];
    // Bytes that are not UTF-8 were replaced: the name is not known.
    if (before.name.includes("\uFFFD")) return [];
    // A status may be left out of one answer and shown in another (ruling 11).
    const compared = fields.filter((one) => one !== "status" || (before.status && read.status));
    const field = compared.find((one) => before[one] !== read[one]);
    if (field === undefined) return [];
    if (fields.some((one) => before[one] !== after[one])) return [];
    const mismatch = { seen: `another ${field}`, place: inBody(`/${field}`) };
    return observe.broken(answer, `the ${field} that the lists before and after show`, mismatch);
  }),
);

/**
 * GET-1. Subject: every read of a pet of this run that can no longer lag behind its create. A 200 before or after does not
 * hide a 404 (rulings 6, 30).
 */
export const ownPetIsThere = traceCheck("GET-1", petOfThisRun, [], (facts, observe) => {
  const own = acceptedCreates(facts).filter(({ sent }) => isOwnName(sent.name, facts));
  const byId = new Map(own.map(({ created, exchange }) => [created?.id, exchange]));
  return facts.exchanges.filter(isAnswered).flatMap((read): Observation | [] => {
    const { operation } = facts.contract.classify(read.request);
    const id = idAsked(read);
    if (operation !== "getPet" || id === undefined || read.request.credential.kind !== "valid") return [];
    const create = byId.get(id);
    if (create === undefined || !isAfter(read, create, facts.setting.consistencyWaitMs)) return [];
    // The last answer of a step is judged by the case that the step is sent for.
    const isLast = facts.exchanges.findLast(({ step }) => step === read.step) === read;
    if (answeredWith(read, 200)) return observe.held(read);
    if (isLast || !answeredWith(read, 404)) return [];
    const expected = `200 with the pet that "${create.label}" created`;
    return observe.broken(read, expected, wrongStatus(read), create);
  });
});
