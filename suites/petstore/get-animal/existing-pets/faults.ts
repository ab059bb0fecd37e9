import { alike } from "#reference-server/bed-server.ts";
import { after, again, around, keeping, noting } from "#reference-server/fault-parts.ts";
import { type Call, type Hooks, leadsTo } from "#reference-server/hooks/call.ts";
import { emptyResponse, type ServerResponse } from "#reference-server/message.ts";
import { asLastFilter, petsStored, read, withHooks, written } from "#reference-server/pet-parts.ts";
import type { Pet } from "#reference-server/store.ts";

/** One of those that the store began with. */
const isOld = (id: bigint, call: Call) => petsStored(call, (atMs) => atMs === 0).some((pet) => pet.id === id);

export default alike({ fails: ["GET-1"] })({
  "got-id-in-array": {
    title: "writes the identifier as an array where one pet is read",
    idiom: "parameters that may occur more than once",
    hooks: written("getPet", (pet) => ({ id: [pet.id] })),
  },
  "got-id-as-text": {
    title: "writes the identifier as a string where one pet is read",
    hooks: written("getPet", (pet) => ({ id: String(pet.id) })),
  },
  "got-zero-as-null": {
    title: "writes the category 0 as null where one pet is read",
    idiom: "categoryId || null",
    hooks: written("getPet", ({ categoryId }) => (categoryId === 0n ? { categoryId: null } : {})),
  },
  "got-with-envelope": {
    title: "wraps one pet in a field `data`",
    idiom: "envelope of a style guide",
    hooks: after("serialisePet", (json, _, call) => (read(call) ? { data: json } : json)),
  },
  "created-not-found": {
    title: "answers 404 for every pet that was created",
    idiom: "reads from a replica that never catches up",
    hooks: after("findPet", (pet, id, call) => (isOld(id, call) ? pet : undefined)),
  },
  "got-the-first": {
    title: "answers the first pet for every existing identifier",
    idiom: "query without its condition",
    hooks: after("findPet", (pet, _, call) => pet && call.state.store.entries[0]?.pet),
  },
  "got-from-cache": {
    title: "answers the pet that was read first, for every identifier after it",
    fails: ["GET-1", "GET-2"],
    idiom: "cache without the identifier in its key",
    hooks: keeping("findPet", { cached: undefined as Pet | undefined }, (kept, correctly, id, call) => {
      kept.cached ??= correctly(id, call);
      return kept.cached;
    }),
  },
  "got-again-as-object": {
    title: "answers a pet that was read before with [object Object], from a cache of eight",
    idiom: "cache of objects where texts were meant",
    hooks: keeping("getPet", new Set<string>(), (cached, correctly, call) => {
      const answer = correctly(call);
      if (cached.has(call.path)) return { ...answer, body: new TextEncoder().encode("[object Object]") };
      if (answer.status === 200 && cached.size < 8) cached.add(call.path);
      return answer;
    }),
  },
  "got-with-category-one": {
    title: "shows category 1 for every pet of another where one is read",
    fails: ["CREATE-20", "GET-1"],
    idiom: "join without its condition",
    hooks: written("getPet", () => ({ categoryId: 1n })),
  },
  "got-with-first-word": {
    title: "keeps the first word of the name where a pet of the old table is read",
    idiom: "two tables, one of them with shorter columns",
    hooks: after("serialisePet", (written, pet, call) => {
      const isMeant = leadsTo(call, "getPet") && isOld(pet.id, call);
      return isMeant ? { ...written, name: pet.name.split(" ")[0] } : written;
    }),
  },
  "got-not-escaped": {
    title: "does not escape quotes in the name where one pet is read",
    idiom: "JSON put together as text",
    hooks: after("encodeJson", (text, _, call) =>
      leadsTo(call, "getPet") ? text.replace('"name":"', '"name":""') : text,
    ),
  },
  "listed-pets-read-as-last-filter": {
    title: "reads the pets that it began with by the status that was filtered by last",
    idiom: "cache of rows filled by the list",
    hooks: asLastFilter(read, ({ name }) => /^[A-Z][a-z]+ [0-9]+$/.test(name)),
  },
  "unknown-pet-cached": {
    title: "does not find a pet whose identifier was asked for before it was created",
    idiom: "negative cache that a create does not clear",
    hooks: keeping("findPet", new Set<bigint>(), (missing, correctly, id, call) => {
      const pet = missing.has(id) ? undefined : correctly(id, call);
      if (pet === undefined) missing.add(id);
      return pet;
    }),
  },
  "not-found-twice": {
    title: "answers 404 to the read after each 404, whatever it asks for",
    idiom: "outcome of the last lookup kept in a shared variable",
    hooks: keeping("findPet", { wasMissing: false }, (kept, correctly, id, call) => {
      const pet = kept.wasMissing ? undefined : correctly(id, call);
      kept.wasMissing = !kept.wasMissing && pet === undefined;
      return pet;
    }),
  },
  "path-id-int32": {
    title: "rejects identifiers beyond int32 in a path",
    fails: ["HTTP-2", "GET-1"],
    idiom: "int32 in the route's type",
    hooks: around("parsePetId", (correctly, segment, call) => {
      const id = correctly(segment, call);
      return BigInt.asIntN(32, id) === id ? id : correctly("not an int32", call);
    }),
  },
  "get-with-203": {
    title: "answers one pet with 203",
    fails: ["HTTP-2", "GET-1"],
    idiom: "transforming proxy",
    hooks: after("getPet", (response) => (response.status === 200 ? { ...response, status: 203 } : response)),
  },
  "got-once": {
    title: "finds a pet that the run created once",
    idiom: "message taken from a queue",
    hooks: again(
      "findPet",
      (pet, id, call) => (isOld(id, call) ? undefined : pet?.id),
      () => undefined,
    ),
  },
  "first-pet-missed-once": {
    title:
      "does not find the first pet that was created when it is read for the first time, three seconds later or more",
    profile: "thorough",
    idiom: "cache entry that expires before it is loaded anew",
    hooks: keeping("findPet", { missed: false }, (kept, correctly, id, call) => {
      const first = call.state.store.entries.find(({ storedAtMs }) => storedAtMs > 0);
      const isDue = !kept.missed && first?.pet.id === id && call.nowMs >= first.storedAtMs + 3000;
      if (isDue) kept.missed = true;
      return isDue ? undefined : correctly(id, call);
    }),
  },
  "got-again-not-modified": {
    title: "answers 304 where the same pet is read again",
    fails: ["GET-1", "HTTP-2"],
    idiom: "cache validated though no one asked for it",
    hooks: again(
      "getPet",
      ({ status }, { path }) => (status === 200 ? path : undefined),
      () => emptyResponse(304),
    ),
  },
  "unknown-pet-again-with-200": {
    title: "answers 200 with the Error of the first time where the same unknown pet is asked for again",
    fails: ["GET-1", "GET-2"],
    idiom: "cache of bodies without their statuses",
    hooks: keeping("getPet", new Map<string, ServerResponse>(), (cached, correctly, call) => {
      const first = cached.get(call.path);
      if (first !== undefined) return { ...first, status: 200 };
      const answer = correctly(call);
      if (answer.status === 404) cached.set(call.path, answer);
      return answer;
    }),
  },
  "got-first-of-the-name": {
    title: "answers the first pet of the same name",
    idiom: "join by name",
    // Two neighbours beyond 2^53 would be one double.
    stage: { firstId: 1n },
    hooks: after(
      "findPet",
      (right, _, { state }) => state.store.entries.find(({ pet }) => pet.name === right?.name)?.pet,
    ),
  },
  "got-last-of-the-name": {
    title: "answers the last pet of the same name",
    idiom: "map from names to pets",
    stage: { firstId: 1n },
    hooks: after(
      "findPet",
      (right, _, { state }) => state.store.entries.findLast(({ pet }) => pet.name === right?.name)?.pet,
    ),
  },
  "got-with-status-of-another": {
    title: "shows the old pets as sold where one is read",
    idiom: "column of another table of the same name",
    hooks: after("serialisePet", (written, pet, call) => {
      const isMeant = leadsTo(call, "getPet") && isOld(pet.id, call) && pet.status !== undefined;
      return isMeant ? { ...written, status: "sold" } : written;
    }),
  },
  "reads-500-after-wrong-ids": {
    title: "fails with 500 where it reads a pet after three identifiers that are none",
    fails: ["GET-1", "HTTP-2"],
    idiom: "circuit breaker that counts the client's errors",
    hooks: keeping("getPet", { wrong: 0 }, (kept, correctly, call) => {
      const parsePetId = noting(call.hooks.parsePetId, () => {
        kept.wrong += 1;
      });
      const findPet: Hooks["findPet"] = (id, own) => {
        const pet = call.hooks.findPet(id, own);
        if (kept.wrong >= 3 && pet !== undefined) throw new Error("the circuit is open");
        return pet;
      };
      return correctly(withHooks(call, { parsePetId, findPet }));
    }),
  },
});
