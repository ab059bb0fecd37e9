import { servers } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { isPetStatus, type Pet, type PetStatus } from "../pet.ts";

const asked = (call: Call): PetStatus | undefined => {
  const status = call.query.get("status");
  return isPetStatus(status) ? status : undefined;
};

/** The store's pets with this status wherever the condition holds. */
function rewrite(call: Call, status: PetStatus, isMeant: (pet: Pet, index: number) => boolean): void {
  const { entries } = call.state.store;
  entries.forEach((entry, index) => {
    if (isMeant(entry.pet, index)) entries[index] = { ...entry, pet: { ...entry.pet, status } };
  });
}

/** What each filter does before it lists; `listPets` is the one hook that is replaced. */
function writing(write: (call: Call, status: PetStatus) => void) {
  return (correct: Hooks): Partial<Hooks> => ({
    listPets: (call) => {
      const status = asked(call);
      if (status !== undefined) write(call, status);
      return correct.listPets(call);
    },
  });
}

export default servers({
  "filter-written-into-the-answer": {
    title: "writes the status that was asked for into every pet that it lists",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "filter used as a template",
    hooks: (correct) => ({
      listPets: (call) => {
        const status = asked(call);
        if (status === undefined) return correct.listPets(call);
        const serialisePet: Hooks["serialisePet"] = (pet, own) =>
          correct.serialisePet({ ...pet, status }, own);
        const matchesStatus = () => true;
        return correct.listPets({ ...call, hooks: { ...call.hooks, serialisePet, matchesStatus } });
      },
    }),
  },
  "filter-written-into-statusless-pets": {
    title: "lists pets without a status under each, and writes into them the one that was asked for",
    fails: ["STATUS-1"],
    idiom: "COALESCE(status, ?) in the query",
    hooks: (correct) => ({
      listPets: (call) => {
        const serialisePet: Hooks["serialisePet"] = (pet, own) =>
          correct.serialisePet({ ...pet, status: pet.status ?? asked(call) }, own);
        const matchesStatus: Hooks["matchesStatus"] = (pet, status) => (pet.status ?? status) === status;
        return correct.listPets({ ...call, hooks: { ...call.hooks, serialisePet, matchesStatus } });
      },
    }),
  },
  "filter-written-into-the-store": {
    title: "gives every pet in the store the status that was asked for",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "UPDATE in place of SELECT",
    hooks: writing((call, status) => rewrite(call, status, () => true)),
  },
  "filter-assigns-one-pet": {
    title: "gives the first pet of the store the status that was asked for",
    fails: ["STATUS-1"],
    idiom: "= in place of == in the first comparison",
    hooks: writing((call, status) => rewrite(call, status, (_, index) => index === 0)),
  },
  "filter-assigns-created-pets": {
    title: "gives the pets that were created the status that was asked for",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "detached objects of the session written back",
    hooks: writing((call, status) =>
      rewrite(call, status, ({ id }) =>
        call.state.store.entries.some(({ pet, storedAtMs }) => pet.id === id && storedAtMs > 0),
      ),
    ),
  },
});
