import { headerValue } from "../../core/exchange/headers.ts";
import { member } from "../../core/json/read.ts";
import { jsonOf } from "../checks/answers.ts";
import { type ClientAnswer, ClientError } from "./client.ts";
import type { ClientEntries } from "./client-entry.ts";

const bodyOf = ({ text }: ClientAnswer) => jsonOf(Buffer.from(text));
const codeOf = (answer: ClientAnswer): string | undefined => {
  const code = member(bodyOf(answer), "code");
  return code?.kind === "string" ? code.value : undefined;
};
const fail = (why: string): never => {
  throw new ClientError(why);
};

/** Clients that cannot read what the interface permits, or try again where that does not help. */
export const badReaders: ClientEntries = {
  "status-required": {
    title: "fails at a pet without a status",
    fails: ["CLIENT-16"],
    why: "a model in which the field is required",
    hooks: (right) => ({
      readPets: (answer) =>
        right.readPets(answer).map((pet) => (pet.status === undefined ? fail("no status") : pet)),
    }),
  },
  "created-status-required": {
    title: "creates a pet without a status, and fails if the answer has none",
    fails: ["CLIENT-16"],
    why: "takes a default for granted",
    hooks: (right) => ({
      newPet: (category) => `{"name":"Rex","categoryId":${category}}`,
      readPets: (answer) =>
        right
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
  "refusal-parsed": {
    title: "parses the body of a 429 as JSON before anything else",
    fails: ["CLIENT-18"],
    why: "await response.json() for every error",
    hooks: () => ({
      readRefusal: (answer) => {
        if (answer.status === 429 && bodyOf(answer) === undefined) fail("no JSON");
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
  "fields-closed": {
    title: "fails at a field that it does not know",
    warns: ["CLIENT-19"],
    why: "a decoder that disallows unknown fields",
    hooks: (right) => ({
      readPets: (answer) => {
        if (/"weightKg"/.test(answer.text)) fail("unknown field");
        return right.readPets(answer);
      },
    }),
  },
  "fields-in-order": {
    title: "expects the id as the first field",
    warns: ["CLIENT-19"],
    why: "reads by place",
    hooks: (right) => ({
      readPets: (answer) => {
        if (!/^\[?\{"id":/.test(answer.text)) fail("order");
        return right.readPets(answer);
      },
    }),
  },
  "label-compared": {
    title: "compares the Content-Type with application/json as a whole",
    warns: ["CLIENT-20"],
    why: "=== in place of a parser",
    hooks: (right) => ({
      readPets: (answer) => {
        if (headerValue(answer.headers, "content-type") !== "application/json") fail("label");
        return right.readPets(answer);
      },
    }),
  },
  "length-required": {
    title: "needs a Content-Length",
    warns: ["CLIENT-20"],
    why: "a buffer of the announced size",
    hooks: (right) => ({
      readPets: (answer) => {
        if (headerValue(answer.headers, "content-length") === undefined) fail("length");
        return right.readPets(answer);
      },
    }),
  },
  "retries-401": {
    title: "tries again four times after a 401",
    warns: ["CLIENT-21"],
    why: "every status but 2xx is retried",
    hooks: () => ({ repeats: (status) => (status === 401 ? 4 : 0) }),
  },
  "ignores-401": {
    title: "goes on with its work after a 401",
    warns: ["CLIENT-21"],
    why: "each call handles its own errors",
    hooks: (right) => ({
      flow: async (client, hooks) => {
        for (let n = 1; n <= 5; n += 1)
          await client
            .request({ kind: "list", method: "GET", target: `/v1/pets?limit=${n}` })
            .catch((error: unknown) => {
              if (!(error instanceof ClientError) || error.message !== "status 401") throw error;
            });
        await right.flow(client, hooks);
      },
    }),
  },
  "retries-400": {
    title: "sends a create that was answered 400 once more",
    warns: ["CLIENT-22"],
    why: "every status but 2xx is retried",
    hooks: () => ({ repeats: (status) => (status === 400 ? 1 : 0) }),
  },
  "retries-404": {
    title: "asks three times more for a pet that is not found",
    warns: ["CLIENT-22"],
    why: "waits for a replica to catch up",
    hooks: () => ({ repeats: (status) => (status === 404 ? 3 : 0) }),
  },
  "retries-without-end": {
    title: "tries again until the service is there",
    warns: ["CLIENT-23"],
    why: "a loop without a bound",
    hooks: () => ({
      afterFailure: ({ method }, n) => (method === "POST" ? undefined : 100 * 2 ** (n - 1)),
    }),
  },
  "retries-constantly": {
    title: "tries again three times after 1 s each",
    warns: ["CLIENT-23"],
    why: "a retry with a fixed delay",
    hooks: () => ({ afterFailure: ({ method }, n) => (method === "POST" || n > 3 ? undefined : 1000) }),
  },
  "repeats-creates": {
    title: "sends a create again after a 5xx or a lost connection",
    warns: ["CLIENT-24"],
    why: "POST is retried as GET is",
    hooks: () => ({ afterFailure: (_, n) => (n > 3 ? undefined : 300 * 2 ** (n - 1)) }),
  },
  "repeats-lost-creates": {
    title: "sends a create again after two seconds without an answer",
    warns: ["CLIENT-24"],
    why: "a time-out is taken for a request that never arrived",
    hooks: () => ({ afterFailure: (_, n) => (n > 2 ? undefined : 2000 * 2 ** (n - 1)) }),
  },
};
