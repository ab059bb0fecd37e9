import { type CaseRef, caseRef, type StepRef, stepRef } from "#core/check/case.ts";
import { type Invariant, invariant, type RefusalCase, refusal } from "#core/check/check.ts";
import { refused, wrongStatus } from "#core/check/expectation.ts";
import { answeredWith, type Facts, isRemoved } from "#core/check/facts.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import { inStatus } from "#core/check/results/verdict.ts";
import type { OperationId } from "#core/contract/operations.ts";
import type { Credential } from "#core/exchange/exchange.ts";
import { hasKey, idAsked } from "#suites/petstore/pets.ts";
import { inconclusive } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { createdId } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { recordedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import { listedPets } from "#suites/petstore/shared/evidence/store.ts";
import {
  createCase,
  fixedBearer,
  listCase,
  notRefusedWithKey,
  wrongKey,
} from "#suites/petstore/shared/steps/controls.ts";
import {
  firstCreate,
  firstList,
  inEveryRun,
  listSteps,
  readSteps,
  unauthenticatedCreates,
} from "#suites/petstore/shared/steps/named-steps.ts";
import { getCreated, getListed } from "#suites/petstore/shared/steps/reads.ts";
import { getPet, noKey, reading } from "#suites/petstore/shared/steps/requests.ts";

function keyOn(operation: OperationId): CaseRef {
  return caseRef(operation, operation);
}

/** AUTH-1. Subject: every request with the valid key. */
export const keyAccepted: Invariant = {
  ...invariant("AUTH-1", keyOn("listPets"), inEveryRun, (exchange, { contract }, observeList) => {
    const { operation } = contract.classify(exchange.request);
    const judged = operation !== undefined && operation !== "storeOrders" && hasKey(exchange);
    // The first list refused with 401 stops the run: the key or the server (ruling 27).
    if (!judged || exchange.outcome.kind !== "answer") return undefined;
    const observe = observeList.of(keyOn(operation));
    if (!answeredWith(exchange, 401)) return observe.held(exchange);
    if (exchange.id === 1) return observe.unresolved(inconclusive("wrong-key-or-server"), exchange);
    const expected = "an answer other than 401, since the list was served with this key";
    return observe.broken(exchange, expected, { seen: "401", place: inStatus });
  }),
  needsOwnKey: true,
};

type CredentialOf = (facts: Facts) => Credential;

/** @param list the list with the same credential, which comes before */
function readCase(step: StepRef, profile: Depth, list: StepRef, credentialOf: CredentialOf): RefusalCase {
  return {
    step: reading({
      ...step,
      ...{ profile, requires: [firstList], waitsFor: [list, getListed] },
      request: (facts) => {
        const credential = credentialOf(facts);
        // Without a key, one that was read with it: a cache in front of the key check holds it.
        const read = credential.kind === "none" ? facts.all(getListed) : [];
        const [known] = read.flatMap((one) => (answeredWith(one, 200) ? (idAsked(one) ?? []) : []));
        const other = createdId(facts, firstCreate) ?? listedPets(facts)[0]?.pet.id ?? 1n;
        return getPet(known ?? other, credential);
      },
    }),
    control: notRefusedWithKey([getListed, getCreated]),
    expect: refused(401),
  };
}

/** AUTH-2. Subject: a request that lacks only the key. Control: the same with the key. */
export const missingKey = refusal("AUTH-2", (contract) => [
  listCase(listSteps.withoutKey, "quick", noKey),
  // Right after an error to a valid key, whose holder a service may still take for signed in.
  createCase(unauthenticatedCreates.withoutKey, "standard", noKey, { waitsFor: [readSteps.ofHighest] }),
  readCase(readSteps.withoutKey, "quick", listSteps.withoutKey, () => noKey),
  listCase(stepRef("no-key/listPets/filter", "no key, listPets with a filter"), "extended", noKey, {
    query: { status: petstore(contract).statuses[0], limit: petstore(contract).limit.minimum },
  }),
]);

/** A JavaScript object used as a map of keys has this one, too. */
const inheritedName = fixedBearer("constructor", "the word constructor as key");

function keyOfList(facts: Facts): Credential {
  return wrongKey(facts, listSteps.withWrongKey.id);
}

/** AUTH-3. Subject: a request with an invalid key. A read has the one of the list: a server may remember it as seen. */
export const invalidKey = refusal("AUTH-3", () => [
  listCase(listSteps.withWrongKey, "quick", keyOfList),
  createCase(unauthenticatedCreates.withWrongKey, "standard", inheritedName),
  readCase(readSteps.withWrongKey, "standard", listSteps.withWrongKey, keyOfList),
  // A server may refuse a key the first time only (ruling 14), or check none any more after many requests.
  listCase(stepRef("same-wrong-key/listPets", "the same wrong key, listPets"), "standard", keyOfList, {
    requires: [firstList, listSteps.withWrongKey],
    phase: "again",
  }),
]);

/**
 * AUTH-2. Subject: each success, and each 401, to a request of which it is known that it had no credential. Anything else
 * may come from what stands in front of the service.
 */
export const servedWithoutKey = recordedAnswers("AUTH-2", (answer, observe, facts) => {
  const { operation } = facts.contract.classify(answer.request);
  if (operation === undefined || operation === "storeOrders") return undefined;
  if (answer.request.credential.kind !== "none" || isRemoved(answer, facts)) return undefined;
  if (answeredWith(answer, 401)) return observe.held(answer);
  if (!answeredWith(answer, 200, 201)) return undefined;
  return observe.broken(answer, "401, since there was no key", wrongStatus(answer));
});
