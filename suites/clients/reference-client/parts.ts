import type { ClientAnswer } from "../../../src/core/check/client-suite.ts";
import { headerValue } from "../../../src/core/exchange/headers.ts";
import { type ClientHooks, listOf, type ScriptedClient, type Wanted } from "./client.ts";

const readOf = (id: string): Wanted => ({ kind: "read", method: "GET", target: `/v1/pets/${id}` });

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

/** A client of several tasks: it lists, creates and reads, and does some of each at the same time. */
export const pool =
  (count: number): ((correct: ClientHooks) => Partial<ClientHooks>) =>
  () => ({
    flow: async (client: ScriptedClient, hooks: ClientHooks) => {
      const ids: string[] = [];
      const ask = async (one: Wanted) => {
        for (const { id } of hooks.readPets(await client.request(one)).slice(0, 2)) ids.push(id);
      };
      const lists = Array.from({ length: 2 * count }, (_, n) => listOf(`/v1/pets?limit=${n + 3}`));
      await inTasks(count, lists, ask);
      const creates = Array.from({ length: count }, (_, n): Wanted => {
        const body = hooks.newPet("1").replace('"Rex"', `"Rex ${n + 1}"`);
        return { kind: "create", method: "POST", target: "/v1/pets", body };
      });
      await inTasks(count, creates, ask);
      const unique = [...new Set(ids)];
      await inTasks(count, unique.slice(0, 2 * count).map(readOf), ask);
    },
  });

/** Tasks that all ask for the same thing. */
export const sameTarget =
  (count: number): ((correct: ClientHooks) => Partial<ClientHooks>) =>
  () => ({
    flow: async (client: ScriptedClient) => {
      const lists = Array.from({ length: 2 * count }, () => listOf("/v1/pets?limit=10"));
      await inTasks(count, lists, (one) => client.request(one));
    },
  });

// What several faults of clients are made of.

export const isCreate = ({ kind }: Wanted): boolean => kind === "create";

export const isRead = ({ kind }: Wanted): boolean => kind === "read";

export const retryAfterOf = ({ headers }: ClientAnswer): string | undefined =>
  headerValue(headers, "retry-after");
