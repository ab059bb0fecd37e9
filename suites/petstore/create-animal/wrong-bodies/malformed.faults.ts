import { alike, servers } from "#reference-server/bed-server.ts";
import {
  around,
  before,
  crashing,
  instead,
  made,
  noting,
  ofFraction,
  refusing,
  rejecting,
  replaced,
} from "#reference-server/fault-parts.ts";
import type { Call } from "#reference-server/hooks/call.ts";
import { isJsonObject, type Json } from "#reference-server/json.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { isPetStatus, type NewPet } from "#reference-server/store.ts";

const unnamed = { name: "unnamed", categoryId: 1n } as const;

function stores(pet: NewPet, body: Json, call: Call): void {
  call.hooks.storePet(call.hooks.buildPet(pet, body, call), call);
}

const noObjects = alike({ fails: ["CREATE-9"] })({
  "array-unwrapped": {
    title: "accepts an array with one pet as that pet",
    idiom: "lists and single records through one door",
    hooks: before("requireObject", (body) =>
      Array.isArray(body) && body.length === 1 ? (body[0] ?? null) : body,
    ),
  },
  "null-body-500": {
    title: "fails with 500 where the body is null",
    fails: ["CREATE-9", "HTTP-2"],
    idiom: "null pointer",
    hooks: crashing("requireObject", (body) => body === null),
  },
  "not-object-500": {
    title: "fails with 500 where the body is JSON but not an object",
    fails: ["CREATE-9", "CREATE-14", "HTTP-2"],
    hooks: crashing("requireObject", (body) => !isJsonObject(body)),
  },
  "not-object-defaults": {
    title: "accepts a body that is not an object as a pet of defaults",
    fails: ["CREATE-9", "CREATE-14"],
    hooks: () => ({ requireObject: (body) => (isJsonObject(body) ? body : unnamed) }),
  },
  "syntax-500": {
    title: "fails with 500 on a body that is not JSON",
    fails: ["CREATE-9", "HTTP-2"],
    warns: ["CREATE-11"],
    idiom: "parser exception without a handler",
    hooks: refusing("parseBody", new Error("Unexpected token")),
  },
  "syntax-422": {
    title: "answers 422 to a body that is not JSON",
    warns: ["CREATE-11"],
    idiom: "422 in place of 400",
    hooks: refusing("parseBody", new Refusal(422, "JSON decode error")),
  },
  "broken-bytes-500": {
    title: "fails with 500 on a body that is not UTF-8",
    fails: ["CREATE-9", "HTTP-2"],
    warns: ["CREATE-11"],
    idiom: "UnicodeDecodeError, which is no JSONDecodeError",
    hooks: replaced("decodeBody", (body) =>
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
    ),
  },
  "empty-body-defaults": {
    title: "accepts an empty body as a pet of defaults",
    hooks: instead("parseBody", (text) => (text === "" ? unnamed : undefined)),
  },
  "empty-body-415": {
    title: "answers 415 to an empty body",
    hooks: rejecting("parseBody", 415, "A body is needed.", (text) => text === ""),
  },
  "body-in-a-string": {
    title: "accepts a JSON string that holds a pet's JSON",
    idiom: "body encoded twice, decoded twice",
    hooks: around("parseBody", (correctly, text, call) => {
      const body = correctly(text, call);
      return typeof body === "string" ? correctly(body, call) : body;
    }),
  },
  "form-body": {
    title: "accepts a form as a body, whatever its Content-Type",
    idiom: "one parameter bag for query, form and JSON",
    hooks: instead("parseBody", (text) => {
      const form = new URLSearchParams(text);
      const name = form.get("name");
      return name !== null && form.has("categoryId") ? { name, categoryId: 1n } : undefined;
    }),
  },
  "stores-before-validating": {
    title: "rejects an invalid pet after storing what fits",
    fails: ["CREATE-10", "CREATE-16"],
    idiom: "validation after storing",
    hooks: made("readNewPet", (correct) =>
      noting(correct.readNewPet, (_, body, call) => {
        if (isJsonObject(body) && typeof body.name === "string")
          stores({ name: body.name, categoryId: 1n }, body, call);
      }),
    ),
  },
  "stores-unknown-status": {
    title: "rejects an unknown status after storing the pet as sold",
    fails: ["CREATE-10", "CREATE-16"],
    idiom: "status validated by a hook after the insert",
    hooks: before("readNewPet", (body, call) => {
      if (isJsonObject(body) && typeof body.status === "string" && typeof body.name === "string")
        if (!isPetStatus(body.status))
          stores({ name: body.name, categoryId: 1n, status: "sold" }, body, call);
      return body;
    }),
  },
  "stores-without-category": {
    title: "rejects a pet without a category after storing it",
    fails: ["CREATE-10"],
    idiom: "no transaction around insert and check",
    hooks: around("readNewPet", (correctly, body, call) => {
      if (isJsonObject(body) && body.categoryId === undefined && typeof body.name === "string")
        stores(correctly({ ...body, categoryId: 1n }, call), body, call);
      return correctly(body, call);
    }),
  },
});

