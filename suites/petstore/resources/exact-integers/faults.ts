import { alike, servers } from "#reference-server/bed-server.ts";
import { after, before, replaced } from "#reference-server/fault-parts.ts";
import { filtered, read, shown, unfiltered, written } from "#reference-server/pet-parts.ts";
import type { Pet } from "#reference-server/store.ts";

const asDouble = (value: bigint) => BigInt(Number(value));

const toDouble = ({ categoryId }: Pet) => ({ categoryId: asDouble(categoryId) });

const ids = servers({
  "ids-as-doubles": {
    title: "rounds identifiers beyond 2^53 in every answer",
    fails: ["LIST-8", "CREATE-3", "CREATE-20", "INT64-1", "GET-1"],
    idiom: "identifiers as JSON doubles",
    hooks: after("serialisePet", (json, pet) => ({ ...json, id: asDouble(pet.id) })),
  },
  "list-ids-as-doubles": {
    title: "rounds identifiers beyond 2^53 in lists",
    fails: ["GET-1", "LIST-8", "INT64-1"],
    idiom: "rows read through a JSON column",
    hooks: written("listPets", (pet) => ({ id: asDouble(pet.id) })),
  },
  "created-id-as-double": {
    title: "rounds the identifier in the answer to a creation",
    fails: ["CREATE-3", "INT64-1", "GET-1"],
    hooks: written("createPet", (pet) => ({ id: asDouble(pet.id) })),
  },
  "got-id-as-double": {
    title: "rounds the identifier where one pet is read",
    fails: ["INT64-1"],
    hooks: written("getPet", (pet) => ({ id: asDouble(pet.id) })),
  },
  "path-id-as-double": {
    title: "rounds the identifier in a path, and so finds the pet next to it",
    fails: ["INT64-1"],
    idiom: "Number() ids",
    hooks: replaced(
      "findPet",
      (id, call) => call.state.store.entries.find(({ pet }) => Number(pet.id) === Number(id))?.pet,
    ),
  },
  "path-id-clamped": {
    title: "cuts identifiers in a path to 2^53 - 1",
    fails: ["INT64-1", "GET-1", "GET-2"],
    idiom: "clamping to the safe integers",
    hooks: before("findPet", (id) => (id > 2n ** 53n - 1n ? 2n ** 53n - 1n : id)),
  },
});

// The greatest int64 is tried as a category, too, and rounds to a number outside int64.
const categories = alike({ fails: ["INT64-2", "LIST-1"] })({
  "category-as-double": {
    title: "rounds a category beyond 2^53 when it is stored",
    fails: ["INT64-2", "LIST-1", "CREATE-2"],
    idiom: "JSON.parse",
    hooks: after("validateCategory", (category) => asDouble(category)),
  },
  "category-clamped": {
    title: "cuts a category beyond 2^53 to 2^53 - 1",
    fails: ["INT64-2", "CREATE-4"],
    hooks: after("validateCategory", (category) => (category > 2n ** 53n - 1n ? 2n ** 53n - 1n : category)),
  },
  "category-wrapped-to-int32": {
    title: "keeps the lower 32 bits of a category",
    fails: ["CREATE-4", "INT64-2"],
    idiom: "value | 0",
    hooks: after("validateCategory", (category) => BigInt.asIntN(32, category)),
  },
  "read-category-as-double": {
    title: "rounds a category beyond 2^53 where one pet is read",
    fails: ["INT64-2"],
    hooks: shown(read, toDouble),
  },
  "filtered-category-as-double": {
    title: "rounds a category beyond 2^53 in filtered lists",
    hooks: shown(filtered, toDouble),
  },
  "unfiltered-category-as-double": {
    title: "rounds a category beyond 2^53 in unfiltered lists",
    hooks: shown(unfiltered, toDouble),
  },
  "stored-category-as-double": {
    title: "rounds a category beyond 2^53 in the store and answers it exactly",
    hooks: before("storePet", (pet) => ({ ...pet, ...toDouble(pet) })),
  },
});

export default { ...ids, ...categories };
