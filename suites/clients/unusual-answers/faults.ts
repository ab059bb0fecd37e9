import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { member, stringOf } from "#core/json/read.ts";
import {
  type ClientEntries,
  type ClientEntry,
  type ClientHooks,
  goingOn,
} from "../reference-client/client.ts";
import { failsAtPets, failsAtRefusal, isCreate } from "../reference-client/parts.ts";
import { jsonOf } from "../shared/answers.ts";

const bodyOf = ({ text }: ClientAnswer) => jsonOf(Buffer.from(text));

const codeOf = (answer: ClientAnswer): string | undefined => stringOf(member(bodyOf(answer), "code"));

const knownCodes = ["bad_request", "not_found", "unavailable", "internal_error"];
const inCapitals = knownCodes.map((code) => code.toUpperCase());

/** Goes on after an error with this status, but not where it does not know the code. */
const knowsCodes =
  (status: number, codes: readonly string[] = knownCodes) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    ...failsAtRefusal((answer) => answer.status === status && !codes.includes(codeOf(answer) ?? ""))(correct),
    flow: (client, hooks) => correct.flow(goingOn(client), hooks),
  });

const loud: ClientEntries = {
  "status-required": {
    title: "fails at a pet without a status",
    fails: ["CLIENT-16"],
    why: "a model in which the field is required",
    hooks: failsAtPets((_, pets) => pets.some(({ status }) => status === undefined)),
  },
  "created-status-required": {
    title: "creates a pet without a status, and fails if the answer has none",
    fails: ["CLIENT-16"],
    why: "takes a default for granted",
    hooks: (correct) => ({
      ...failsAtPets((answer, [pet]) => answer.status === 201 && pet?.status === undefined)(correct),
      newPet: (category) => `{"name":"Rex","categoryId":${category}}`,
    }),
  },
  "codes-plain": {
    title: "fails at a code with other characters than letters and underscores",
    fails: ["CLIENT-17"],
    why: "a pattern in a generated model",
    hooks: failsAtRefusal((answer) => /[^a-z_]/.test(codeOf(answer) ?? "")),
  },
  "codes-short": {
    title: "fails at a code of more than 64 characters",
    fails: ["CLIENT-17"],
    why: "a column of a log",
    hooks: failsAtRefusal((answer) => (codeOf(answer)?.length ?? 0) > 64),
  },
  "codes-as-numbers": {
    title: "fails where the code of a refused read is a number",
    fails: ["CLIENT-17"],
    why: "a scalar that YAML or a loose parser turns into a number",
    hooks: failsAtRefusal((answer) => /^\d+$/.test(codeOf(answer) ?? "")),
  },
  "codes-of-another-service": {
    title: "fails at every code but those of the service that it was written for",
    fails: ["CLIENT-17"],
    why: "an enumeration of codes without a value for the rest",
    hooks: failsAtRefusal((answer) => !["SLOW_DOWN", undefined].includes(codeOf(answer))),
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
  "codes-of-missing-pets-in-capitals": {
    title: "goes on after a pet is not found, but only where the code is a known one in capitals",
    fails: ["CLIENT-17"],
    why: "ErrorCode.valueOf(code), with constants in capitals",
    hooks: knowsCodes(404, inCapitals),
  },
  "codes-of-rejections-in-capitals": {
    title: "goes on after a create is rejected, but only where the code is a known one in capitals",
    fails: ["CLIENT-17"],
    why: "a pattern for codes, ^[A-Z_]+$",
    hooks: knowsCodes(400, inCapitals),
  },
  "codes-not-empty": {
    title: "goes on after a create is rejected, and ends with an error where the code is empty",
    fails: ["CLIENT-17"],
    why: "if (!body.code) throw: an empty string is taken for a missing field",
    hooks: (correct) => ({
      ...failsAtRefusal((answer) => answer.status === 400 && codeOf(answer) === "")(correct),
      flow: (client, hooks) => correct.flow(goingOn(client), hooks),
    }),
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
    hooks: failsAtRefusal((answer) => answer.status === 429 && bodyOf(answer) === undefined),
  },
  "refusal-not-empty": {
    title: "ends with an error where a 429 has no body",
    fails: ["CLIENT-18"],
    why: "the first character of the body is looked at",
    hooks: failsAtRefusal(({ status, text }) => status === 429 && text === ""),
  },
  "refusal-of-create-an-object": {
    title: "ends with an error where the 429 to a create is JSON, and no object",
    fails: ["CLIENT-18"],
    why: "a field is read from whatever was parsed",
    hooks: failsAtRefusal(
      ({ status, text }, request) => status === 429 && isCreate(request) && text.startsWith("["),
    ),
  },
  "fields-closed": {
    title: "fails at a field that it does not know",
    warns: ["CLIENT-19"],
    why: "a decoder that disallows unknown fields",
    hooks: failsAtPets(({ text }) => /"weightKg"/.test(text)),
  },
  "fields-in-order": {
    title: "expects the id as the first field",
    warns: ["CLIENT-19"],
    why: "reads by place",
    hooks: failsAtPets(({ text }) => !/^\[?\{"id":/.test(text)),
  },
  "label-compared": {
    title: "compares the Content-Type with application/json as a whole",
    warns: ["CLIENT-20"],
    why: "=== in place of a parser",
    hooks: failsAtPets(({ headers }) => headerValue(headers, "content-type") !== "application/json"),
  },
  "length-required": {
    title: "needs a Content-Length",
    warns: ["CLIENT-20"],
    why: "a buffer of the announced size",
    hooks: failsAtPets(({ headers }) => headerValue(headers, "content-length") === undefined),
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
