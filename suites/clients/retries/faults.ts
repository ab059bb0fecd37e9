import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import {
  type ClientEntries,
  ClientError,
  type ClientHooks,
  listOf,
  type Wanted,
} from "../reference-client/client.ts";
import { ignoring, isRead, pool } from "../reference-client/parts.ts";

/** Other waits after a 5xx or a lost connection. */
const retries =
  (waitsMs: readonly number[], isMeant: (request: Wanted, answer: ClientAnswer | undefined) => boolean) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    afterFailure: (request, attempt, random, answer) =>
      request.kind !== "create" && isMeant(request, answer)
        ? waitsMs[attempt - 1]
        : correct.afterFailure(request, attempt, random, answer),
  });

export const faults: ClientEntries = {
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
    hooks: (correct) => ({
      flow: async (client, hooks) => {
        for (let n = 1; n <= 5; n += 1)
          await ignoring(client.request(listOf(`/v1/pets?limit=${n}`)), /^status 401$/);
        await correct.flow(client, hooks);
      },
    }),
  },
  "tasks-after-401": {
    title: "lets each of three tasks finish its work after a 401",
    warns: ["CLIENT-21"],
    why: "each task handles its own errors",
    hooks: () => ({ ...pool(3), repeats: (status) => (status === 401 ? 2 : 0) }),
  },
  "retries-400": {
    title: "sends a create that was answered 400 once more",
    warns: ["CLIENT-22"],
    why: "every status but 2xx is retried",
    hooks: () => ({ repeats: (status) => (status === 400 ? 1 : 0) }),
  },
  "rejected-again-at-the-end": {
    title: "sends a create that was answered 400 once more when all else is done, with a list before it",
    warns: ["CLIENT-22"],
    why: "a queue of what failed, which is worked off at the end of the day",
    hooks: (correct) => ({
      flow: async (client, hooks) => {
        const failed: Wanted[] = [];
        const remembering = {
          ...client,
          request: (wanted: Wanted) =>
            client.request(wanted).catch((error: unknown) => {
              if (!(error instanceof ClientError && error.message === "status 400")) throw error;
              failed.push(wanted);
              return { status: 200, headers: [], text: "[]" };
            }),
        };
        await correct.flow(remembering, hooks);
        for (const wanted of failed) {
          await client.request(listOf("/v1/pets?limit=3"));
          await client.request(wanted);
        }
      },
    }),
  },
  "retries-404": {
    title: "asks three times more for a pet that is not found",
    warns: ["CLIENT-22"],
    why: "waits for a replica to catch up",
    hooks: () => ({ repeats: (status) => (status === 404 ? 3 : 0) }),
  },
  "tasks-retry-404": {
    title: "asks once more for a pet that is not found, while its other tasks go on",
    warns: ["CLIENT-22"],
    why: "a retry for every error, in one of several workers",
    hooks: () => ({ ...pool(3), repeats: (status) => (status === 404 ? 1 : 0) }),
  },
  "retries-once-too-often": {
    title: "tries six times, the first included",
    warns: ["CLIENT-23"],
    why: "five retries are five tries more",
    hooks: () => ({
      afterFailure: ({ method }, n) => (method === "POST" || n > 5 ? undefined : 200 * 2 ** (n - 1)),
    }),
  },
  "retries-at-random": {
    title: "tries again four times, each after 0.7 to 0.85 s at random",
    warns: ["CLIENT-23"],
    why: "a fixed delay with jitter",
    hooks: () => ({
      afterFailure: ({ method }, n, random) =>
        method === "POST" || n > 4 ? undefined : 700 + 150 * random(),
    }),
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
  "tasks-retry-constantly": {
    title: "lets one of six tasks try again after 1 s each time, while the others go on",
    warns: ["CLIENT-23"],
    why: "a retry with a fixed delay",
    hooks: () => ({
      ...pool(6),
      afterFailure: ({ method }, n) => (method === "POST" || n > 4 ? undefined : 1000),
    }),
  },
  "repeats-creates": {
    title: "sends a create again after a 5xx or a lost connection",
    warns: ["CLIENT-24"],
    why: "POST is retried as GET is",
    hooks: () => ({ afterFailure: (_, n) => (n > 3 ? undefined : 300 * 2 ** (n - 1)) }),
  },
  "looks-and-repeats": {
    title: "lists the pets after a create without an answer, and creates the pet again though it is there",
    warns: ["CLIENT-24"],
    why: "the list is asked for, and nobody looks into it",
    hooks: () => ({
      afterFailure: (_, n) => (n > 3 ? undefined : 300 * 2 ** (n - 1)),
      beforeRepeat: async (client) => {
        await client.request(listOf("/v1/pets?limit=100"));
      },
    }),
  },
  "looks-at-other-pets": {
    title:
      "lists the sold pets after a create without an answer, and creates the pet, which is available, again",
    warns: ["CLIENT-24"],
    why: "one list serves all purposes",
    hooks: () => ({
      afterFailure: (_, n) => (n > 3 ? undefined : 300 * 2 ** (n - 1)),
      beforeRepeat: async (client) => {
        await client.request(listOf("/v1/pets?limit=100&status=sold"));
      },
    }),
  },
};
