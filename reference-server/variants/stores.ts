import { after, counting } from "#reference-server/fault-parts.ts";
import { servers } from "../bed-server.ts";
import type { Pet } from "../store.ts";

const asTheyAre = () => ({});

/** So many pets of the seed are gone after the first list. */
const deletedOnceListed = (count: number) =>
  counting("listPets", (nth, correctly, call) => {
    const answer = correctly(call);
    if (nth === 1) call.state.store.entries.splice(0, count);
    return answer;
  });

export default servers({
  "empty-store": {
    title: "holds no pet at the start",
    ruling: [28],
    stage: { seedPets: 0 },
    hooks: asTheyAre,
  },
  "one-pet": { title: "holds one pet at the start", ruling: [28], stage: { seedPets: 1 }, hooks: asTheyAre },
  "full-store": {
    title: "holds 130 pets",
    ruling: [3, 6],
    untested: ["LIST-9", "CREATE-20", "INT64-1", "INT64-2"],
    stage: { seedPets: 130 },
    hooks: asTheyAre,
  },
  "free-plan": { title: "is on the Free plan", ruling: [19], stage: { plan: "free" }, hooks: asTheyAre },
  "business-plan": {
    title: "is on the Business plan",
    ruling: [19],
    stage: { plan: "business" },
    hooks: asTheyAre,
  },
  "small-identifiers": {
    title: "numbers its pets from 1",
    ruling: [12, 28],
    untested: ["INT64-1"],
    hooks: () => ({ assignId: (serial) => serial + 1n }),
  },
  "scattered-identifiers": {
    title: "scatters identifiers over all of int64, the negative ones too",
    ruling: [12],
    // An odd factor is a bijection of the 64-bit integers, so that none occurs twice.
    hooks: () => ({ assignId: (serial) => BigInt.asIntN(64, (serial + 1n) * 0x9e37_79b9_7f4a_7c15n) }),
  },
  "falling-identifiers": {
    title: "counts its pets down from the greatest int64",
    ruling: [12],
    untested: ["GET-2"],
    hooks: () => ({ assignId: (serial) => 2n ** 63n - 1n - serial }),
  },
  "time-ordered-identifiers": {
    title: "makes identifiers of the time and a count",
    ruling: [12],
    hooks: () => ({ assignId: (serial, call) => BigInt(Math.floor(call.nowMs)) * 4_194_304n + serial }),
  },
  "pets-without-status": {
    title: "has no status on any pet of its seed",
    ruling: [4, 28],
    hooks: after("visiblePets", (pets) =>
      pets.map((pet, index) => (index < 30 ? { ...pet, status: undefined } : pet)),
    ),
  },
  "pets-deleted-by-others": {
    title: "loses the first two pets as soon as they were listed: someone deletes them",
    ruling: [15],
    untested: ["GET-1"],
    hooks: deletedOnceListed(2),
  },
  "pet-deleted-by-others": {
    title: "loses the first pet as soon as it was listed: someone deletes it",
    ruling: [15],
    hooks: deletedOnceListed(1),
  },
  "pets-sold-by-others": {
    title: "has a pet of its seed sold with every fifth request: someone changes them",
    ruling: [4],
    hooks: counting("perform", (nth, correctly, call) => {
      const { entries } = call.state.store;
      const index = entries.findIndex(({ pet, storedAtMs }) => storedAtMs === 0 && pet.status !== "sold");
      const entry = entries[index];
      if (nth % 5 === 0 && entry !== undefined)
        entries[index] = { ...entry, pet: { ...entry.pet, status: "sold" } };
      return correctly(call);
    }),
  },
  "sold-unseen-by-reads": {
    title: "has its pets of the seed sold with the first request, which reads by id show 1.5 seconds later",
    ruling: [6],
    hooks: (correct) => {
      const before = new Map<bigint, Pet>();
      let soldAtMs: number | undefined;
      return {
        perform: (call) => {
          if (soldAtMs === undefined) {
            soldAtMs = call.nowMs;
            const { entries } = call.state.store;
            for (const [index, { pet, storedAtMs }] of entries.entries()) {
              before.set(pet.id, pet);
              entries[index] = { pet: { ...pet, status: "sold" }, storedAtMs };
            }
          }
          return correct.perform(call);
        },
        findPet: (id, call) => {
          const old = call.nowMs < (soldAtMs ?? 0) + 1500 ? before.get(id) : undefined;
          return old ?? correct.findPet(id, call);
        },
      };
    },
  },
});
