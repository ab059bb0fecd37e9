import { accessHooks, rateLimitHooks } from "./hooks/access.ts";
import { answerHooks } from "./hooks/answers.ts";
import type { Call, Hooks, ServerState } from "./hooks/call.ts";
import { createPetHooks } from "./hooks/create-pet.ts";
import { describedHooks } from "./hooks/described.ts";
import { getPetHooks, listPetsHooks } from "./hooks/list-pets.ts";
import { Limits } from "./limiters/limits.ts";
import { headerValue, type ServerRequest, type ServerResponse } from "./message.ts";
import { type Plan, policiesOf } from "./rate-plans.ts";
import { NoAnswer, Refusal } from "./refusal.ts";
import { defaultFirstId, PetStore, seedPets } from "./store.ts";

export const correctHooks: Hooks = {
  ...accessHooks,
  ...rateLimitHooks,
  ...listPetsHooks,
  ...createPetHooks,
  ...getPetHooks,
  ...describedHooks,
  ...answerHooks,
};

export type { ServerRequest, ServerResponse } from "./message.ts";

export interface ReferenceServerOptions {
  /** Milliseconds since the epoch; the server's only source of time. */
  readonly now: () => number;
  readonly keys: readonly string[];
  /** How many animals a fresh store holds; 30 by default. */
  readonly seedPets?: number;
  /** The identifier of the first animal; by default half of the seed and all created ones lie beyond 2^53. */
  readonly firstId?: bigint;
  /** `pro` by default. */
  readonly plan?: Plan;
  /** From this day on (UTC) no animal can be read by its identifier; `2030-12-05` by default. */
  readonly removalDay?: `${number}-${number}-${number}`;
  readonly hooks?: Partial<Hooks>;
  /** Of a replica: what it shares with the others, in place of a fresh store and rate limiter. */
  readonly state?: ServerState;
}

export interface Responder {
  /** Answers one request. @throws NoAnswer where the request gets no answer. */
  handle(request: ServerRequest): Promise<ServerResponse>;
}

const largestBody = 1_048_576;

/** A server that implements the interface, in this process. */
export class ReferenceServer implements Responder {
  /** What it holds between requests. */
  readonly state: ServerState;
  readonly #options: ReferenceServerOptions;
  readonly #hooks: Hooks;

  /** @throws RangeError for a removal day that is not a date. */
  constructor(options: ReferenceServerOptions) {
    this.#options = options;
    this.#hooks = { ...correctHooks, ...options.hooks };
    this.state = options.state ?? freshState(options);
    if (options.state === undefined) this.#seed(options.seedPets ?? 30);
  }

  async handle(request: ServerRequest): Promise<ServerResponse> {
    const hooks = this.#hooks;
    const call = this.#callOf(request);
    const response = answer(call);
    const headers = [...response.headers, ...hooks.commonHeaders(response.status, call)];
    return withContentLength(hooks.respond({ ...response, headers }, call));
  }

  #seed(count: number): void {
    const { store } = this.state;
    for (const pet of seedPets(count)) {
      const call = this.#callOf({ method: "POST", target: "/v1/pets", headers: [], body: new Uint8Array() });
      store.add({ id: this.#hooks.assignId(store.takeSerial(), call), ...pet }, 0);
    }
  }

  #callOf(request: ServerRequest): Call {
    const [hooks, { state }] = [this.#hooks, this];
    const [path = "", query = ""] = request.target.split(/\?(.*)/s);
    const route = hooks.resolveRoute(request.method, path);
    const nowMs = this.#options.now();
    return { request, path, query: new URLSearchParams(query), route, nowMs, hooks, state, quota: undefined };
  }
}

function freshState(options: ReferenceServerOptions): ServerState {
  const removedFromMs = Date.parse(`${options.removalDay ?? "2030-12-05"}T00:00:00Z`);
  if (Number.isNaN(removedFromMs)) {
    throw new RangeError(`removalDay must be a date such as 2030-12-05; got ${options.removalDay}`);
  }
  return {
    keys: new Set(options.keys),
    store: new PetStore(),
    photos: [],
    windows: new Limits("fixed-window"),
    policies: policiesOf(options.plan ?? "pro"),
    firstId: options.firstId ?? defaultFirstId(options.seedPets ?? 30),
    removedFromMs,
  };
}

function answer(call: Call): ServerResponse {
  const { hooks } = call;
  try {
    for (const gate of hooks.gates(call)) {
      const refused = gate(call);
      if (refused !== undefined) return refused;
    }
    if (call.request.body.length > largestBody) {
      throw new Refusal(413, `The body is longer than ${largestBody} bytes.`);
    }
    return hooks.perform(call);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (error instanceof Refusal) return hooks.refused(error, call);
    return hooks.errorResponse(500, "The server failed.", call, []);
  }
}

function withContentLength(response: ServerResponse): ServerResponse {
  const framed = headerValue(response, "content-length") ?? headerValue(response, "transfer-encoding");
  if (framed !== undefined || response.status === 204 || response.status === 304) return response;
  return { ...response, headers: [...response.headers, ["Content-Length", String(response.body.length)]] };
}
