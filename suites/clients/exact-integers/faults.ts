import type { ClientEntries } from "../reference-client/client.ts";
import { failsAtPets } from "../reference-client/parts.ts";

/** A double in place of an integer, as JSON.parse makes it. */
const asDouble = (digits: string): string => String(BigInt(Number(digits)));

export const faults: ClientEntries = {
  "id-as-double": {
    title: "reads ids as doubles",
    fails: ["CLIENT-12"],
    why: "JSON.parse",
    hooks: (correct) => ({
      readPets: (answer) => correct.readPets(answer).map((pet) => ({ ...pet, id: asDouble(pet.id) })),
    }),
  },
  "id-as-int32": {
    title: "cuts ids to 32 bits",
    fails: ["CLIENT-12"],
    why: "id | 0 in JavaScript, an int in a model",
    hooks: () => ({ readTarget: (id) => `/v1/pets/${BigInt.asIntN(32, BigInt(id))}` }),
  },
  "big-ids-rejected": {
    title: "ends with an error at an id beyond 2^53",
    fails: ["CLIENT-12"],
    why: "Integer.parseInt, or a check for safe integers",
    hooks: failsAtPets((_, pets) => pets.some(({ id }) => BigInt(id) > 2n ** 53n)),
  },
  "category-as-double": {
    title: "reads category ids as doubles",
    fails: ["CLIENT-12"],
    why: "a type that has int64 for ids alone",
    hooks: (correct) => ({
      readPets: (answer) =>
        correct.readPets(answer).map((pet) => ({ ...pet, categoryId: asDouble(pet.categoryId) })),
    }),
  },
};
