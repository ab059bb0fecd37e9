import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { type ClientEntries, listOf, type Wanted } from "../reference-client/client.ts";
import {
  ignoring,
  inTasks,
  isCreate,
  isRead,
  pool,
  retryAfterBy,
  retryAfterOf,
} from "../reference-client/parts.ts";

const isDate = (answer: ClientAnswer): boolean => /GMT$/.test(retryAfterOf(answer) ?? "");

/** Another wait where Retry-After is a date, for one operation alone. */
const atDate = (isMeant: (request: Wanted) => boolean, otherMs: number) =>
  retryAfterBy((waitMs, answer, request) => (isMeant(request) && isDate(answer) ? otherMs : waitMs));

export const faults: ClientEntries = {
  "fixed-delay": {
    title: "waits 1 s after every 429, whatever Retry-After says",
    fails: ["CLIENT-4", "CLIENT-5", "CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a retry layer that does not read Retry-After",
    hooks: () => ({ retryAfterMs: () => undefined, backoffMs: (n) => (n > 6 ? undefined : 1000) }),
  },
  "own-backoff": {
    title: "doubles its own waits from 0.3 s, and does not read Retry-After",
    fails: ["CLIENT-4", "CLIENT-5"],
    why: "a retry layer with exponential backoff alone",
    hooks: () => ({
      retryAfterMs: () => undefined,
      backoffMs: (n) => (n > 6 ? undefined : 300 * 2 ** (n - 1)),
    }),
  },
  "capped-wait": {
    title: "waits 1.5 s at the most",
    fails: ["CLIENT-4", "CLIENT-5"],
    why: "an upper bound on waits that is below Retry-After",
    hooks: (correct) => ({
      afterRefusal: (waitMs, request) => correct.afterRefusal(Math.min(waitMs, 1500), request),
      backoffMs: (n) => (n > 6 ? undefined : 100 * 1.9 ** (n - 1)),
    }),
  },
  "capped-at-half-a-minute": {
    title: "waits 30 s at the most",
    fails: ["CLIENT-4"],
    why: "undici's RetryAgent, whose maxTimeout is 30 s by default",
    hooks: (correct) => ({
      afterRefusal: (waitMs, request) => correct.afterRefusal(Math.min(waitMs, 30_000), request),
    }),
  },
  milliseconds: {
    title: "reads the seconds of Retry-After as milliseconds",
    fails: ["CLIENT-4"],
    why: "a timer that takes milliseconds",
    hooks: retryAfterBy((waitMs, answer) =>
      waitMs === undefined || isDate(answer) ? waitMs : Math.max(200, waitMs / 1000),
    ),
  },
  "last-wait-holds": {
    title: "waits as the last of two 429s says, though the one before named a later moment",
    fails: ["CLIENT-4"],
    why: "one field for the end of the wait, which each 429 writes anew",
    hooks: () => ({ ...pool(3), latestOf: (_, newMs) => newMs }),
  },
  "others-go-on": {
    title: "lets other tasks send while one waits",
    fails: ["CLIENT-4", "CLIENT-5", "CLIENT-7"],
    why: "each task has a retry of its own",
    hooks: (correct) => ({
      sharesWaits: false,
      flow: async (client, hooks) => {
        const other = async () => {
          await client.clock.sleep(150);
          for (let n = 0; n < 3; n += 1) {
            await client.request(listOf("/v1/pets?status=sold"));
            await client.clock.sleep(400);
          }
        };
        await Promise.all([correct.flow(client, hooks), other()]);
      },
    }),
  },
  "creates-go-on": {
    title: "waits after the 429 of a list or a read, and not after that of a create",
    fails: ["CLIENT-4", "CLIENT-5", "CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the retry of creates is written by hand",
    hooks: () => ({
      afterRefusal: (waitMs, { method }) => (method === "POST" ? Math.min(waitMs, 300) : waitMs),
    }),
  },
  "tasks-wait-alone": {
    title: "lets each of six tasks wait after its own 429 alone",
    fails: ["CLIENT-4"],
    why: "a retry layer for each connection",
    hooks: () => ({ ...pool(6), sharesWaits: false }),
  },
  "readers-wait-alone": {
    title: "sends two lists together and then nothing else, and reads with three tasks that wait alone",
    fails: ["CLIENT-4"],
    why: "what is started together is awaited together, and a pool of tasks does the rest",
    hooks: (correct) => ({
      sharesWaits: false,
      flow: async (client, hooks) => {
        const lists = correct.listTargets.map((target) => client.request(listOf(target)));
        const pets = (await Promise.all(lists)).flatMap(hooks.readPets);
        const reads = pets
          .slice(0, 6)
          .map(({ id }): Wanted => ({ kind: "read", method: "GET", target: hooks.readTarget(id) }));
        await inTasks(3, reads, client.request);
      },
    }),
  },
  "date-too-early": {
    title: "comes back a second before the date",
    fails: ["CLIENT-5"],
    why: "a wait in whole seconds, rounded down, and one taken off for the network",
    hooks: retryAfterBy((waitMs, answer) =>
      waitMs === undefined || !isDate(answer) ? waitMs : Math.max(200, Math.floor(waitMs / 1000 - 1) * 1000),
    ),
  },
  "date-in-local-time": {
    title: "takes the date for a local time, and waits five hours longer",
    warns: ["CLIENT-6"],
    why: "strptime drops the zone",
    hooks: retryAfterBy((waitMs, answer) => (isDate(answer) ? (waitMs ?? 0) + 5 * 3_600_000 : waitMs)),
  },
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
  "gives-up-silently": {
    title: "drops what was answered 429, and ends as if all were well",
    warns: ["CLIENT-6"],
    why: "errors are logged and swallowed",
    hooks: () => ({ afterRefusal: () => undefined, failedCode: 0 }),
  },
  "creates-dropped": {
    title: "drops a create that was answered 429, and goes on",
    warns: ["CLIENT-6"],
    why: "POST is left out of the retries, and nobody looks at the answer",
    hooks: (correct) => ({
      afterRefusal: (waitMs, { method }) => (method === "POST" ? undefined : waitMs),
      flow: (client, hooks) => ignoring(correct.flow(client, hooks), /^the limit is reached$/),
    }),
  },
};
