import { after, around, before, rejecting, replaced } from "#reference-server/fault-parts.ts";
import { alike } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import { isJsonObject } from "../json.ts";
import { emptyResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";

export default alike({ ruling: [9] })({
  "broken-bytes-dropped": {
    title: "drops bytes that are not UTF-8",
    ruling: [7],
    warns: ["CREATE-11"],
    profile: "thorough",
    hooks: () => ({ decodeBody: (body) => new TextDecoder().decode(body).replaceAll("\ufffd", "") }),
  },
  "known-categories-only": {
    title: "rejects a category that no pet has with 422",
    ruling: [9, 10],
    hooks: rejecting("admitPet", 422, "There is no such category.", ({ categoryId }, call) =>
      isUnknown(categoryId, call),
    ),
  },
  "positive-categories-only": {
    title: "rejects a category below 1 with 400",
    hooks: rejecting("admitPet", 400, "categoryId must be positive.", ({ categoryId }) => categoryId < 1n),
  },
  "safe-categories-only": {
    title: "rejects a category beyond 2^53 with 400",
    ruling: [9, 12],
    untested: ["INT64-2"],
    hooks: rejecting("admitPet", 400, "categoryId is too great.", ({ categoryId }) => {
      const greatest = 2n ** 53n - 1n;
      return categoryId > greatest || categoryId < -greatest;
    }),
  },
  "unknown-members-refused": {
    title: "rejects fields that it does not know with 400",
    hooks: rejecting("requireObject", 400, "The body has a member that NewPet does not have.", (body) =>
      Object.keys(isJsonObject(body) ? body : {}).some(
        (name) => !["name", "categoryId", "status"].includes(name),
      ),
    ),
  },
  "client-id-conflicts": {
    title: "rejects a body with an identifier with 409",
    hooks: replaced("buildPet", (pet, body, call) => {
      if (isJsonObject(body) && body.id !== undefined)
        throw new Refusal(409, "Identifiers are assigned here.");
      return { id: call.hooks.assignId(call.state.store.takeSerial(), call), ...pet };
    }),
  },
  "names-bounded": {
    title: "rejects empty names, ones beyond 64 characters and control characters with 422",
    hooks: rejecting(
      "admitPet",
      422,
      "This name cannot be used.",
      ({ name }) => name.length < 1 || name.length > 64 || /\p{Cc}|\p{Cs}|\p{Cn}/u.test(name),
    ),
  },
  "odd-characters-replaced": {
    title: "replaces control characters and lone surrogates in names, and cuts names at 255",
    hooks: around("validateName", (correctly, value, call) => {
      const name = correctly(value, call).replace(/\p{Cc}|\p{Cs}|\p{Cn}/gu, "\ufffd");
      return name.length > 64 ? name.slice(0, 255) : name;
    }),
  },
  "odd-characters-lost-in-store": {
    title:
      "answers a creation with its name as sent, and stores it up to NUL and with lone surrogates replaced",
    ruling: [9, 11],
    idiom: "a 201 made of the request, and a store that holds UTF-8 as C does",
    hooks: before("storePet", (pet) => ({ ...pet, name: pet.name.toWellFormed().replace(/\0.*/s, "") })),
  },
  "names-trimmed": {
    title: "removes the whitespace around names",
    ruling: [11],
    warns: ["CREATE-18"],
    profile: "thorough",
    idiom: "strip() on input",
    hooks: after("validateName", (name) => name.trim()),
  },
  "names-composed": {
    title: "stores names in Unicode's composed form",
    ruling: [11],
    warns: ["CREATE-18"],
    profile: "thorough",
    hooks: after("validateName", (name) => name.normalize("NFC")),
  },
  "available-by-default": {
    title: "makes a pet available where no status is sent",
    ruling: [11],
    hooks: after("validateStatus", (status) => status ?? "available"),
  },
  "sold-by-default": {
    title: "makes a pet sold where no status is sent",
    ruling: [11],
    hooks: after("validateStatus", (status) => status ?? "sold"),
  },
  "any-label": {
    title: "accepts a body whatever its Content-Type",
    ruling: [8],
    hooks: () => ({ isJsonContentType: () => true }),
  },
  "other-label-400": {
    title: "rejects a body with another Content-Type with 400",
    ruling: [8],
    hooks: around("isJsonContentType", (correctly, label, call) => {
      if (!correctly(label, call)) throw new Refusal(400, "The body must be JSON.");
      return true;
    }),
  },
  "other-label-without-error": {
    title: "answers 415 without a body",
    ruling: [8],
    warns: ["ERR-6"],
    idiom: "the framework's own 415",
    hooks: around("refused", (correctly, refusal, call) =>
      refusal.status === 415 ? emptyResponse(415) : correctly(refusal, call),
    ),
  },
  "created-with-location": {
    title: "sends Location with a created pet",
    ruling: [13],
    hooks: () => ({ createdHeaders: ({ id }) => [["Location", `/v1/pets/${id}`]] }),
  },
  "integers-in-digits-only": {
    title: "rejects a category that is written with a point or an exponent with 400",
    ruling: [9, 12],
    profile: "thorough",
    hooks: rejecting("parseBody", 400, "categoryId must be digits.", (text) =>
      /"categoryId":-?\d+(\.|e)/i.test(text),
    ),
  },
  "inherited-fields-refused": {
    title: "rejects a field that is named as what objects inherit with 400",
    idiom: "protection against prototype pollution",
    hooks: rejecting("requireObject", 400, "Object contains forbidden prototype property.", (body) =>
      ["__proto__", "constructor"].some((name) => isJsonObject(body) && Object.hasOwn(body, name)),
    ),
  },
  "members-once-only": {
    title: "rejects a field that occurs twice with 400",
    profile: "thorough",
    hooks: rejecting("parseBody", 400, "A member occurs twice.", (text) => /("name":"[^"]*"),\1/.test(text)),
  },
  "shallow-bodies-only": {
    title: "rejects a body that is nested more than 64 levels deep with 413",
    profile: "thorough",
    hooks: rejecting("parseBody", 413, "The body is nested too deeply.", (text) =>
      text.includes("[".repeat(64)),
    ),
  },
  "categories-of-32-bits-only": {
    title: "rejects a category beyond 2^31 that no pet has with 404",
    hooks: rejecting(
      "admitPet",
      404,
      "There is no such category.",
      ({ categoryId }, call) => categoryId >= 2n ** 31n && isUnknown(categoryId, call),
    ),
  },
});

/** There are pets, and none of this category. */
function isUnknown(categoryId: bigint, { state }: Call): boolean {
  const { entries } = state.store;
  return entries.length > 0 && !entries.some(({ pet }) => pet.categoryId === categoryId);
}
