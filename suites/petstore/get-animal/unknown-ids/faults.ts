import { alike } from "#reference-server/bed-server.ts";
import { after, again, around, before, crashing, instead, rejecting } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import type { Call } from "#reference-server/hooks/call.ts";
import { emptyResponse, type ServerResponse } from "#reference-server/message.ts";

const small = { firstId: 1n } as const;

const readAs = (idOf: (segment: string) => string) =>
  around("parsePetId", (correctly, segment, call) => correctly(idOf(decodeURIComponent(segment)), call));

/** Answers so where letters stand in place of an identifier. */
const onLetters = (answer: (call: Call) => ServerResponse) =>
  instead("getPet", (call) => (/\/[a-z]+$/.test(call.path) ? answer(call) : undefined));

export default alike({ fails: ["GET-4"] })({
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
    hooks: () => ({ petNotFound: () => emptyResponse(204) }),
  },
  "unknown-pet-500": {
    title: "fails with 500 for a pet that does not exist",
    fails: ["GET-2", "HTTP-2"],
    idiom: "property of null",
    hooks: crashing("petNotFound"),
  },
  "unknown-pet-400": {
    title: "answers 400 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    hooks: rejecting("petNotFound", 400, "invalid identifier"),
  },
  "unknown-pet-410": {
    title: "answers 410 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    hooks: rejecting("petNotFound", 410, "gone"),
  },
  "unknown-pet-403": {
    title: "answers 403 for a pet that does not exist",
    fails: ["HTTP-2", "GET-2"],
    idiom: "object storage without the right to list",
    hooks: rejecting("petNotFound", 403, "access denied"),
  },
  "unknown-pet-invented": {
    title: "answers a made-up pet for one that does not exist",
    fails: ["GET-2"],
    idiom: "a mock left in place",
    hooks: after(
      "findPet",
      (pet, id) => pet ?? (id > 0n ? { id, name: "doggie", categoryId: 1n } : undefined),
    ),
  },
  "id-cut-to-32-bits": {
    title: "compares identifiers by their lower 32 bits",
    fails: ["GET-2"],
    idiom: "int in the query",
    hooks: after(
      "findPet",
      (right, id, call) =>
        right ??
        (id > 0n && id < 2n ** 60n
          ? call.state.store.entries.find(({ pet }) => BigInt.asIntN(32, pet.id - id) === 0n)?.pet
          : undefined),
    ),
  },
  "unknown-pet-remembered": {
    title: "answers null where the same unknown pet was asked for before",
    fails: ["GET-2"],
    idiom: "cache that remembers what it did not find",
    hooks: again(
      "getPet",
      ({ status }, { path }) => (status === 404 ? path : undefined),
      (_, call) => jsonResponse(200, null, call),
    ),
  },
  "zero-is-the-first": {
    title: "answers the first pet for the identifier 0",
    fails: ["GET-3"],
    idiom: "index in place of identifier",
    hooks: after("findPet", (pet, id, call) => (id === 0n ? call.state.store.entries[0]?.pet : pet)),
  },
  "negative-id-from-the-end": {
    title: "answers the last pet for the identifier -1",
    fails: ["GET-3"],
    idiom: "at(-1)",
    hooks: after("findPet", (pet, id, call) =>
      id < 0n && id > -1000n ? call.state.store.entries.at(Number(id))?.pet : pet,
    ),
  },
  "zero-is-500": {
    title: "fails with 500 for the identifier 0",
    fails: ["GET-3", "HTTP-2"],
    idiom: "assert id",
    hooks: crashing("findPet", (id) => id === 0n),
  },
  "negative-is-500": {
    title: "fails with 500 for a negative identifier",
    fails: ["GET-3", "HTTP-2"],
    idiom: "unsigned conversion",
    hooks: crashing("findPet", (id) => id < 0n),
  },
  "text-id-500": {
    title: "fails with 500 for an identifier that is not an integer",
    fails: ["GET-4", "HTTP-2"],
    idiom: "invalid input syntax in the database",
    hooks: crashing("parsePetId", (segment) => !/^-?\d+$/.test(segment)),
  },
  "text-id-null": {
    title: "answers 200 with null for an identifier that is not an integer",
    idiom: "NaN finds nothing",
    hooks: onLetters((call) => jsonResponse(200, null, call)),
  },
  "text-id-lists": {
    title: "answers the list for an identifier that is not an integer",
    idiom: "slug taken for a search",
    hooks: onLetters((call) => call.hooks.listPets(call)),
  },
  "text-id-redirects": {
    title: "redirects from an identifier that is not an integer to the list",
    hooks: onLetters(() => emptyResponse(302, [["Location", "/v1/pets"]])),
  },
  "text-id-422": {
    title: "answers 422 for an identifier that is not an integer",
    idiom: "422 in place of 400",
    hooks: around("getPet", (correctly, call) =>
      /^\/v1\/pets\/-?\d+$/.test(call.path)
        ? correctly(call)
        : call.hooks.errorResponse(422, "value is not a valid integer", call, []),
    ),
  },
  "text-after-digits": {
    title: "reads the digits at the beginning of an identifier",
    idiom: "parseInt",
    stage: small,
    hooks: before("parsePetId", (segment) => /^-?\d+(?=[a-z])/.exec(segment)?.[0] ?? segment),
  },
  "fraction-cut-off": {
    title: "cuts the fraction off an identifier",
    idiom: "Math.trunc(Number(id))",
    stage: small,
    hooks: before("parsePetId", (segment) => segment.replace(/^(-?\d+)\.\d+$/, "$1")),
  },
  "overflow-500": {
    title: "fails with 500 for an identifier beyond int64",
    fails: ["GET-4", "HTTP-2"],
    idiom: "value out of range for type bigint",
    hooks: crashing(
      "parsePetId",
      (segment) => /^-?\d{19,40}$/.test(segment) && BigInt.asIntN(64, BigInt(segment)) !== BigInt(segment),
    ),
  },
  "overflow-finds-the-last": {
    title: "answers the last pet for an identifier beyond int64",
    idiom: "conversion that saturates, and a search for the nearest",
    hooks: instead("parsePetId", (segment, { state }) => {
      const isBeyond = /^\d{19,40}$/.test(segment) && BigInt(segment) >= 2n ** 63n;
      return isBeyond ? state.store.entries.at(-1)?.pet.id : undefined;
    }),
  },
  "got-by-name": {
    title: "finds a pet by its name where an identifier is expected",
    idiom: "one lookup for identifiers and slugs",
    hooks: instead("parsePetId", (segment, { state }) => {
      const name = decodeURIComponent(segment);
      return state.store.entries.find(({ pet }) => pet.name === name || `abc${pet.id}` === name)?.pet.id;
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
    stage: small,
    idiom: "expression without its anchors",
    hooks: readAs((text) => text.replace(/^[a-z]+(?=\d+$)/, "")),
  },
  "wraps-below-int64": {
    title: "wraps identifiers below int64",
    profile: "thorough",
    idiom: "overflow that is not looked for",
    hooks: readAs((text) => (/^-\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text)),
  },
  "lowest-id-500": {
    title: "fails with 500 for an identifier below int32",
    fails: ["GET-3", "HTTP-2"],
    profile: "thorough",
    idiom: "value out of range for type integer",
    hooks: crashing("findPet", (id) => id < -(2n ** 31n)),
  },
});
