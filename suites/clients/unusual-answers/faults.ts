import type { ClientAnswer } from "../../../src/core/check/client-suite.ts";
import { headerValue } from "../../../src/core/exchange/headers.ts";
import { member, stringOf } from "../../../src/core/json/read.ts";
import {
  type ClientEntries,
  type ClientEntry,
  ClientError,
  type ClientHooks,
  goingOn,
} from "../reference-client/client.ts";
import { isCreate } from "../reference-client/parts.ts";
import { jsonOf } from "../shared/answers.ts";

const bodyOf = ({ text }: ClientAnswer) => jsonOf(Buffer.from(text));

const codeOf = (answer: ClientAnswer): string | undefined => stringOf(member(bodyOf(answer), "code"));

const fail = (why: string): never => {
  throw new ClientError(why);
};

const knownCodes: ReadonlySet<string> = new Set([
  "bad_request",
  "not_found",
  "unavailable",
  "internal_error",
]);

/** Goes on after an error with this status, but not where it does not know the code. */
const knowsCodes =
  (status: number) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    readRefusal: (answer) => {
      const code = member(jsonOf(Buffer.from(answer.text)), "code");
      if (answer.status === status && !(code?.kind === "string" && knownCodes.has(code.value)))
        throw new ClientError("an unknown code");
    },
    flow: (client, hooks) => correct.flow(goingOn(client), hooks),
  });

/** Clients that cannot read what the interface permits. */
const loud: ClientEntries = {
  "status-required": {
    title: "fails at a pet without a status",
    fails: ["CLIENT-16"],
    why: "a model in which the field is required",
    hooks: (correct) => ({
      readPets: (answer) =>
        correct.readPets(answer).map((pet) => (pet.status === undefined ? fail("no status") : pet)),
    }),
  },
  "created-status-required": {
    title: "creates a pet without a status, and fails if the answer has none",
    fails: ["CLIENT-16"],
    why: "takes a default for granted",
    hooks: (correct) => ({
      newPet: (category) => `{"name":"Rex","categoryId":${category}}`,
      readPets: (answer) =>
        correct
          .readPets(answer)
          .map((pet) => (answer.status === 201 && pet.status === undefined ? fail("no status") : pet)),
    }),
  },
  "codes-enumerated": {
    title: "fails at a code that it does not know",
    fails: ["CLIENT-17"],
    why: "an enumeration of codes without a value for the rest",
    hooks: () => ({
      readRefusal: (answer) => {
        if (![undefined, "rate_limit_exceeded", "bad_request"].includes(codeOf(answer))) fail("code");
      },
    }),
  },
  "codes-plain": {
    title: "fails at a code with other characters than letters and underscores",
    fails: ["CLIENT-17"],
    why: "a pattern in a generated model",
    hooks: () => ({
      readRefusal: (answer) => {
        if (/[^a-z_]/.test(codeOf(answer) ?? "")) fail("code");
      },
    }),
  },
  "codes-of-rejections": {
    title: "goes on after a create is rejected, and ends with an error where it does not know the code",
    fails: ["CLIENT-17"],
    why: "an enumeration of codes without a value for the rest",
    hooks: knowsCodes(400),
  },
  "codes-of-missing-pets": {
    title: "goes on after a pet is not found, and ends with an error where it does not know the code",
    fails: ["CLIENT-17"],
    why: "a switch over the codes that throws by default",
    hooks: knowsCodes(404),
  },
  "codes-of-failures": {
    title: "tries again after a 503, but not where it does not know the code",
    fails: ["CLIENT-17"],
    why: "the error is decoded before it is decided whether to try again",
    hooks: knowsCodes(503),
  },
  "refusal-parsed": {
    title: "parses the body of a 429 as JSON before anything else",
    fails: ["CLIENT-18"],
    why: "await response.json() for every error",
    hooks: () => ({
      readRefusal: (answer) => {
        if (answer.status === 429 && bodyOf(answer) === undefined) fail("not JSON");
      },
    }),
  },
  "refusal-labelled": {
    title: "takes a 429 without a JSON label for a failure of the network",
    fails: ["CLIENT-18"],
    why: "a check of the Content-Type that throws",
    hooks: () => ({
      readRefusal: ({ status, headers }) => {
        if (status === 429 && headerValue(headers, "content-type") !== "application/json") fail("label");
      },
    }),
  },
  "refusal-not-empty": {
    title: "ends with an error where a 429 has no body",
    fails: ["CLIENT-18"],
    why: "the first character of the body is looked at",
    hooks: () => ({
      readRefusal: ({ status, text }) => {
        if (status === 429 && text === "") throw new ClientError("no body");
      },
    }),
  },
  "refusal-of-create-an-object": {
    title: "ends with an error where the 429 to a create is JSON, and no object",
    fails: ["CLIENT-18"],
    why: "a field is read from whatever was parsed",
    hooks: () => ({
      readRefusal: ({ status, text }, request) => {
        if (status === 429 && isCreate(request) && text.startsWith("[")) throw new ClientError("no object");
      },
    }),
  },
  "fields-closed": {
    title: "fails at a field that it does not know",
    warns: ["CLIENT-19"],
    why: "a decoder that disallows unknown fields",
    hooks: (correct) => ({
      readPets: (answer) => {
        if (/"weightKg"/.test(answer.text)) fail("unknown field");
        return correct.readPets(answer);
      },
    }),
  },
  "fields-in-order": {
    title: "expects the id as the first field",
    warns: ["CLIENT-19"],
    why: "reads by place",
    hooks: (correct) => ({
      readPets: (answer) => {
        if (!/^\[?\{"id":/.test(answer.text)) fail("order");
        return correct.readPets(answer);
      },
    }),
  },
  "label-compared": {
    title: "compares the Content-Type with application/json as a whole",
    warns: ["CLIENT-20"],
    why: "=== in place of a parser",
    hooks: (correct) => ({
      readPets: (answer) => {
        if (headerValue(answer.headers, "content-type") !== "application/json") fail("label");
        return correct.readPets(answer);
      },
    }),
  },
  "length-required": {
    title: "needs a Content-Length",
    warns: ["CLIENT-20"],
    why: "a buffer of the announced size",
    hooks: (correct) => ({
      readPets: (answer) => {
        if (headerValue(answer.headers, "content-length") === undefined) fail("length");
        return correct.readPets(answer);
      },
    }),
  },
};

/** A client that fails as this one does, and ends with the exit code 0. */
function silently(entry: ClientEntry | undefined): ClientEntry {
  if (entry === undefined) throw new Error("there is no such client");
  return {
    ...entry,
    title: `${entry.title}, and ends with 0`,
    why: "a script that ends with another command than the client, such as true",
    hooks: (correct) => ({ ...entry.hooks(correct), failedCode: 0 }),
  };
}

/** Clients whose failure only their requests show. */
const silent: ClientEntries = Object.fromEntries(
  ["status-required", "codes-plain", "refusal-parsed", "fields-closed", "label-compared"].map((id) => [
    `${id}-silently`,
    silently(loud[id]),
  ]),
);

export const faults: ClientEntries = { ...loud, ...silent };
