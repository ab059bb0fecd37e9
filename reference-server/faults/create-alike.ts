import { servers } from "../bed-server.ts";
import type { ServerResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";

/** Two creates with the same body: nothing says that names, or bodies, are unique. */
export default servers({
  "name-unique": {
    title: "rejects a second pet of the same name with 409",
    fails: ["CREATE-1"],
    idiom: "unique index on the name",
    hooks: () => ({
      admitPet: (pet, call) => {
        if (call.state.store.entries.some((entry) => entry.pet.name === pet.name))
          throw new Refusal(409, "There is an animal of that name.");
      },
    }),
  },
  "created-once-per-body": {
    title: "answers a body that it has seen before with the pet that was made of it then",
    fails: ["CREATE-3"],
    idiom: "idempotence by the hash of the body",
    hooks: (correct) => {
      const made = new Map<string, ServerResponse>();
      return {
        createPet: (call) => {
          const key = Buffer.from(call.request.body).toString("latin1");
          const answer = made.get(key) ?? correct.createPet(call);
          if (answer.status === 201) made.set(key, answer);
          return answer;
        },
      };
    },
  },
  "stored-by-name": {
    title: "replaces the pet of the same name",
    fails: ["LIST-9", "GET-1"],
    idiom: "upsert by the name",
    hooks: (correct) => ({
      storePet: (pet, call) => {
        const { entries } = call.state.store;
        const same = entries.findIndex((entry) => entry.pet.name === pet.name);
        if (same !== -1) entries.splice(same, 1);
        correct.storePet(pet, call);
      },
    }),
  },
  "listed-once-per-name": {
    title: "lists one pet of each name",
    fails: ["LIST-9"],
    idiom: "SELECT DISTINCT",
    hooks: (correct) => ({
      visiblePets: (call) => [
        ...new Map(correct.visiblePets(call).map((pet) => [pet.name, pet] as const)).values(),
      ],
    }),
  },
});
