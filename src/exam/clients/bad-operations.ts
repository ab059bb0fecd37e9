import { headerValue } from "../../core/exchange/headers.ts";
import { member } from "../../core/json/read.ts";
import { jsonOf } from "../checks/answers.ts";
import { type ClientAnswer, ClientError, type ClientHooks, type Wanted } from "./client.ts";
import type { ClientEntries } from "./client-entry.ts";

const isCreate = ({ kind }: Wanted): boolean => kind === "create";
const isRead = ({ kind }: Wanted): boolean => kind === "read";

const retryAfterOf = ({ headers }: ClientAnswer): string | undefined => headerValue(headers, "retry-after");

/** Another wait where Retry-After is a date, for one operation alone. */
const atDate =
  (isMeant: (request: Wanted) => boolean, waitMs: number) =>
  (right: ClientHooks): Partial<ClientHooks> => ({
    retryAfterMs: (answer, nowMs, request) =>
      isMeant(request) && /GMT$/.test(retryAfterOf(answer) ?? "")
        ? waitMs
        : right.retryAfterMs(answer, nowMs, request),
  });

/** Another backoff, for one operation alone. */
const backsOff =
  (isMeant: (request: Wanted) => boolean, waitMs: (attempt: number) => number) =>
  (right: ClientHooks): Partial<ClientHooks> => ({
    backoffMs: (attempt, random, request) =>
      attempt <= 6 && isMeant(request) ? waitMs(attempt) : right.backoffMs(attempt, random, request),
  });

/** Other waits after a 5xx or a lost connection. */
const retries =
  (waitsMs: readonly number[], isMeant: (request: Wanted, answer: ClientAnswer | undefined) => boolean) =>
  (right: ClientHooks): Partial<ClientHooks> => ({
    afterFailure: (request, attempt, random, answer) =>
      request.kind !== "create" && isMeant(request, answer)
        ? waitsMs[attempt - 1]
        : right.afterFailure(request, attempt, random, answer),
  });

const knownCodes: ReadonlySet<string> = new Set([
  "bad_request",
  "not_found",
  "unavailable",
  "internal_error",
]);

/** Goes on after an error with this status, but not where it does not know the code. */
const knowsCodes =
  (status: number) =>
  (right: ClientHooks): Partial<ClientHooks> => ({
    readRefusal: (answer) => {
      const code = member(jsonOf(Buffer.from(answer.text)), "code");
      if (answer.status === status && !(code?.kind === "string" && knownCodes.has(code.value)))
        throw new ClientError("an unknown code");
    },
    flow: (client, hooks) => right.flow(goingOn(client), hooks),
  });

/** A client to which a rejection, and a failure, is an answer without pets. */
export function goingOn<T extends { request(wanted: Wanted): Promise<ClientAnswer> }>(client: T): T {
  return {
    ...client,
    request: (wanted: Wanted) =>
      client.request(wanted).catch((error: unknown) => {
        if (error instanceof ClientError && /^status 40[04]$|^the service fails$/.test(error.message))
          return { status: 200, headers: [], text: "[]" };
        throw error;
      }),
  };
}

