import { servers } from "../bed-server.ts";
import { isJsonObject } from "../json.ts";

export default servers({
  "same-id-for-all": {
    title: "gives every created pet the same identifier",
    fails: ["LIST-8", "CREATE-3", "CREATE-15", "CREATE-20"],
    hooks: () => ({ buildPet: (pet) => ({ id: 2n ** 53n + 4711n, ...pet }) }),
  },
  "id-from-the-seconds": {
    title: "numbers created pets by the second",
    fails: ["LIST-8", "CREATE-3", "CREATE-20", "CREATE-15"],
    standardOnly: { "CREATE-15": "a pet created with the id of one of the same second gets that id" },
    idiom: "time() as an identifier",
    hooks: () => ({
      buildPet: (pet, _body, call) => ({ id: BigInt(Math.floor(call.nowMs / 1000)), ...pet }),
    }),
  },
  "id-in-use": {
    title: "gives created pets identifiers that pets of the seed have",
    fails: ["CREATE-3", "CREATE-20", "LIST-8"],
    idiom: "sequence not advanced after an import",
    hooks: () => {
      let next = 0;
      return {
        buildPet: (pet, _body, { state }) => {
          next += 1;
          return { ...pet, id: state.store.entries[next % state.store.entries.length]?.pet.id ?? 1n };
        },
      };
    },
  },
  "client-id-doubles": {
    title: "accepts an identifier that the client chose, though a pet has it",
    fails: ["LIST-8", "CREATE-15", "CREATE-20"],
    idiom: "mass assignment",
    hooks: (correct) => ({
      buildPet: (pet, body, call) => {
        const built = correct.buildPet(pet, body, call);
        return isJsonObject(body) && typeof body.id === "bigint" ? { ...built, id: body.id } : built;
      },
    }),
  },
  "client-id-overwrites": {
    title: "overwrites the pet whose identifier the client sends",
    fails: ["CREATE-15", "CREATE-20"],
    idiom: "save() that updates where an id is given",
    hooks: (correct) => ({
      buildPet: (pet, body, call) => {
        const { entries } = call.state.store;
        const id = isJsonObject(body) ? body.id : undefined;
        const index = entries.findIndex((entry) => entry.pet.id === id);
        const overwritten = index < 0 ? undefined : entries.splice(index, 1)[0]?.pet.id;
        return {
          ...correct.buildPet(pet, body, call),
          ...(overwritten === undefined ? {} : { id: overwritten }),
        };
      },
    }),
  },
  "client-id-updates-too": {
    title: "stores a fresh pet, and writes its values over the pet whose identifier the client sends",
    fails: ["CREATE-15", "CREATE-16", "CREATE-20"],
    idiom: "upsert behind an insert",
    hooks: (correct) => ({
      buildPet: (pet, body, call) => {
        const { entries } = call.state.store;
        const id = isJsonObject(body) ? body.id : undefined;
        const index = entries.findIndex((entry) => entry.pet.id === id);
        const found = entries[index];
        if (found !== undefined) entries.splice(index, 1, { ...found, pet: { ...pet, id: found.pet.id } });
        return correct.buildPet(pet, body, call);
      },
    }),
  },
});
