import type { ClientAnswer, ScriptedRun } from "#core/check/clients/client-suite.ts";
import { type HeaderLine, headerValue } from "#core/exchange/exchange.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { member, stringOf } from "#core/json/read.ts";
import { digitsOf, jsonOf } from "../shared/answers.ts";

export interface Wanted {
  readonly method: string;
  /** Path and query from `/v1` on. */
  readonly target: string;
  readonly body?: string | Uint8Array;
}

/** A pet as a client keeps it: numbers as their digits. */
interface ReadPet {
  readonly id: string;
  readonly categoryId: string;
  readonly status: string | undefined;
}

/** The small functions that the scripted client is made of. A faulty client replaces one of them. */
export interface ClientHooks {
  headers(request: Wanted, key: string): readonly HeaderLine[];
  rewrite(request: Wanted, key: string): Wanted;
  newPet(categoryId: string): string;
  listTargets: readonly string[];
  readTarget(id: string): string;
  /** @throws where the answer is no error, and the client cannot read it */
  readPets(answer: ClientAnswer): readonly ReadPet[];
  /** What a client makes of the body of an error. @throws where it cannot read it */
  readRefusal(answer: ClientAnswer, request: Wanted): void;
  /** Undefined where Retry-After says nothing. */
  retryAfterMs(answer: ClientAnswer, nowMs: number, request: Wanted): number | undefined;
  /** The wait before the n-th try without a Retry-After, from 1; undefined: it gives up. */
  backoffMs(attempt: number, random: () => number, request: Wanted): number | undefined;
  /** It gives up after so many waits without a Retry-After. */
  mostBackoffs: number;
  /** The wait before a 429 is tried again at all; undefined: it gives up. */
  afterRefusal(waitMs: number, request: Wanted): number | undefined;
  /** Whether a 429 of one task holds back the others. */
  sharesWaits: boolean;
  /** Until when nothing is sent, of the moment that held so far and that of a new 429. */
  latestOf(soFarMs: number, newMs: number): number;
  /** Whether a 429 of one task aborts the lists and reads of the others, which are sent again after the wait. */
  abortsOthers: boolean;
  /** The wait before the n-th new try after a 5xx or a lost connection; undefined: it gives up. */
  afterFailure(
    request: Wanted,
    attempt: number,
    random: () => number,
    answer: ClientAnswer | undefined,
  ): number | undefined;
  beforeRepeat(client: ScriptedClient, request: Wanted): Promise<void>;
  /** How often a request with another error is sent again, unchanged. */
  repeats(status: number): number;
  /** The fields of the request to the other origin; undefined: the redirect is not followed. */
  followWith(headers: readonly HeaderLine[], status: number): readonly HeaderLine[] | undefined;
  flow(client: ScriptedClient, hooks: ClientHooks): Promise<void>;
  failedCode: number;
  failedWords: string | undefined;
}

type Given = Parameters<ScriptedRun>[0];

/** What it is given, of which `send` is one exchange without any policy; and what it sends with its own. */
export interface ScriptedClient extends Given {
  /** @throws ClientError for an answer that it cannot use */
  request(wanted: Wanted): Promise<ClientAnswer>;
}

export class ClientError extends Error {
  override readonly name = "ClientError";
}

export const getOf = (target: string): Wanted => ({ method: "GET", target });

export const createOf = (body: string): Wanted => ({ method: "POST", target: "/v1/pets", body });

const correctClient: ClientHooks = {
  headers: ({ method }, key) => [
    ["Authorization", `Bearer ${key}`],
    ["Accept", "application/json"],
    ...(method === "POST" ? [["Content-Type", "application/json"] as const] : []),
  ],
  rewrite: (request) => request,
  newPet: (categoryId) => `{"name":"Rex","categoryId":${categoryId},"status":"available"}`,
  listTargets: ["/v1/pets?limit=5", "/v1/pets?limit=20&status=pending"],
  readTarget: (id) => `/v1/pets/${id}`,
  readPets: ({ text }) => {
    const body = jsonOf(Buffer.from(text));
    const nodes = body?.kind === "array" ? body.items : [body];
    return nodes.map((node) => ({
      id: digitsOf(node, "id") ?? "",
      categoryId: digitsOf(node, "categoryId") ?? "",
      status: stringOf(member(node, "status")),
    }));
  },
  readRefusal: () => undefined,
  retryAfterMs: ({ headers }, nowMs) => {
    const text = headerValue(headers, "retry-after") ?? "";
    const date = parseHttpDate(text);
    const leftMs = /^\d+$/.test(text) ? Number(text) * 1000 : date === undefined ? 0 : date - nowMs;
    return leftMs > 0 ? leftMs : undefined;
  },
  backoffMs: (attempt) => 500 * 2 ** (attempt - 1),
  mostBackoffs: 6,
  afterRefusal: (waitMs) => waitMs,
  sharesWaits: true,
  latestOf: Math.max,
  abortsOthers: false,
  afterFailure: ({ method }, attempt) =>
    method === "POST" || attempt > 3 ? undefined : 300 * 2 ** (attempt - 1),
  beforeRepeat: async () => undefined,
  repeats: () => 0,
  followWith: (headers) => headers.filter(([name]) => name.toLowerCase() !== "authorization"),
  flow: async (client, hooks) => {
    const pets: ReadPet[] = [];
    for (const target of hooks.listTargets) pets.push(...hooks.readPets(await client.request(getOf(target))));
    const category = pets.map(({ categoryId }) => categoryId).toSorted((a, b) => b.length - a.length)[0];
    const created = await client.request(createOf(hooks.newPet(category ?? "1")));
    const [pet] = hooks.readPets(created);
    const read = async (id: string) => {
      hooks.readPets(await client.request(getOf(hooks.readTarget(id))));
    };
    if (pet !== undefined) await read(pet.id);
    await Promise.all(pets.slice(0, 3).map(({ id }) => read(id)));
  },
  failedCode: 1,
  failedWords: undefined,
};

