import { member, stringOf } from "#core/json/read.ts";
import { jsonOf } from "../shared/answers.ts";
import { type ClientEntries, ClientError, createOf, failing, getOf, type Wanted } from "./client.ts";
import { before, goingOn, inTasks, isCreate, pool, sameTarget, sending, staggered } from "./parts.ts";

/** Clients that do several things at a time, or that try again in ways of their own, and are correct. */
export const taskVariants: ClientEntries = failing([], {
  // Lists, creates and reads with six tasks, all of which wait after a 429 (ruling 37).
  tasks: () => pool(6),
  // Lets four tasks wait together, with jitter (ruling 37: jitter).
  "tasks-with-jitter": () => ({
    ...pool(4),
    afterRefusal: (waitMs) => waitMs + 300,
    backoffMs: (n, random) => 600 * 2 ** (n - 1) * (0.7 + random() * 0.6),
  }),
  // Asks for the same list with three tasks that begin one after the other (ruling 39: each task tries
  // again with growing waits).
  "tasks-one-after-the-other": before((client) => staggered(client, [1, 2, 3], 107, () => 13)),
  // Asks for the same list with three tasks, which wait at random where there is no Retry-After (ruling 37: jitter).
  "tasks-one-after-the-other-at-random": () => ({
    flow: async (client) => {
      const asks = async (n: number) => {
        await client.clock.sleep(107 * n);
        await client.request(getOf("/v1/pets?limit=13"));
        await client.clock.sleep(400);
        await client.request(getOf("/v1/pets?limit=13"));
      };
      await Promise.all([asks(1), asks(2), asks(3)]);
    },
    backoffMs: (n, random) => 300 * 2 ** (n - 1) * (0.5 + random()),
  }),
  // Lists once, and then creates four pets at the same time (ruling 37: a create that is refused among others).
  "creates-in-tasks": () => ({
    flow: async (client, hooks) => {
      hooks.readPets(await client.request(getOf("/v1/pets?limit=5")));
      const names = ["Mia", "Luna", "Otto", "Bruno"];
      const creates = names.map((name) => createOf(hooks.newPet("1").replace("Rex", name)));
      await inTasks(4, creates, (one) => client.request(one));
    },
  }),
  // Sends a list and a create at the same time, and is done (ruling 39: nothing is left to be sent after the list).
  "lists-and-creates-together": (correct) => ({
    flow: async (client, hooks) => {
      const [pets] = await Promise.all([
        client.request(getOf("/v1/pets?limit=10")),
        client.request(createOf(hooks.newPet("1"))),
      ]);
      correct.readPets(pets);
    },
  }),
  // Ends all of its tasks with an exit code at the first 429 (ruling 37: it gives up and says so).
  "tasks-give-up": () => ({ ...pool(6), afterRefusal: () => undefined }),
  // Asks for the same list with four tasks, which wait together (ruling 37).
  "tasks-of-one-target": () => sameTarget(4),
  // Asks for the same list with three tasks, each of which backs off at random where there is no
  // Retry-After (ruling 37: jitter).
  "tasks-of-one-target-apart": () => ({
    ...sameTarget(3),
    backoffMs: (n, random) => 500 * 2 ** (n - 1) * (0.5 + random()),
  }),
  // Lets one task try again, and the others only when it was served (ruling 37: the fewest requests).
  "one-task-looks": () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      flow: async (client, hooks) => {
        // One at a time, in the order in which they came.
        const request: typeof client.request = (wanted) => {
          const turn = last.catch(() => undefined).then(() => client.request(wanted));
          last = turn;
          return turn;
        };
        await pool(5).flow({ ...client, request }, hooks);
      },
    };
  },
  // Asks for four lists, one begun after the other, and aborts the others at a 429 (ruling 37: a 429 that
  // nobody was there to read asks for no wait).
  "aborts-at-a-429": (correct) => ({
    ...before((client) => staggered(client, [0, 1, 2, 3], 19, (n) => n + 1))(correct),
    abortsOthers: true,
  }),
  // Waits a random time below a bound that doubles (ruling 37: jitter).
  "full-jitter": () => ({
    backoffMs: (n, random) => 150 + random() * 400 * 2 ** (n - 1),
    afterFailure: ({ method }, n, random) =>
      method === "POST" || n > 4 ? undefined : 100 + random() * 300 * 2 ** (n - 1),
  }),
  // Tries again at once after a lost connection, and then with growing waits (RFC 9110, 9.2.2: a GET may
  // be repeated when a connection that was kept open is gone).
  "retries-once-at-once": (correct) => ({
    afterFailure: (request, n, random, answer) =>
      answer === undefined && request.method === "GET" && n <= 4
        ? n === 1
          ? 1
          : 200 * 2 ** (n - 2)
        : correct.afterFailure(request, n, random, answer),
  }),
  // Tries again once, after 1 s (ruling 39: one wait cannot grow).
  "retries-once": () => ({
    afterFailure: ({ method }, n) => (method === "POST" || n > 1 ? undefined : 1000),
  }),
  // Logs what is rejected with 400 or 404, or failed, and goes on (ruling 39 asks for no more than that
  // the request is not repeated).
  "goes-on-after-errors": (correct) => ({ flow: (client, hooks) => correct.flow(goingOn(client), hooks) }),
  // Asks with HEAD before it reads a pet (RFC 9110, 9.3.2: a GET without its body, beside the GET).
  "head-before-get": before(sending({ method: "HEAD", target: "/v1/pets/1001" })),
  // Reads the pet 1001, which was created long ago, and goes on where it is gone (an id need not come from
  // this session).
  "reads-an-id-of-its-own": before((client) => goingOn(client).request(getOf("/v1/pets/1001"))),
  // Lists once more after a pet is not found, and reads it again if it is still listed (ruling 39: what it
  // has learned meanwhile is the reason).
  "reads-what-is-still-listed": (correct) => ({
    flow: async (client, hooks) => {
      const lists = async (id: string) =>
        hooks.readPets(await client.request(getOf("/v1/pets?limit=100"))).some((pet) => pet.id === id);
      const request = async (wanted: Wanted) => {
        const id = wanted.target.replace("/v1/pets/", "");
        const again = async (error: unknown) => {
          const isGone = error instanceof ClientError && error.message === "status 404";
          if (!isGone || !(await lists(id))) throw error;
          return client.request(wanted);
        };
        return client.request(wanted).catch(again);
      };
      await correct.flow({ ...client, request }, hooks);
    },
  }),
  // Asks for the next list while it reads the one before (two requests under way at most).
  "fetches-ahead": before(async (client, hooks) => {
    let next = client.request(getOf("/v1/pets?limit=1"));
    for (let n = 2; n <= 6; n += 1) {
      const pets = hooks.readPets(await next);
      next = client.request(getOf(`/v1/pets?limit=${n}`));
      const [first] = pets;
      if (first !== undefined) await client.request(getOf(hooks.readTarget(first.id)));
    }
    await next;
  }),
  // Creates a pet again only where no list has it (ruling 39: it knows that it was not carried out).
  "looks-for-the-pet": () => {
    let isThere = false;
    return {
      newPet: (category) => `{"name":"Rex the 2,147th","categoryId":${category},"status":"available"}`,
      afterFailure: ({ method }, n, _random, answer) =>
        n > 3 || (method === "POST" && answer !== undefined) ? undefined : 300 * 2 ** (n - 1),
      beforeRepeat: async (client) => {
        const { text } = await client.request(getOf("/v1/pets?limit=100"));
        const pets = jsonOf(Buffer.from(text));
        isThere =
          pets?.kind === "array" &&
          pets.items.some((pet) => stringOf(member(pet, "name")) === "Rex the 2,147th");
      },
      rewrite: (request) => (isThere && isCreate(request) ? getOf("/v1/pets?limit=100") : request),
    };
  },
});
