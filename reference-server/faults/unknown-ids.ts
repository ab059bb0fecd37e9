import { servers } from "../bed-server.ts";
import { jsonResponse } from "../hooks/answers.ts";
import { textResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";

export default servers({
  "unknown-pet-null": {
    title: "answers 200 with null for a pet that does not exist",
    fails: ["GET-2"],
    idiom: "findOne without a check",
    hooks: () => ({ petNotFound: (call) => jsonResponse(200, null, call) }),
  },
  "unknown-pet-empty-object": {
    title: "answers 200 with an empty object for a pet that does not exist",
    fails: ["GET-2"],
    hooks: () => ({ petNotFound: (call) => jsonResponse(200, {}, call) }),
  },
  "unknown-pet-204": {
    title: "answers 204 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    idiom: "null becomes no content",
    hooks: () => ({ petNotFound: () => ({ status: 204, headers: [], body: new Uint8Array() }) }),
  },
  "unknown-pet-500": {
    title: "fails with 500 for a pet that does not exist",
    fails: ["GET-2", "HTTP-2"],
    idiom: "property of null",
    hooks: () => ({
      petNotFound: () => {
        throw new TypeError("Cannot read properties of null");
      },
    }),
  },
  "unknown-pet-cached": {
    title: "does not find a pet whose identifier was asked for before it was created",
    fails: ["GET-1"],
    idiom: "negative cache that a create does not clear",
    hooks: (correct) => {
      const missing = new Set<bigint>();
      return {
        findPet: (id, call) => {
          const pet = missing.has(id) ? undefined : correct.findPet(id, call);
          if (pet === undefined) missing.add(id);
          return pet;
        },
      };
    },
  },
  "unknown-pet-400": {
    title: "answers 400 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    hooks: () => ({
      petNotFound: () => {
        throw new Refusal(400, "invalid identifier");
      },
    }),
  },
  "unknown-pet-410": {
    title: "answers 410 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    hooks: () => ({
      petNotFound: () => {
        throw new Refusal(410, "gone");
      },
    }),
  },
  "unknown-pet-403": {
    title: "answers 403 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    idiom: "object storage without the right to list",
    hooks: () => ({
      petNotFound: () => {
        throw new Refusal(403, "access denied");
      },
    }),
  },
  "unknown-pet-invented": {
    title: "answers a made-up pet for one that does not exist",
    fails: ["GET-2"],
    idiom: "a mock left in place",
    hooks: (correct) => ({
      findPet: (id, call) =>
        correct.findPet(id, call) ?? (id > 0n ? { id, name: "doggie", categoryId: 1n } : undefined),
    }),
  },
  "id-cut-to-32-bits": {
    title: "compares identifiers by their lower 32 bits",
    fails: ["GET-2"],
    idiom: "int in the query",
    hooks: (correct) => ({
      findPet: (id, call) =>
        correct.findPet(id, call) ??
        (id > 0n && id < 2n ** 60n
          ? call.state.store.entries.find(({ pet }) => BigInt.asIntN(32, pet.id - id) === 0n)?.pet
          : undefined),
    }),
  },
  "unknown-pet-remembered": {
    title: "answers null where the same unknown pet was asked for before",
    fails: ["GET-2"],
    idiom: "cache that remembers what it did not find",
    hooks: (correct) => {
      const asked = new Set<bigint>();
      return {
        getPet: (call) => {
          const answer = correct.getPet(call);
          if (answer.status !== 404 || call.route.kind !== "operation") return answer;
          const id = call.hooks.parsePetId(call.route.petId, call);
          if (asked.has(id)) return jsonResponse(200, null, call);
          asked.add(id);
          return answer;
        },
      };
    },
  },
  "zero-is-the-first": {
    title: "answers the first pet for the identifier 0",
    fails: ["GET-3"],
    idiom: "index in place of identifier",
    hooks: (correct) => ({
      findPet: (id, call) => (id === 0n ? call.state.store.entries[0]?.pet : correct.findPet(id, call)),
    }),
  },
  "negative-id-from-the-end": {
    title: "answers the last pet for the identifier -1",
    fails: ["GET-3"],
    idiom: "at(-1)",
    hooks: (correct) => ({
      findPet: (id, call) =>
        id < 0n && id > -1000n ? call.state.store.entries.at(Number(id))?.pet : correct.findPet(id, call),
    }),
  },
  "zero-is-500": {
    title: "fails with 500 for the identifier 0",
    fails: ["GET-3", "HTTP-2"],
    idiom: "assert id",
    hooks: (correct) => ({
      findPet: (id, call) => {
        if (id === 0n) throw new Error("assertion failed: id");
        return correct.findPet(id, call);
      },
    }),
  },
  "negative-is-500": {
    title: "fails with 500 for a negative identifier",
    fails: ["GET-3", "HTTP-2"],
    idiom: "unsigned conversion",
    hooks: (correct) => ({
      findPet: (id, call) => {
        if (id < 0n) throw new RangeError("value out of range");
        return correct.findPet(id, call);
      },
    }),
  },
  "zero-without-error": {
    title: "rejects identifiers up to 0 with plain text",
    fails: ["ERR-1"],
    warns: ["ERR-6"],
    hooks: (correct) => ({
      getPet: (call) =>
        /^\/v1\/pets\/(-\d+|0)$/.test(call.path)
          ? textResponse(400, "text/plain", "id must be positive")
          : correct.getPet(call),
    }),
  },
});