async function runClient(hooks: ClientHooks, given: Given): ReturnType<ScriptedRun> {
  const { clock, key, send, random } = given;
  let blockedUntilMs = 0;
  const safeUnderWay = new Set<AbortController>();

  const request = async (wanted: Wanted): Promise<ClientAnswer> => {
    let refused = 0;
    let failed = 0;
    let repeated = 0;
    for (;;) {
      while (hooks.sharesWaits && clock.now() < blockedUntilMs)
        await clock.sleep(blockedUntilMs - clock.now());
      const sent = hooks.rewrite(wanted, key);
      const headers = hooks.headers(sent, key);
      const flight = new AbortController();
      if (sent.method === "GET") safeUnderWay.add(flight);
      const answer = await send({ ...sent, headers, signal: flight.signal });
      safeUnderWay.delete(flight);
      if (flight.signal.aborted) continue;
      if (answer !== undefined && answer.status >= 400) hooks.readRefusal(answer, wanted);
      if (answer === undefined || answer.status >= 500) {
        failed += 1;
        const waitMs = hooks.afterFailure(wanted, failed, random, answer);
        if (waitMs === undefined) throw new ClientError("the service fails");
        await clock.sleep(waitMs);
        if (wanted.method === "POST") await hooks.beforeRepeat(client, wanted);
      } else if (answer.status === 429) {
        if (hooks.abortsOthers) for (const other of safeUnderWay) other.abort();
        const asked = hooks.retryAfterMs(answer, clock.now(), wanted);
        if (asked === undefined) refused += 1;
        const mayWait = refused <= hooks.mostBackoffs;
        const waitMs = asked ?? (mayWait ? hooks.backoffMs(refused, random, wanted) : undefined);
        const all = waitMs === undefined ? undefined : hooks.afterRefusal(waitMs, wanted);
        if (all === undefined) throw new ClientError("the limit is reached");
        if (hooks.sharesWaits) blockedUntilMs = hooks.latestOf(blockedUntilMs, clock.now() + all);
        else await clock.sleep(all);
      } else if (answer.status >= 300 && answer.status < 400) {
        const fields = hooks.followWith(headers, answer.status);
        const { body: _, ...bare } = sent;
        // After a 303, what was sent as a POST goes on as a GET (RFC 9110, 15.4.4).
        const next = answer.status === 303 ? { ...bare, method: "GET" } : sent;
        const followed = fields && (await send({ ...next, headers: fields }, "elsewhere"));
        if (followed === undefined || followed.status >= 400) throw new ClientError("redirected");
        return followed;
      } else if (answer.status >= 400) {
        repeated += 1;
        if (repeated > hooks.repeats(answer.status)) throw new ClientError(`status ${answer.status}`);
        await clock.sleep(200);
      } else return answer;
    }
  };
  const client: ScriptedClient = { ...given, request };
  try {
    await hooks.flow(client, hooks);
    return { code: 0 };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { code: hooks.failedCode, output: hooks.failedWords };
  }
}

/** What a client of the proof does otherwise than the correct one. */
export type Replacing = (correct: ClientHooks) => Partial<ClientHooks>;

export interface ClientEntry {
  readonly fails: readonly string[];
  readonly hooks: Replacing;
}

export type ClientEntries = Readonly<Record<string, ClientEntry>>;

export function failing(
  fails: readonly string[],
  clients: Readonly<Record<string, Replacing>>,
): ClientEntries {
  return Object.fromEntries(Object.entries(clients).map(([id, hooks]) => [id, { fails, hooks }]));
}

/** Started anew each time: it remembers nothing of another situation. */
export function runOf(hooks: Replacing): ScriptedRun {
  return (given) => runClient({ ...correctClient, ...hooks(correctClient) }, given);
}
