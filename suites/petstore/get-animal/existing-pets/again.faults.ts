import { servers } from "#reference-server/bed-server.ts";
import { after, around, withHooks } from "#reference-server/fault-parts.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import type { ServerResponse } from "#reference-server/message.ts";

/** Remembers the answers with this status, and gives another where the same pet is asked for again. */
const again =
  (status: number, answer: (first: ServerResponse, call: Call) => ServerResponse) =>
  (correct: Hooks): Partial<Hooks> => {
    const before = new Map<string, ServerResponse>();
    return {
      getPet: (call) => {
        const first = before.get(call.path);
        if (first !== undefined) return answer(first, call);
        const response = correct.getPet(call);
        if (response.status === status) before.set(call.path, response);
        return response;
      },
    };
  };

export default servers({
  "got-once": {
    title: "finds a pet that the run created once",
    fails: ["GET-1"],
    idiom: "message taken from a queue",
    hooks: (correct) => {
      const read = new Set<bigint>();
      return {
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          const isOld = call.state.store.entries.some((one) => one.pet.id === id && one.storedAtMs === 0);
          if (pet === undefined || isOld) return pet;
          if (read.has(id)) return undefined;
          read.add(id);
          return pet;
        },
      };
    },
  },
  "first-pet-missed-once": {
    title:
      "does not find the first pet that was created when it is read for the first time, three seconds later or more",
    fails: ["GET-1"],
    profile: "thorough",
    idiom: "cache entry that expires before it is loaded anew",
    hooks: (correct) => {
      let missed = false;
      return {
        findPet: (id, call) => {
          const first = call.state.store.entries.find(({ storedAtMs }) => storedAtMs > 0);
          const isDue = !missed && first?.pet.id === id && call.nowMs >= first.storedAtMs + 3000;
          if (isDue) missed = true;
          return isDue ? undefined : correct.findPet(id, call);
        },
      };
    },
  },
  "got-again-not-modified": {
    title: "answers 304 where the same pet is read again",
    fails: ["GET-1", "HTTP-2"],
    idiom: "cache validated though no one asked for it",
    hooks: again(200, () => ({ status: 304, headers: [], body: new Uint8Array() })),
  },
  "unknown-pet-again-with-200": {
    title: "answers 200 with the Error of the first time where the same unknown pet is asked for again",
    fails: ["GET-1", "GET-2"],
    idiom: "cache of bodies without their statuses",
    hooks: again(404, (first) => ({ ...first, status: 200 })),
  },
  "got-first-of-the-name": {
    title: "answers the first pet of the same name",
    fails: ["GET-1"],
    profile: "thorough",
    idiom: "join by name",
    hooks: around("findPet", (correctly, id, call) => {
      const name = correctly(id, call)?.name;
      return call.state.store.entries.find(({ pet }) => pet.name === name)?.pet;
    }),
  },
  "got-last-of-the-name": {
    title: "answers the last pet of the same name",
    fails: ["GET-1"],
    profile: "thorough",
    idiom: "map from names to pets",
    hooks: around("findPet", (correctly, id, call) => {
      const name = correctly(id, call)?.name;
      return call.state.store.entries.findLast(({ pet }) => pet.name === name)?.pet;
    }),
  },
  "got-with-status-of-another": {
    title: "shows the old pets as sold where one is read",
    fails: ["GET-1"],
    idiom: "column of another table of the same name",
    hooks: after("serialisePet", (written, pet, call) => {
      const isOld = call.state.store.entries.some((one) => one.pet === pet && one.storedAtMs === 0);
      return isOld && call.path !== "/v1/pets" && pet.status ? { ...written, status: "sold" } : written;
    }),
  },
  "reads-500-after-wrong-ids": {
    title: "fails with 500 where it reads a pet after three identifiers that are none",
    fails: ["GET-1", "HTTP-2"],
    idiom: "circuit breaker that counts the client's errors",
    hooks: (correct) => {
      let wrong = 0;
      return {
        getPet: (call) => {
          const parsePetId: Hooks["parsePetId"] = (segment, own) => {
            try {
              return correct.parsePetId(segment, own);
            } catch (error) {
              wrong += 1;
              throw error;
            }
          };
          const findPet: Hooks["findPet"] = (id, own) => {
            const pet = correct.findPet(id, own);
            if (wrong >= 3 && pet !== undefined) throw new Error("the circuit is open");
            return pet;
          };
          return correct.getPet(withHooks(call, { parsePetId, findPet }));
        },
      };
    },
  },
  "missing-pets-cached-for-all": {
    title: "answers 404 for every pet once an identifier was unknown",
    fails: ["GET-1"],
    idiom: "negative cache without the identifier in its key",
    hooks: (correct) => {
      let missing = false;
      return {
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          missing ||= pet === undefined;
          return missing ? undefined : pet;
        },
      };
    },
  },
});
