import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { type Hinted, hinted } from "./hinted.ts";

const givesAway = hinted({ stage: { plan: "business" } });

const isFiltered = (call: Call): boolean => call.query.has("status");

/** Changes the field `name` of listed pets. */
function named(change: (name: string) => string) {
  return (correct: Hooks): Partial<Hooks> => ({
    listBody: (pets, call) =>
      correct.listBody(
        pets.map((pet) => ({ ...pet, name: change(pet.name) })),
        call,
      ),
  });
}

export const ofLists: readonly Hinted[] = [
  givesAway("one pet too many beside a filter", "the end of a range is off by one", (correct) => ({
    page: (pets, limit, call) => correct.page(pets, isFiltered(call) ? limit + 1 : limit, call),
  })),
  givesAway("a limit that counts beside a filter alone", "those without one ignore it", (correct) => ({
    page: (pets, limit, call) => correct.page(pets, isFiltered(call) ? limit : 20, call),
  })),
  givesAway(
    "a limit that is applied before the filter",
    "the limit is applied before the filter",
    (correct) => ({
      visiblePets: (call) => {
        const limit = isFiltered(call) ? Number(call.query.get("limit") ?? 20) : undefined;
        return correct.visiblePets(call).slice(0, limit);
      },
    }),
  ),
  givesAway(
    "names that are shortened where they are listed",
    "shortened for display",
    named((name) => (name.length > 50 ? `${name.slice(0, 50)}…` : name)),
  ),
  givesAway(
    "one pet of another status in a filtered list",
    "One pet does not belong among many",
    (correct) => ({
      matchesStatus: (pet, status, call) =>
        correct.matchesStatus(pet, status, call) || pet.id === call.state.firstId + 2n,
    }),
  ),
  givesAway("zero values that are left out", "left out where its value is 0 or empty", (correct) => ({
    serialisePet: (pet, call) => {
      const { categoryId, ...others } = pet;
      return correct.serialisePet(categoryId === 0n ? (others as typeof pet) : pet, call);
    },
  })),
  givesAway("a page size of its own beside a filter", "another limit is in effect", (correct) => ({
    page: (pets, limit, call) => correct.page(pets, isFiltered(call) && limit < 5 ? 5 : limit, call),
  })),
  givesAway("a store that keeps the newest pets alone", "drops the oldest", (correct) => ({
    createPet: (call) => {
      const answer = correct.createPet(call);
      const { entries } = call.state.store;
      (entries as unknown[]).splice(0, entries.length - 10);
      return answer;
    },
  })),
];
