import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { type HeaderLine, headerValue } from "#core/exchange/exchange.ts";
import {
  ClientError,
  type ClientHooks,
  createOf,
  getOf,
  type Replacing,
  type ScriptedClient,
  type Wanted,
} from "./client.ts";

// What several clients of the proof are made of.

/** Other header lines than the correct client's. */
export const headersBy =
  (
    change: (lines: readonly HeaderLine[], key: string, request: Wanted) => readonly HeaderLine[],
  ): Replacing =>
  ({ headers }) => ({ headers: (request, key) => change(headers(request, key), key, request) });

/** One of its header lines with another value. */
export const headerAs = (wanted: string, value: (key: string) => string): Replacing =>
  headersBy((lines, key) => lines.map(([name, old]) => [name, name === wanted ? value(key) : old]));

/** Another wait than what it reads in Retry-After; undefined: none is asked for. */
export const retryAfterBy =
  (
    change: (waitMs: number | undefined, answer: ClientAnswer, request: Wanted) => number | undefined,
  ): Replacing =>
  ({ retryAfterMs }) => ({
    retryAfterMs: (answer, nowMs, request) => change(retryAfterMs(answer, nowMs, request), answer, request),
  });

export const failsAtRefusal =
  (isUnreadable: (answer: ClientAnswer, request: Wanted) => boolean): Replacing =>
  () => ({
    readRefusal: (answer, request) => {
      if (isUnreadable(answer, request)) throw new ClientError("unreadable");
    },
  });

export const failsAtPets =
  (isUnreadable: (answer: ClientAnswer, pets: ReturnType<ClientHooks["readPets"]>) => boolean): Replacing =>
  ({ readPets }) => ({
    readPets: (answer) => {
      const pets = readPets(answer);
      if (isUnreadable(answer, pets)) throw new ClientError("unreadable");
      return pets;
    },
  });

type Step = (client: ScriptedClient, hooks: ClientHooks) => Promise<unknown>;

/** Does what the correct client does, and this first. */
export const before =
  (first: Step): Replacing =>
  ({ flow }) => ({
    flow: async (client, hooks) => {
      await first(client, hooks);
      await flow(client, hooks);
    },
  });

/** Does what the correct client does, and this at the end. */
export const after =
  (last: Step): Replacing =>
  ({ flow }) => ({
    flow: async (client, hooks) => {
      await flow(client, hooks);
      await last(client, hooks);
    },
  });

/** One request, whatever is answered to it. */
export const sending =
  (wanted: Wanted): Step =>
  ({ send, key }, { headers }) =>
    send({ ...wanted, headers: headers(wanted, key) });

/** Goes on after errors with such messages: then there is no result. */
export function ignoring<Result>(work: Promise<Result>, messages: RegExp): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ClientError && messages.test(error.message))) throw error;
    return undefined;
  });
}

export const noPets: ClientAnswer = { status: 200, headers: [], text: "[]" };

/** A client that treats a rejection or a failure as an answer without pets. */
export function goingOn(client: ScriptedClient): ScriptedClient {
  const ignored = /^status 40[04]$|^the service fails$/;
  return {
    ...client,
    request: async (wanted) => (await ignoring(client.request(wanted), ignored)) ?? noPets,
  };
}

/** Several tasks, each of which takes the next request until none is left. */
export async function inTasks(
  count: number,
  wanted: readonly Wanted[],
  ask: (one: Wanted) => Promise<unknown>,
): Promise<void> {
  const left = [...wanted];
  const task = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await ask(one);
  };
  await Promise.all(Array.from({ length: count }, task));
}

/** Lists that begin one after the other, whatever the ones before come to. */
export async function staggered(
  { clock, request }: ScriptedClient,
  turns: readonly number[],
  everyMs: number,
  limitOf: (turn: number) => number,
): Promise<void> {
  const asks = async (turn: number) => {
    await clock.sleep(everyMs * turn);
    await request(getOf(`/v1/pets?limit=${limitOf(turn)}`));
  };
  await Promise.all(turns.map(asks));
}

/** A client of several tasks: it lists, creates and reads, and does some of each at the same time. */
export const pool = (count: number): Pick<ClientHooks, "flow"> => ({
  flow: async (client, hooks) => {
    const ids: string[] = [];
    const ask = async (one: Wanted) => {
      for (const { id } of hooks.readPets(await client.request(one)).slice(0, 2)) ids.push(id);
    };
    const lists = Array.from({ length: 2 * count }, (_, n) => getOf(`/v1/pets?limit=${n + 3}`));
    await inTasks(count, lists, ask);
    const creates = Array.from({ length: count }, (_, n) =>
      createOf(hooks.newPet("1").replace('"Rex"', `"Rex ${n + 1}"`)),
    );
    await inTasks(count, creates, ask);
    const targets = [...new Set(ids)].slice(0, 2 * count).map(hooks.readTarget);
    await inTasks(count, targets.map(getOf), ask);
  },
});

export const sameTarget = (count: number): Pick<ClientHooks, "flow"> => ({
  flow: async (client) => {
    const lists = Array.from({ length: 2 * count }, () => getOf("/v1/pets?limit=10"));
    await inTasks(count, lists, (one) => client.request(one));
  },
});

export const isCreate = ({ method }: Wanted): boolean => method === "POST";

const isGetOf =
  (path: RegExp) =>
  ({ method, target }: Wanted): boolean =>
    method === "GET" && path.test(target);

export const isRead = isGetOf(/^\/v1\/pets\/./);

export const isList = isGetOf(/^\/v1\/pets(?:\?|$)/);

export const retryAfterOf = ({ headers }: ClientAnswer): string | undefined =>
  headerValue(headers, "retry-after");
