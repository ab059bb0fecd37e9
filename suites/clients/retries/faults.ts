import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import {
  type ClientEntries,
  type ClientHooks,
  failing,
  getOf,
  type Wanted,
} from "../reference-client/client.ts";
import { ignoring, isCreate, isRead, noPets, pool } from "../reference-client/parts.ts";

/** Other waits after a 5xx or a lost connection. */
const retries =
  (waitsMs: readonly number[], isMeant: (request: Wanted, answer: ClientAnswer | undefined) => boolean) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    afterFailure: (request, attempt, random, answer) =>
      !isCreate(request) && isMeant(request, answer)
        ? waitsMs[attempt - 1]
        : correct.afterFailure(request, attempt, random, answer),
  });

const whateverFails: ClientHooks["afterFailure"] = (_, n) => (n > 3 ? undefined : 300 * 2 ** (n - 1));

/** Sends a create again, too, after this list. */
const repeatsAfter = (target: string): Partial<ClientHooks> => ({
  afterFailure: whateverFails,
  beforeRepeat: async (client) => void (await client.request(getOf(target))),
});

export const faults: ClientEntries = {
  ...failing(["CLIENT-21"], {
    // Tries again four times after a 401: every status but 2xx is retried.
    "retries-401": () => ({ repeats: (status) => (status === 401 ? 4 : 0) }),
    // Goes on with its work after a 401: each call handles its own errors.
    "ignores-401": (correct) => ({
      flow: async (client, hooks) => {
        for (let n = 1; n <= 5; n += 1)
          await ignoring(client.request(getOf(`/v1/pets?limit=${n}`)), /^status 401$/);
        await correct.flow(client, hooks);
      },
    }),
    // Lets each of three tasks finish its work after a 401: each task handles its own errors.
    "tasks-after-401": () => ({ ...pool(3), repeats: (status) => (status === 401 ? 2 : 0) }),
  }),
  ...failing(["CLIENT-22"], {
    // Sends a create that was answered 400 once more: every status but 2xx is retried.
    "retries-400": () => ({ repeats: (status) => (status === 400 ? 1 : 0) }),
    // Sends a create that was answered 400 once more when all else is done, with a list before it: a queue
    // of what failed, which is worked off at the end of the day.
    "rejected-again-at-the-end": (correct) => ({
      flow: async (client, hooks) => {
        const failed: Wanted[] = [];
        const remembering = {
          ...client,
          request: async (wanted: Wanted) => {
            const answer = await ignoring(client.request(wanted), /^status 400$/);
            if (answer === undefined) failed.push(wanted);
            return answer ?? noPets;
          },
        };
        await correct.flow(remembering, hooks);
        for (const wanted of failed) {
          await client.request(getOf("/v1/pets?limit=3"));
          await client.request(wanted);
        }
      },
    }),
    // Asks three times more for a pet that is not found: waits for a replica to catch up.
    "retries-404": () => ({ repeats: (status) => (status === 404 ? 3 : 0) }),
    // Asks once more for a pet that is not found, while its other tasks go on: a retry for every error, in
    // one of several workers.
    "tasks-retry-404": () => ({ ...pool(3), repeats: (status) => (status === 404 ? 1 : 0) }),
  }),
  ...failing(["CLIENT-23"], {
    // Tries six times, the first included: five retries are five tries more.
    "retries-once-too-often": retries([200, 400, 800, 1600, 3200], () => true),
    // Tries again four times, each after 0.7 to 0.85 s at random: a fixed delay with jitter.
    "retries-at-random": () => ({
      afterFailure: ({ method }, n, random) =>
        method === "POST" || n > 4 ? undefined : 700 + 150 * random(),
    }),
    // Tries again twice after 0.4 s each: a fixed delay, and a short count.
    "retries-twice-constantly": retries([400, 400], () => true),
    // Tries again four times at once: a retry without a delay.
    "retries-at-once": retries([3, 19, 7, 12], () => true),
    // Tries again three times after 0.5 s each when the connection was lost, and with growing waits after a
    // 503: the library retries lost connections by itself.
    "retries-resets-constantly": retries([500, 500, 500], (_, answer) => answer === undefined),
    // Tries again three times after 0.5 s each when it was answered 503, and with growing waits after a lost
    // connection: the retry by status is written by hand.
    "retries-503-constantly": retries([500, 500, 500], (_, answer) => answer !== undefined),
    // Tries the read of a pet again three times after 0.8 s each, and lists with growing waits: two HTTP
    // libraries in one program.
    "retries-reads-constantly": retries([800, 800, 800], isRead),
    // Tries again after 2 s, 1.5 s, 1 s and 0.5 s: the list of delays is read from its end.
    "retries-sooner-and-sooner": retries([2000, 1500, 1000, 500], () => true),
    // Lets one of six tasks try again after 1 s each time, while the others go on: a retry with a fixed delay.
    "tasks-retry-constantly": (correct) => ({
      ...pool(6),
      ...retries([1000, 1000, 1000, 1000], () => true)(correct),
    }),
  }),
  ...failing(["CLIENT-24"], {
    // Sends a create again after a 5xx or a lost connection: POST is retried as GET is.
    "repeats-creates": () => ({ afterFailure: whateverFails }),
    // Lists the pets after a create without an answer, and creates the pet again though it is there: the
    // list is asked for, and nobody looks into it.
    "looks-and-repeats": () => repeatsAfter("/v1/pets?limit=100"),
    // Lists the sold pets after a create without an answer, and creates the pet, which is available, again:
    // one list serves all purposes.
    "looks-at-other-pets": () => repeatsAfter("/v1/pets?limit=100&status=sold"),
  }),
};
