import { type ClientEntries, failing } from "../reference-client/client.ts";
import { failsAtPets } from "../reference-client/parts.ts";

/** A double in place of an integer, as JSON.parse makes it. */
const asDouble = (digits: string): string => String(BigInt(Number(digits)));

export const faults: ClientEntries = {
  ...failing(["CLIENT-12"], {
    // Reads ids as doubles: JSON.parse.
    "id-as-double": (correct) => ({
      readPets: (answer) => correct.readPets(answer).map((pet) => ({ ...pet, id: asDouble(pet.id) })),
    }),
    // Cuts ids to 32 bits: id | 0 in JavaScript, an int in a model.
    "id-as-int32": () => ({ readTarget: (id) => `/v1/pets/${BigInt.asIntN(32, BigInt(id))}` }),
    // Ends with an error at an id beyond 2^53: Integer.parseInt, or a check for safe integers.
    "big-ids-rejected": failsAtPets((_, pets) => pets.some(({ id }) => BigInt(id) > 2n ** 53n)),
    // Reads category ids as doubles: a type that has int64 for ids alone.
    "category-as-double": (correct) => ({
      readPets: (answer) =>
        correct.readPets(answer).map((pet) => ({ ...pet, categoryId: asDouble(pet.categoryId) })),
    }),
  }),
};