const lenient = alike({ warns: ["CREATE-11"], profile: "thorough" })({
  "takes-comments": {
    title: "accepts comments in a body",
    idiom: "JSON5 or a configuration parser",
    hooks: before("parseBody", (text) => text.replace(/\/\*.*?\*\/|\/\/[^\n"]*(?=\n|$)/gs, "")),
  },
  "takes-trailing-commas": {
    title: "accepts a comma after the last field",
    hooks: before("parseBody", (text) => text.replace(/,\s*\}\s*$/, "}")),
  },
  "takes-single-quotes": {
    title: "accepts strings in single quotes",
    idiom: "body read by a YAML parser",
    hooks: before("parseBody", (text) => (/^\s*\{\s*'/.test(text) ? text.replaceAll("'", '"') : text)),
  },
  "takes-nan": {
    title: "accepts NaN and Infinity as numbers",
    idiom: "Python's json module",
    hooks: before("parseBody", (text) => text.replace(/:\s*-?(NaN|Infinity)\b/g, ":0")),
  },
  "takes-leading-zeros": {
    title: "accepts numbers with leading zeros",
    hooks: before("parseBody", (text) => text.replace(/:(\s*)0+(?=\d)/g, ":$1")),
  },
  "takes-text-after": {
    title: "ignores what follows the object",
    idiom: "streaming decoder that stops after one value",
    hooks: before("parseBody", (text) => /^\s*\{[^{}]*\}/.exec(text)?.[0] ?? text),
  },
  "takes-invalid-utf-8": {
    title: "replaces bytes that are not UTF-8",
    idiom: "default decoder",
    hooks: () => ({ decodeBody: (body) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(body) }),
  },
  "takes-names-in-any-case": {
    title: "accepts field names in any letter case",
    idiom: "Go's encoding/json",
    hooks: replaced(
      "readMember",
      (body, name) =>
        Object.entries(body).findLast(([member]) => member.toLowerCase() === name.toLowerCase())?.[1],
    ),
  },
  "takes-numbers-that-round": {
    title: "accepts a fractional number that a double rounds to an integer",
    idiom: "Number.isInteger after JSON.parse",
    hooks: ofFraction("validateCategory", (n) => (Number.isInteger(n) ? BigInt(n) : n)),
  },
});

const beyondAscii = servers({
  "unknown-status-beyond-ascii-500": {
    title: "fails with 500 where a body's status has letters beyond ASCII",
    fails: ["CREATE-7", "HTTP-2"],
    idiom: "message encoded as ASCII",
    hooks: crashing("validateStatus", (value) => typeof value === "string" && /[^\x20-\x7e]/.test(value)),
  },
});

export default { ...noObjects, ...lenient, ...beyondAscii };
