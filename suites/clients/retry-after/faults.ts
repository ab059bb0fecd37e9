import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { type ClientEntries, failing, getOf, type Wanted } from "../reference-client/client.ts";
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
  ...failing(["CLIENT-4", "CLIENT-5", "CLIENT-8", "CLIENT-9"], {
    // Waits 1 s after every 429, whatever Retry-After says: a retry layer that does not read Retry-After.
    "fixed-delay": () => ({ retryAfterMs: () => undefined, backoffMs: () => 1000 }),
    // Waits after the 429 of a list or a read, and not after that of a create: the retry of creates is written by hand.
    "creates-go-on": () => ({
      afterRefusal: (waitMs, { method }) => (method === "POST" ? Math.min(waitMs, 300) : waitMs),
    }),
  }),
  ...failing(["CLIENT-4", "CLIENT-5"], {
    // Doubles its own waits from 0.3 s, and does not read Retry-After: a retry layer with exponential backoff alone.
    "own-backoff": () => ({ retryAfterMs: () => undefined, backoffMs: (n) => 300 * 2 ** (n - 1) }),
    // Waits 1.5 s at the most: an upper bound on waits that is below Retry-After.
    "capped-wait": () => ({
      afterRefusal: (waitMs) => Math.min(waitMs, 1500),
      backoffMs: (n) => 100 * 1.9 ** (n - 1),
    }),
  }),
  ...failing(["CLIENT-4"], {
    // Reads Retry-After only where its name is written so: the headers were copied into a plain object.
    "header-in-one-case": ({ retryAfterMs }) => ({
      retryAfterMs: (answer, ...others) =>
        answer.headers.some(([name]) => name === "Retry-After") ? retryAfterMs(answer, ...others) : undefined,
    }),
    // Waits 30 s at the most: undici's RetryAgent, whose maxTimeout is 30 s by default.
    "capped-at-half-a-minute": () => ({ afterRefusal: (waitMs) => Math.min(waitMs, 30_000) }),
    // Reads the seconds of Retry-After as milliseconds: a timer that takes milliseconds.
    milliseconds: retryAfterBy((waitMs, answer) =>
      waitMs === undefined || isDate(answer) ? waitMs : Math.max(200, waitMs / 1000),
    ),
    // Waits as the last of two 429s says, though the one before named a later moment: one field for the end
    // of the wait, which each 429 writes anew.
    "last-wait-holds": () => ({ ...pool(3), latestOf: (_, newMs) => newMs }),
    // Lets each of six tasks wait after its own 429 alone: a retry layer for each connection.
    "tasks-wait-alone": () => ({ ...pool(6), sharesWaits: false }),
    // Sends two lists together and then nothing else, and reads with three tasks that wait alone: what is
    // started together is awaited together, and a pool of tasks does the rest.
    "readers-wait-alone": (correct) => ({
      sharesWaits: false,
      flow: async (client, hooks) => {
        const lists = correct.listTargets.map((target) => client.request(getOf(target)));
        const pets = (await Promise.all(lists)).flatMap(hooks.readPets);
        const reads = pets.slice(0, 6).map(({ id }) => getOf(hooks.readTarget(id)));
        await inTasks(3, reads, client.request);
      },
    }),
  }),
  ...failing(["CLIENT-4", "CLIENT-5", "CLIENT-7"], {
    // Lets other tasks send while one waits: each task has a retry of its own.
    "others-go-on": (correct) => ({
      sharesWaits: false,
      flow: async (client, hooks) => {
        const other = async () => {
          await client.clock.sleep(150);
          for (let n = 0; n < 3; n += 1) {
            await client.request(getOf("/v1/pets?status=sold"));
            await client.clock.sleep(400);
          }
        };
        await Promise.all([correct.flow(client, hooks), other()]);
      },
    }),
  }),
  ...failing(["CLIENT-5"], {
    // Comes back a second before the date: a wait in whole seconds, rounded down, and one taken off for the network.
    "date-too-early": retryAfterBy((waitMs, answer) =>
      waitMs === undefined || !isDate(answer) ? waitMs : Math.max(200, Math.floor(waitMs / 1000 - 1) * 1000),
    ),
    // Sends a create again 0.2 s after a 429 with a date, whose lists wait as they should: creates have a
    // retry of their own, which reads seconds alone.
    "create-date-unread": atDate(isCreate, 200),
    // Reads a pet again 1 s after a 429 with a date, whose lists wait as they should: two HTTP libraries in
    // one program.
    "read-date-unread": atDate(isRead, 1000),
  }),
  ...failing(["CLIENT-6"], {
    // Takes the date for a local time, and waits five hours longer: strptime drops the zone.
    "date-in-local-time": retryAfterBy((waitMs, answer) =>
      isDate(answer) ? (waitMs ?? 0) + 5 * 3_600_000 : waitMs,
    ),
    // Drops what was answered 429, and ends as if all were well: errors are logged and swallowed.
    "gives-up-silently": () => ({ afterRefusal: () => undefined, failedCode: 0 }),
    // Drops a create that was answered 429, and goes on: POST is left out of the retries, and nobody looks
    // at the answer.
    "creates-dropped": (correct) => ({
      afterRefusal: (waitMs, { method }) => (method === "POST" ? undefined : waitMs),
      flow: (client, hooks) => ignoring(correct.flow(client, hooks), /^the limit is reached$/),
    }),
  }),
};
