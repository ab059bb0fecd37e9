import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  again,
  around,
  before,
  counting,
  instead,
  rejecting,
  replaced,
} from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { isJsonObject, type Json } from "#reference-server/json.ts";
import { asks, written } from "#reference-server/pet-parts.ts";

export default alike({ fails: ["LIST-1"] })({
  "list-wrapped": {
    title: "wraps the list in an object",
    idiom: "envelope with data and total",
    hooks: before("encodeJson", (value, call) =>
      Array.isArray(value) && leadsTo(call, "listPets") ? { data: value, total: 30 } : value,
    ),
  },
  "list-null-when-empty": {
    title: "answers null in place of an empty list",
    fails: ["LIST-1", "LIST-12"],
    idiom: "nil slice",
    stage: { seedPets: 0 },
    hooks: before("encodeJson", (value, call) =>
      Array.isArray(value) && value.length === 0 && leadsTo(call, "listPets") ? null : value,
    ),
  },
  "list-single-unwrapped": {
    title: "answers the pet itself where the list has one pet",
    idiom: "serialiser that unwraps single rows",
    hooks: around("encodeJson", (correctly, value, call) => {
      const single = Array.isArray(value) && value.length === 1 && leadsTo(call, "listPets");
      return correctly(single ? (value[0] ?? null) : value, call);
    }),
  },
  "list-ids-as-text": {
    title: "writes identifiers in lists as strings",
    idiom: "int64 as a string, as protobuf's JSON does",
    hooks: written("listPets", (pet) => ({ id: String(pet.id) })),
  },
  "list-without-category": {
    title: "leaves the category out of lists",
    idiom: "short form of the record in lists",
    hooks: written("listPets", () => ({ categoryId: undefined })),
  },
  "list-snake-case": {
    title: "names the category category_id in lists",
    idiom: "naming policy of the serialiser",
    hooks: after("serialisePet", (json, pet, call) =>
      leadsTo(call, "listPets")
        ? { id: pet.id, name: pet.name, category_id: pet.categoryId, status: pet.status }
        : json,
    ),
  },
  "list-category-as-text": {
    title: "writes categories in lists as strings",
    hooks: written("listPets", (pet) => ({ categoryId: String(pet.categoryId) })),
  },
  "list-status-null": {
    title: "writes null as the status of listed pets that have none",
    idiom: "null for absent",
    hooks: written("listPets", (pet) => ({ status: pet.status ?? null })),
  },
  "list-status-empty": {
    title: "writes an empty string as the status of listed pets that have none",
    idiom: "zero value of a string",
    hooks: written("listPets", (pet) => ({ status: pet.status ?? "" })),
  },
  "list-status-unknown": {
    title: "writes reserved for pending in unfiltered lists",
    fails: ["LIST-1", "CREATE-20"],
    idiom: "a status that the interface does not have",
    hooks: after("serialisePet", (json, pet, call) =>
      leadsTo(call, "listPets") && !call.query.has("status") && pet.status === "pending"
        ? { ...json, status: "reserved" }
        : json,
    ),
  },
  "list-id-unsigned": {
    title: "writes identifiers beyond int64 in lists",
    fails: ["LIST-1", "CREATE-20", "INT64-1"],
    idiom: "unsigned 64-bit identifiers",
    hooks: written("listPets", (pet) => ({ id: 2n ** 63n + pet.id })),
  },
  "list-nested-pets": {
    title: "nests each listed pet in a member",
    fails: ["LIST-1", "LIST-9", "STATUS-1", "STATUS-2"],
    standardOnly: { "LIST-10": "where the lists do not add up, the pets that they lack are a should" },
    hooks: after("serialisePet", (json, _, call) => (leadsTo(call, "listPets") ? { pet: json } : json)),
  },
  "list-one-null": {
    title: "lists null for the third pet",
    idiom: "a record that was deleted while it was listed",
    hooks: replaced("listBody", (pets, call) => {
      const written: Json[] = pets.map((pet) => call.hooks.serialisePet(pet, call));
      return call.query.has("status") || pets.length < 3 ? written : written.with(2, null);
    }),
  },
  "list-repeats-last": {
    title: "lists the last pet twice where the limit leaves room",
    fails: ["LIST-8", "CREATE-16"],
    hooks: before("page", (pets) => [...pets, ...pets.slice(-1)]),
  },
  "list-joined-twice": {
    title: "lists pets of one category twice",
    fails: ["LIST-8", "CREATE-16"],
    idiom: "a join that multiplies rows",
    hooks: replaced("orderPets", (pets) =>
      pets.flatMap((pet) => (pet.categoryId === 2n ? [pet, pet] : [pet])),
    ),
  },
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
    hooks: replaced("buildPet", (pet, _body, call) => ({
      id: BigInt(Math.floor(call.nowMs / 1000)),
      ...pet,
    })),
  },
  "id-in-use": {
    title: "gives created pets identifiers that pets of the seed have",
    fails: ["CREATE-3", "CREATE-20", "LIST-8"],
    idiom: "sequence not advanced after an import",
    hooks: counting("buildPet", (nth, _, pet, _body, { state }) => {
      const { entries } = state.store;
      return { ...pet, id: entries[nth % entries.length]?.pet.id ?? 1n };
    }),
  },
  "client-id-doubles": {
    title: "accepts an identifier that the client chose, though a pet has it",
    fails: ["LIST-8", "CREATE-15", "CREATE-20"],
    idiom: "mass assignment",
    hooks: after("buildPet", (built, _, body) =>
      isJsonObject(body) && typeof body.id === "bigint" ? { ...built, id: body.id } : built,
    ),
  },
  "names-typed-in-lists": {
    title: "lists a name of digits as a number",
    idiom: "store that guesses types, as of CSV or YAML",
    hooks: written("listPets", ({ name }) => (/^\d{1,15}$/.test(name) ? { name: BigInt(name) } : {})),
  },
  "names-null-in-lists": {
    title: "lists the name null as null",
    profile: "thorough",
    idiom: "store that guesses types, as of CSV or YAML",
    hooks: written("listPets", ({ name }) => (name === "null" ? { name: null } : {})),
  },
  "list-with-206": {
    title: "answers a list that is not the whole with 206",
    fails: ["HTTP-2", "LIST-1", "STATUS-1"],
    idiom: "partial content taken for paging",
    stage: { seedPets: 40 },
    hooks: after("listPets", (response, call) =>
      call.query.has("limit") || response.status !== 200 ? response : { ...response, status: 206 },
    ),
  },
  "empty-list-with-204": {
    title: "answers an empty list with 204",
    fails: ["HTTP-2", "LIST-1", "LIST-12"],
    idiom: "no rows means no content",
    stage: { seedPets: 0 },
    hooks: instead("respond", (response, call) => {
      const isEmpty = leadsTo(call, "listPets") && response.status === 200 && response.body.length === 2;
      return isEmpty ? { ...response, status: 204, body: new Uint8Array() } : undefined;
    }),
  },
  "empty-list-with-404": {
    title: "answers an empty list with 404",
    fails: ["HTTP-2", "LIST-1", "LIST-12"],
    idiom: "no rows means not found",
    stage: { seedPets: 0 },
    hooks: rejecting("page", 404, "No animals were found.", (pets) => pets.length === 0),
  },
  "list-with-trailing-comma": {
    title: "writes a comma after the last listed pet",
    idiom: "JSON written by a template",
    hooks: after("encodeJson", (text) => text.replace(/\}\]$/, "},]")),
  },
  "list-as-json-lines": {
    title: "writes one pet a line without an array",
    idiom: "stream of records",
    hooks: around("encodeJson", (correctly, value, call) =>
      Array.isArray(value) && leadsTo(call, "listPets")
        ? value.map((pet) => correctly(pet, call)).join("\n")
        : correctly(value, call),
    ),
  },
  "names-not-escaped": {
    title: "writes quotation marks in names without escaping them",
    fails: ["LIST-1", "CREATE-2"],
    idiom: "JSON written by a template",
    hooks: after("encodeJson", (text) => text.replaceAll('\\"', '"')),
  },
  "list-again-as-text": {
    title: "answers a list without parameters that was asked for before with a string of JSON",
    idiom: "cache of texts that are written as JSON again",
    hooks: again(
      "listPets",
      (_, call) => (asks(call) ? "the plain list" : undefined),
      ({ body }, call) => jsonResponse(200, new TextDecoder().decode(body), call),
    ),
  },
  "nan-for-no-status": {
    title: "writes NaN as the status of listed pets that have none",
    idiom: "to_json of a data frame",
    hooks: after("encodeJson", (text, value) =>
      Array.isArray(value) ? text.replace(/("categoryId":-?\d+)\}/g, '$1,"status":NaN}') : text,
    ),
  },
});
