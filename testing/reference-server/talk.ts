import { type Json, parseJson } from "#reference-server/json.ts";
import type { HeaderLine, ServerRequest, ServerResponse } from "#reference-server/message.ts";
import {
  createReferenceServer,
  type ReferenceServer,
  type ReferenceServerOptions,
} from "#reference-server/server.ts";
import { bodyOf } from "./handlers.ts";

export { headerValue as header } from "#reference-server/message.ts";
export { bodyOf as textOf } from "./handlers.ts";

/** For the tests of this folder: a server with a clock that the test moves, and short ways to speak to it. */
export const validKey = "test-key-4711";

interface Conversation {
  readonly server: ReferenceServer;
  readonly clock: { nowMs: number };
  /** Sends with the valid key, unless `headers` says otherwise. */
  send(method: string, target: string, request?: Partial<ServerRequest>): Promise<ServerResponse>;
  get(target: string): Promise<ServerResponse>;
  /** Posts a text as application/json. */
  create(body: string): Promise<ServerResponse>;
}

export const authorized: readonly HeaderLine[] = [["Authorization", `Bearer ${validKey}`]];
const jsonLabel: HeaderLine = ["Content-Type", "application/json"];

export function converse(
  options: Partial<ReferenceServerOptions> & { startsAt?: string } = {},
): Conversation {
  const clock = { nowMs: Date.parse(options.startsAt ?? "2026-03-01T12:00:00.250Z") };
  const server = createReferenceServer({ now: () => clock.nowMs, keys: [validKey], ...options });
  const send: Conversation["send"] = (method, target, request) =>
    server.handle({ method, target, headers: authorized, body: new Uint8Array(), ...request });
  return {
    server,
    clock,
    send,
    get: (target) => send("GET", target),
    create: (body) =>
      send("POST", "/v1/pets", { headers: [...authorized, jsonLabel], body: new TextEncoder().encode(body) }),
  };
}

export function jsonOf(response: ServerResponse): Json {
  return parseJson(bodyOf(response));
}
