import { servers } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { ServerResponse } from "../message.ts";

const small = { firstId: 1n } as const;

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

const readAs =
  (idOf: (segment: string) => string) =>
  (correct: Hooks): Partial<Hooks> => ({
    parsePetId: (segment, call) => correct.parsePetId(idOf(decodeURIComponent(segment)), call),
  });

/** Reads that an earlier one spoils, and other ways to find the wrong pet. */
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
    hooks: (correct) => ({
      findPet: (id, call) => {
        const name = correct.findPet(id, call)?.name;
        return call.state.store.entries.find(({ pet }) => pet.name === name)?.pet;
      },
    }),
  },
  "got-last-of-the-name": {
    title: "answers the last pet of the same name",
    fails: ["GET-1"],
    profile: "thorough",
    idiom: "map from names to pets",
    hooks: (correct) => ({
      findPet: (id, call) => {
        const name = correct.findPet(id, call)?.name;
        return call.state.store.entries.findLast(({ pet }) => pet.name === name)?.pet;
      },
    }),
  },
  "got-by-name": {
    title: "finds a pet by its name where an identifier is due",
    fails: ["GET-3", "GET-4"],
    idiom: "one lookup for identifiers and slugs",
    hooks: (correct) => ({
      parsePetId: (segment, call) => {
        const name = decodeURIComponent(segment);
        const named = call.state.store.entries.find(
          ({ pet }) => pet.name === name || `abc${pet.id}` === name,
        );
        return named?.pet.id ?? correct.parsePetId(segment, call);
      },
    }),
  },
  "got-with-status-of-another": {
    title: "shows the old pets as sold where one is read",
    fails: ["GET-1"],
    idiom: "column of another table of the same name",
    hooks: (correct) => ({
      serialisePet: (pet, call) => {
        const written = correct.serialisePet(pet, call);
        const isOld = call.state.store.entries.some((one) => one.pet === pet && one.storedAtMs === 0);
        return isOld && call.path !== "/v1/pets" && pet.status ? { ...written, status: "sold" } : written;
      },
    }),
  },
  "sign-dropped": {
    title: "drops the sign of an identifier",
    fails: ["GET-3"],
    stage: small,
    idiom: "Math.abs, or digits picked out of the text",
    hooks: readAs((text) => text.replace(/^-(?=\d+$)/, "")),
  },
  "letters-before-digits": {
    title: "drops letters before an identifier",
    fails: ["GET-4"],
    stage: small,
    idiom: "expression without its anchors",
    hooks: readAs((text) => text.replace(/^[a-z]+(?=\d+$)/, "")),
  },
  "wraps-below-int64": {
    title: "wraps identifiers below int64",
    fails: ["GET-4"],
    profile: "thorough",
    idiom: "overflow that is not looked for",
    hooks: readAs((text) => (/^-\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text)),
  },
  "lowest-id-500": {
    title: "fails with 500 for an identifier below int32",
    fails: ["GET-3", "HTTP-2"],
    profile: "thorough",
    idiom: "value out of range for type integer",
    hooks: (correct) => ({
      findPet: (id, call) => {
        if (id < -(2n ** 31n)) throw new RangeError("value out of range for type integer");
        return correct.findPet(id, call);
      },
    }),
  },
});
