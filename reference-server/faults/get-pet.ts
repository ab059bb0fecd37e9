import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";

export default servers({
  "got-id-in-array": {
    title: "writes the identifier as an array where one pet is read",
    fails: ["GET-1"],
    idiom: "parameters that may occur more than once",
    hooks: (correct) => ({
      serialisePet: (pet, call) => {
        const written = correct.serialisePet(pet, call);
        return leadsTo(call, "getPet") ? { ...written, id: [pet.id] } : written;
      },
    }),
  },
  "got-id-as-text": {
    title: "writes the identifier as a string where one pet is read",
    fails: ["GET-1"],
    hooks: (correct) => ({
      serialisePet: (pet, call) =>
        leadsTo(call, "getPet")
          ? { ...correct.serialisePet(pet, call), id: String(pet.id) }
          : correct.serialisePet(pet, call),
    }),
  },
  "got-with-envelope": {
    title: "wraps one pet in a field `data`",
    fails: ["GET-1"],
    idiom: "envelope of a style guide",
    hooks: (correct) => ({
      serialisePet: (pet, call) =>
        leadsTo(call, "getPet") ? { data: correct.serialisePet(pet, call) } : correct.serialisePet(pet, call),
    }),
  },
  "created-not-found": {
    title: "answers 404 for every pet that was created",
    fails: ["GET-1"],
    idiom: "reads from a replica that never catches up",
    hooks: () => ({
      findPet: (id, call) =>
        call.state.store.entries.find(({ pet, storedAtMs }) => pet.id === id && storedAtMs === 0)?.pet,
    }),
  },
  "got-the-first": {
    title: "answers the first pet for every existing identifier",
    fails: ["GET-1"],
    idiom: "query without its condition",
    hooks: (correct) => ({
      findPet: (id, call) => correct.findPet(id, call) && call.state.store.entries[0]?.pet,
    }),
  },
  "got-from-cache": {
    title: "answers the pet that was read first, for every identifier after it",
    fails: ["GET-1", "GET-2"],
    idiom: "cache without the identifier in its key",
    hooks: (correct) => {
      let cached: ReturnType<typeof correct.findPet>;
      return {
        findPet: (id, call) => {
          cached ??= correct.findPet(id, call);
          return cached;
        },
      };
    },
  },
  "got-again-as-object": {
    title: "answers a pet that was read before with [object Object], from a cache of eight",
    fails: ["GET-1"],
    idiom: "cache of objects where texts were meant",
    hooks: (correct) => {
      const cached = new Set<string>();
      return {
        getPet: (call) => {
          const answer = correct.getPet(call);
          if (cached.has(call.path)) return { ...answer, body: new TextEncoder().encode("[object Object]") };
          if (answer.status === 200 && cached.size < 8) cached.add(call.path);
          return answer;
        },
      };
    },
  },
  "got-with-category-one": {
    title: "shows category 1 for every pet of another where one is read",
    fails: ["CREATE-20", "GET-1"],
    idiom: "join without its condition",
    hooks: (correct) => ({
      serialisePet: (pet, call) =>
        leadsTo(call, "getPet")
          ? { ...correct.serialisePet(pet, call), categoryId: 1n }
          : correct.serialisePet(pet, call),
    }),
  },
  "got-with-first-word": {
    title: "keeps the first word of the name where a pet of the old table is read",
    fails: ["GET-1"],
    idiom: "two tables, one of them with shorter columns",
    hooks: (correct) => ({
      serialisePet: (pet, call) => {
        const written = correct.serialisePet(pet, call);
        const old = call.state.store.entries.some(
          (entry) => entry.pet.id === pet.id && entry.storedAtMs === 0,
        );
        return leadsTo(call, "getPet") && old ? { ...written, name: pet.name.split(" ")[0] } : written;
      },
    }),
  },
  "got-not-escaped": {
    title: "does not escape quotes in the name where one pet is read",
    fails: ["GET-1"],
    idiom: "JSON put together as text",
    hooks: (correct) => ({
      encodeJson: (value, call) => {
        const text = correct.encodeJson(value, call);
        return leadsTo(call, "getPet") ? text.replace('"name":"', '"name":""') : text;
      },
    }),
  },
});
