import { servers } from "../bed-server.ts";
import { textResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";

export default servers({
  "creates-nothing": {
    title: "rejects every creation with 400",
    fails: ["CREATE-1"],
    hooks: () => ({
      admitPet: () => {
        throw new Refusal(400, "The store is closed.");
      },
    }),
  },
  "create-500": {
    title: "fails with 500 on every creation",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "read-only database",
    hooks: () => ({
      storePet: () => {
        throw new Error("read-only transaction");
      },
    }),
  },
  "refuses-pending": {
    title: "rejects a pending pet",
    fails: ["CREATE-1"],
    idiom: "enumeration copied without its middle value",
    hooks: (correct) => ({
      validateStatus: (value, call) => correct.validateStatus(value === "pending" ? "unknown" : value, call),
    }),
  },
  "requires-status": {
    title: "requires a status",
    fails: ["CREATE-1"],
    idiom: "every field of a type is required",
    hooks: (correct) => ({
      validateStatus: (value, call) => correct.validateStatus(value ?? "unknown", call),
    }),
  },
  "ascii-names-only": {
    title: "rejects names with other than ASCII characters",
    fails: ["CREATE-1"],
    idiom: "a regular expression for names",
    hooks: (correct) => ({
      validateName: (value, call) => {
        const name = correct.validateName(value, call);
        if (/[^ -~]/.test(name)) throw new Refusal(400, "name has characters that are not allowed.");
        return name;
      },
    }),
  },
  "one-pet-per-category": {
    title: "accepts one creation for each category",
    fails: ["CREATE-1"],
    warns: ["CREATE-13"],
    idiom: "unique index over too few columns",
    hooks: (correct) => {
      const taken = new Set<bigint>();
      return {
        storePet: (pet, call) => {
          if (taken.has(pet.categoryId)) throw new Refusal(409, "duplicate key");
          taken.add(pet.categoryId);
          correct.storePet(pet, call);
        },
      };
    },
  },
  "astral-names-500": {
    title: "fails with 500 for a name with characters beyond the basic plane",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "MySQL's three-byte utf8",
    hooks: (correct) => ({
      storePet: (pet, call) => {
        if (/[\u{10000}-\u{10ffff}]/u.test(pet.name)) throw new Error("Incorrect string value");
        correct.storePet(pet, call);
      },
    }),
  },
  "apostrophe-500": {
    title: "fails with 500 for a name with an apostrophe",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "query built from strings",
    hooks: (correct) => ({
      storePet: (pet, call) => {
        if (pet.name.includes("'")) throw new Error("syntax error near '");
        correct.storePet(pet, call);
      },
    }),
  },
  "created-empty": {
    title: "answers 201 without a body",
    fails: ["CREATE-2"],
    idiom: "Location alone",
    hooks: () => ({
      createdResponse: (pet) => ({
        status: 201,
        headers: [["Location", `/v1/pets/${pet.id}`]],
        body: new Uint8Array(),
      }),
    }),
  },
  "created-plain-ok": {
    title: "answers 201 with the word ok",
    fails: ["CREATE-2"],
    hooks: () => ({ createdResponse: () => textResponse(201, "text/plain", "ok") }),
  },
});