/** Clients with a fault in one operation, or with one form of answer, alone. */
export const badOperations: ClientEntries = {
  "create-date-unread": {
    title: "sends a create again 0.2 s after a 429 with a date, whose lists wait as they should",
    fails: ["CLIENT-5"],
    why: "creates have a retry of their own, which reads seconds alone",
    hooks: atDate(isCreate, 200),
  },
  "read-date-unread": {
    title: "reads a pet again 1 s after a 429 with a date, whose lists wait as they should",
    fails: ["CLIENT-5"],
    why: "two HTTP libraries in one program",
    hooks: atDate(isRead, 1000),
  },
  "create-at-once": {
    title: "sends a create again at once where there is no Retry-After, and waits then",
    fails: ["CLIENT-7"],
    why: "the backoff of creates begins with the second refusal",
    hooks: backsOff(isCreate, (n) => (n === 1 ? 0 : 500 * 2 ** (n - 2))),
  },
  "read-at-once": {
    title: "reads a pet again at once where there is no Retry-After, and waits then",
    fails: ["CLIENT-7"],
    why: "the backoff of reads begins with the second refusal",
    hooks: backsOff(isRead, (n) => (n === 1 ? 20 : 500 * 2 ** (n - 2))),
  },
  "create-constant-backoff": {
    title: "sends a create again after 1 s each time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the retry of creates is written by hand",
    hooks: backsOff(isCreate, () => 1000),
  },
  "read-shrinking-backoff": {
    title: "reads a pet again after less and less time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the time that is left is divided by the tries that are left",
    hooks: backsOff(isRead, (n) => 3000 / n),
  },
  "negative-wait": {
    title: "reads a Retry-After of -1 as a number, and comes back at once",
    fails: ["CLIENT-7"],
    why: "parseInt without a look at the sign",
    hooks: (right) => ({
      retryAfterMs: (answer, nowMs, request) =>
        retryAfterOf(answer) === "-1" ? 0 : right.retryAfterMs(answer, nowMs, request),
    }),
  },
  "create-given-up-without-retry-after": {
    title: "ends with an error where a create is refused without seconds in Retry-After",
    warns: ["CLIENT-25"],
    why: "int(headers['Retry-After']) in the retry of creates",
    hooks: () => ({
      readRefusal: (answer, request) => {
        if (answer.status === 429 && isCreate(request) && !/^\d+$/.test(retryAfterOf(answer) ?? ""))
          throw new ClientError("no number");
      },
    }),
  },
  "retries-often-and-constantly": {
    title: "tries again four times after 150 ms each",
    warns: ["CLIENT-23"],
    why: "a fixed delay that fits a local network",
    hooks: retries([150, 150, 150, 150], () => true),
  },
  "retries-twice-constantly": {
    title: "tries again twice after 0.4 s each",
    warns: ["CLIENT-23"],
    why: "a fixed delay, and a short count",
    hooks: retries([400, 400], () => true),
  },
  "retries-at-once": {
    title: "tries again four times at once",
    warns: ["CLIENT-23"],
    why: "a retry without a delay",
    hooks: retries([3, 19, 7, 12], () => true),
  },
  "retries-resets-constantly": {
    title:
      "tries again three times after 0.5 s each when the connection was lost, and with growing waits after a 503",
    warns: ["CLIENT-23"],
    why: "the library retries lost connections by itself",
    hooks: retries([500, 500, 500], (_, answer) => answer === undefined),
  },
  "retries-503-constantly": {
    title:
      "tries again three times after 0.5 s each when it was answered 503, and with growing waits after a lost connection",
    warns: ["CLIENT-23"],
    why: "the retry by status is written by hand",
    hooks: retries([500, 500, 500], (_, answer) => answer !== undefined),
  },
  "retries-reads-constantly": {
    title: "tries the read of a pet again three times after 0.8 s each, and lists with growing waits",
    warns: ["CLIENT-23"],
    why: "two HTTP libraries in one program",
    hooks: retries([800, 800, 800], isRead),
  },
  "retries-sooner-and-sooner": {
    title: "tries again after 2 s, 1.5 s, 1 s and 0.5 s",
    warns: ["CLIENT-23"],
    why: "the list of delays is read from its end",
    hooks: retries([2000, 1500, 1000, 500], () => true),
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
  "head-in-place-of-get": {
    title: "asks with HEAD, and never with GET, whether a pet is there",
    fails: ["CLIENT-10"],
    why: "the body is not needed",
    hooks: () => ({ rewrite: (request) => (isRead(request) ? { ...request, method: "HEAD" } : request) }),
  },
  "head-of-orders": {
    title: "asks with HEAD whether the service has orders",
    fails: ["CLIENT-10"],
    why: "a probe that was thought to cost nothing",
    hooks: (right) => ({
      flow: async (client, hooks) => {
        const probe: Wanted = { kind: "other", method: "HEAD", target: "/v1/store/orders" };
        await client.send({ ...probe, headers: right.headers(probe, client.key) });
        await right.flow(client, hooks);
      },
    }),
  },
  "creates-after-401": {
    title: "sends three creates more after the first was answered 401",
    warns: ["CLIENT-21"],
    why: "an invalid key is looked for where the program begins, and nowhere else",
    hooks: () => ({
      repeats: (status) => (status === 401 ? 3 : 0),
    }),
  },
  "looks-and-repeats": {
    title: "lists the pets after a create without an answer, and creates the pet again though it is there",
    warns: ["CLIENT-24"],
    why: "the list is asked for, and nobody looks into it",
    hooks: () => ({
      afterFailure: (_, n) => (n > 3 ? undefined : 300 * 2 ** (n - 1)),
      beforeRepeat: async (client) => {
        await client.request({ kind: "list", method: "GET", target: "/v1/pets?limit=100" });
      },
    }),
  },
};
