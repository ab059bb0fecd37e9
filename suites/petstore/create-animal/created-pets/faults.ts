import { alike } from "#reference-server/bed-server.ts";
import { around, before, keeping, replaced } from "#reference-server/fault-parts.ts";
import { isJsonObject } from "#reference-server/json.ts";
import { emptyResponse, type ServerResponse, textResponse } from "#reference-server/message.ts";
import {
  asked,
  asLastFilter,
  filtered,
  read,
  showing,
  shown,
  unfiltered,
  withHooks,
  writesTheFilter,
  written,
} from "#reference-server/pet-parts.ts";
import type { Pet, PetStatus } from "#reference-server/store.ts";

const toInt32 = ({ categoryId }: Pet) => ({ categoryId: BigInt.asIntN(32, categoryId) });

const toLatin1 = ({ name }: Pet) => ({ name: Buffer.from(name, "utf8").toString("latin1") });

export default alike({ fails: ["CREATE-20"] })({
  "created-in-array": {
    title: "answers a creation with an array of one pet",
    fails: ["CREATE-2"],
    idiom: "RETURNING * gives rows",
    hooks: () => ({ createdBody: (pet, call) => [call.hooks.serialisePet(pet, call)] }),
  },
  "created-without-id": {
    title: "answers a creation with the body that was sent",
    fails: ["CREATE-2"],
    idiom: "echo of the request",
    hooks: () => ({ createdBody: ({ name, categoryId, status }) => ({ name, categoryId, status }) }),
  },
  "created-id-only": {
    title: "answers a creation with the identifier alone",
    fails: ["CREATE-2", "CREATE-4"],
    hooks: () => ({ createdBody: ({ id }) => ({ id }) }),
  },
  "created-id-as-text": {
    title: "writes the identifier of a created pet as a string",
    fails: ["CREATE-2"],
    idiom: "bigint column read as a string",
    hooks: written("createPet", ({ id }) => ({ id: String(id) })),
  },
  "created-id-null": {
    title: "answers a creation with null as the identifier",
    fails: ["CREATE-2"],
    idiom: "answered before the database has numbered it",
    hooks: written("createPet", () => ({ id: null })),
  },
  "created-status-null": {
    title: "answers a creation without status with null as the status",
    fails: ["CREATE-2"],
    idiom: "null for absent",
    hooks: written("createPet", ({ status }) => ({ status: status ?? null })),
  },
  "created-id-off-by-one": {
    title: "answers a creation with an identifier that the stored pet does not have",
    fails: ["CREATE-20", "INT64-1", "GET-1"],
    idiom: "last insert id of another table",
    hooks: before("createdBody", (pet) => ({ ...pet, id: pet.id + 1n })),
  },
  "read-as-last-filter": {
    title: "reads a pet with the status that was filtered by last",
    fails: ["CREATE-20", "GET-1"],
    idiom: "current filter in a module variable",
    hooks: asLastFilter(read),
  },
  "listed-as-last-filter": {
    title: "lists pets, where nothing filters, with the status that was filtered by last",
    fails: ["CREATE-20", "STATUS-1"],
    warns: ["LIST-7"],
    idiom: "current filter in a module variable",
    hooks: asLastFilter(unfiltered),
  },
  "client-id-overwrites": {
    title: "overwrites the pet whose identifier the client sends",
    fails: ["CREATE-15", "CREATE-20"],
    idiom: "save() that updates where an id is given",
    hooks: around("buildPet", (correctly, pet, body, call) => {
      const { entries } = call.state.store;
      const found = entries.find((entry) => isJsonObject(body) && entry.pet.id === body.id);
      if (found !== undefined) entries.splice(entries.indexOf(found), 1);
      return { ...correctly(pet, body, call), ...(found && { id: found.pet.id }) };
    }),
  },
  "client-id-updates-too": {
    title: "stores a new pet, and writes its values over the pet whose identifier the client sends",
    fails: ["CREATE-15", "CREATE-16", "CREATE-20"],
    idiom: "upsert behind an insert",
    hooks: around("buildPet", (correctly, pet, body, call) => {
      const { entries } = call.state.store;
      const found = entries.find((entry) => isJsonObject(body) && entry.pet.id === body.id);
      if (found === undefined) return correctly(pet, body, call);
      entries.splice(entries.indexOf(found), 1, { ...found, pet: { ...pet, id: found.pet.id } });
      return correctly(pet, body, call);
    }),
  },
  "two-stored": {
    title: "stores two pets for one creation",
    fails: ["CREATE-16", "CREATE-20"],
    idiom: "at-least-once delivery without a key",
    hooks: around("storePet", (correctly, pet, call) => {
      correctly(pet, call);
      correctly({ ...pet, id: call.hooks.assignId(call.state.store.takeSerial(), call) }, call);
    }),
  },
  "stored-twice": {
    title: "stores a created pet twice under one identifier",
    fails: ["CREATE-16", "LIST-8"],
    idiom: "insert in the handler and in a hook",
    hooks: around("storePet", (correctly, pet, call) => {
      correctly(pet, call);
      correctly(pet, call);
    }),
  },
  "created-empty": {
    title: "answers 201 without a body",
    fails: ["CREATE-2"],
    idiom: "Location alone",
    hooks: replaced("createdResponse", (pet) => emptyResponse(201, [["Location", `/v1/pets/${pet.id}`]])),
  },
  "created-plain-ok": {
    title: "answers 201 with the word ok",
    fails: ["CREATE-2"],
    hooks: () => ({ createdResponse: () => textResponse(201, "text/plain", "ok") }),
  },
  "created-once-per-body": {
    title: "answers a body that is that of the last create with the pet that was made of it",
    fails: ["CREATE-3"],
    idiom: "double submits found by the hash of the body",
    hooks: keeping("createPet", new Map<string, ServerResponse>(), (last, correctly, call) => {
      const body = Buffer.from(call.request.body).toString("latin1");
      const answer = last.get(body) ?? correctly(call);
      if (answer.status !== 201) return answer;
      last.clear();
      last.set(body, answer);
      return answer;
    }),
  },
  "created-once-per-name": {
    title: "stores a pet whose name has the letters of an earlier one, and answers with the earlier one",
    fails: ["CREATE-3", "CREATE-4", "CREATE-17", "CREATE-20", "INT64-2"],
    idiom: "read back from a cache by natural id, a slug of the name",
    hooks: keeping("createdResponse", new Map<string, Pet>(), (first, correctly, pet, call) => {
      const slug = pet.name.replaceAll(/[^a-z]/gi, "");
      first.set(slug, first.get(slug) ?? pet);
      return correctly(first.get(slug) ?? pet, call);
    }),
  },
  "filter-written-into-the-answer": {
    title: "writes the status that was asked for into every pet that it lists",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "filter used as a template",
    hooks: around("listPets", (correctly, call) => {
      const status = asked(call);
      if (status === undefined) return correctly(call);
      return correctly(
        withHooks(
          showing(call, () => ({ status })),
          { matchesStatus: () => true },
        ),
      );
    }),
  },
  "filter-written-into-the-store": {
    title: "gives every pet in the store the status that was asked for",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "UPDATE in place of SELECT",
    hooks: writesTheFilter(() => true),
  },
  "filter-assigns-created-pets": {
    title: "gives the pets that were created the status that was asked for",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "detached objects of the session written back",
    hooks: writesTheFilter(({ storedAtMs }) => storedAtMs > 0),
  },
  "two-default-statuses": {
    title:
      "shows a pet that was created without a status as pending where one pet is read, and as available in lists",
    warns: ["LIST-10"],
    idiom: "default of the model, another in the query",
    hooks: around("serialisePet", (correctly, pet, call) => {
      const status = pet.status ?? (read(call) ? "pending" : unfiltered(call) ? "available" : undefined);
      return correctly({ ...pet, status }, call);
    }),
  },
  "read-category-of-32-bits": {
    title: "keeps the lower 32 bits of a category where one pet is read",
    idiom: "another model for the single pet",
    hooks: shown(read, toInt32),
  },
  "filtered-category-of-32-bits": {
    title: "keeps the lower 32 bits of a category in filtered lists",
    idiom: "another query for the filter",
    hooks: shown(filtered, toInt32),
  },
  "read-name-in-latin-1": {
    title: "reads the UTF-8 of names as Latin-1 where one pet is read",
    idiom: "bytes decoded twice",
    hooks: shown(read, toLatin1),
  },
  "filtered-name-in-latin-1": {
    title: "reads the UTF-8 of names as Latin-1 in filtered lists",
    hooks: shown(filtered, toLatin1),
  },
  "unfiltered-name-in-latin-1": {
    title: "reads the UTF-8 of names as Latin-1 in unfiltered lists",
    hooks: shown(unfiltered, toLatin1),
  },
  "read-name-in-turkish-case": {
    title: "writes I as the dotless ı of Turkish where one pet is read",
    idiom: "toLowerCase() under a Turkish locale",
    hooks: shown(read, ({ name }) => ({ name: name.replaceAll("I", "\u0131") })),
  },
  "read-name-cut-at-63": {
    title: "truncates names to 63 characters where one pet is read",
    idiom: "one character for the end of the text",
    hooks: shown(read, ({ name }) => ({ name: name.slice(0, 63) })),
  },
  "listed-name-ends-at-comma": {
    title: "ends names at their first comma in unfiltered lists",
    idiom: "GROUP_CONCAT, split again",
    hooks: shown(unfiltered, ({ name }) => ({ name: name.replace(/,.*/s, "") })),
  },
  "first-status-lost-in-cache": {
    title: "shows no status where an available pet is read again",
    idiom: "ordinal of the status in a cache, where 0 is taken for none",
    hooks: keeping("getPet", new Set<string>(), (cached, correctly, call) => {
      const { petId } = call.route.kind === "operation" ? call.route : { petId: "" };
      const isKept = cached.has(petId);
      const answer = correctly(call);
      cached.add(petId);
      const isLost = (status: PetStatus | undefined) => isKept && status === "available";
      const shown = showing(call, ({ status }) => (isLost(status) ? { status: undefined } : {}));
      return isKept ? correctly(shown) : answer;
    }),
  },
});
