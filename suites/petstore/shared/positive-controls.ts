import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Explained, Unresolved } from "#core/check/results/unresolved.ts";
import type { PositiveControl } from "#core/check/suite.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { asked, hasKey, isList, petIn, petsIn } from "../pets.ts";
import { inconclusive, untested } from "../reasons.ts";
import { acceptedCreates, noneCreated } from "./evidence/accepted-creates.ts";
import { isIn } from "./evidence/settling.ts";
import { listedPets, rightLists, sightings } from "./evidence/store.ts";
import { fullList } from "./steps/lists.ts";
import { firstCreate, firstList, listSteps } from "./steps/named-steps.ts";
import { getCreated, getListed, getUnknown } from "./steps/reads.ts";
import { readOnlyOmission } from "./steps/requests.ts";

/**
 * What shows that an operation works at all: a list with a pet, a create that is read back, a 404 beside a 200.
 * Without it nothing about the operation passes. So a server that answers everything alike passes nothing.
 */
export const positiveControls: Readonly<Record<OperationId, PositiveControl>> = {
  listPets: { steps: [firstList], missing: noPetListed },
  createPet: { steps: [firstCreate, listSteps.closing], missing: noCreateReadBack },
  getPet: { steps: [getListed, getUnknown], missing: noReadBothWays },
};

const aStoreWithPets = { change: "a store with pets, or a run that may create some" };

function noPetListed(facts: Facts): Unresolved | undefined {
  if (listedPets(facts).some(({ pet, answer }) => pet.id !== undefined && isList(answer))) {
    return listsAlike(facts) ? inconclusive("lists-alike") : undefined;
  }
  const lists = facts.exchanges.filter((e) => isList(e));
  if (lists.length === 0) return inconclusive("no-list");
  const pets = listedPets(facts).length;
  if (pets > 0) return inconclusive("no-integer-ids", { lists: lists.length });
  return facts.setting.readOnly
    ? untested("no-pet-listed", { lists: lists.length }, aStoreWithPets)
    : { ...inconclusive("no-pet-listed", { lists: lists.length }), ...whereNoneIsCreated(facts) };
}

/** The create that would have put a pet into an empty store, where it was not accepted. */
function whereNoneIsCreated(facts: Facts): Pick<Explained, "cause"> {
  const isRefused = facts.all(firstCreate).length > 0 && acceptedCreates(facts).length === 0;
  return isRefused ? { cause: { kind: "control", step: firstCreate.id } } : {};
}

/** True when no answer depends on the request: no store has the same pets under two statuses. */
function listsAlike(facts: Facts): boolean {
  const lists = rightLists(facts);
  const filters = new Set(lists.flatMap((list) => asked(list, "status") ?? []));
  const contents = new Set(lists.map((list) => (petsIn(list) ?? []).map((pet) => pet.id).join()));
  return filters.size > 1 && contents.size === 1;
}

function noCreateReadBack(facts: Facts): Unresolved | undefined {
  if (facts.setting.readOnly) return readOnlyOmission;
  const accepted = acceptedCreates(facts).filter(({ created }) => created?.id !== undefined);
  if (accepted.length === 0) return noneCreated(facts, "inconclusive");
  const seen = sightings(facts);
  const readBack = accepted.some((t) =>
    seen.some(({ pet, answer }) => isAfter(answer, t.exchange) && isIn(t, [pet], facts)),
  );
  if (readBack) return undefined;
  const canBeRead =
    facts.all(getCreated).length > 0 ||
    facts.exchanges.some((e) => e.step === fullList(facts.contract).id && isList(e));
  return canBeRead ? untested("not-read-back") : inconclusive("no-read-back-answered");
}

function noReadBothWays(facts: Facts): Unresolved | undefined {
  const reads = facts.exchanges.filter((e) => facts.contract.classify(e.request).operation === "getPet");
  const served = reads.some((e) => answeredWith(e, 200) && petIn(e)?.id !== undefined);
  const unknown = reads.some((e) => hasKey(e) && answeredWith(e, 404));
  if (served && unknown) return undefined;
  const noneToRead = listedPets(facts).length === 0 || facts.notSent(getListed)?.kind === "untested";
  if (!served && noneToRead && facts.setting.readOnly) {
    return untested("no-readable-pet-listed", {}, aStoreWithPets);
  }
  if (served) return inconclusive("no-read-404");
  const isEmpty = listedPets(facts).length === 0;
  return { ...inconclusive("no-pet-read"), ...(isEmpty && whereNoneIsCreated(facts)) };
}
