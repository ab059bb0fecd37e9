import { leadsTo } from "../call.ts";
import { faults } from "../fault.ts";

export default faults({
  "got-id-in-array": {
    title: "writes the identifier as an array where one pet is read",
    breaks: ["GET-1"],
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
    breaks: ["GET-1"],
    hooks: (correct) => ({
      serialisePet: (pet, call) =>
        leadsTo(call, "getPet")
          ? { ...correct.serialisePet(pet, call), id: String(pet.id) }
          : correct.serialisePet(pet, call),
    }),
  },
  "got-with-envelope": {
    title: "wraps one pet in a member data",
    breaks: ["GET-1"],
    idiom: "envelope of a style guide",
    hooks: (correct) => ({
      serialisePet: (pet, call) =>
        leadsTo(call, "getPet") ? { data: correct.serialisePet(pet, call) } : correct.serialisePet(pet, call),
    }),
  },
  "created-not-found": {
    title: "answers 404 for every pet that was created",
    breaks: ["GET-1"],
    idiom: "reads from a replica that never catches up",
    hooks: () => ({
      findPet: (id, call) =>
        call.state.store.entries.find(({ pet, storedAtMs }) => pet.id === id && storedAtMs === 0)?.pet,
    }),
  },
  "got-the-first": {
    title: "answers the first pet for every existing identifier",
    breaks: ["GET-1"],
    idiom: "query without its condition",
    hooks: (correct) => ({
      findPet: (id, call) => correct.findPet(id, call) && call.state.store.entries[0]?.pet,
    }),
  },
  "got-from-cache": {
    title: "answers the pet that was read first, for every identifier after it",
    breaks: ["GET-1", "GET-2"],
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
  "got-not-escaped": {
    title: "does not escape quotes in the name where one pet is read",
    breaks: ["GET-1"],
    idiom: "JSON put together as text",
    hooks: (correct) => ({
      encodeJson: (value, call) => {
        const text = correct.encodeJson(value, call);
        return leadsTo(call, "getPet") ? text.replace('"name":"', '"name":""') : text;
      },
    }),
  },
});
