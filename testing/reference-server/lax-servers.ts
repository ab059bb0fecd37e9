import type { Clock } from "#core/exchange/clock/clock.ts";
import { emptyResponse } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import type { ServerRequest, ServerResponse } from "#reference-server/server.ts";
import { json } from "./handlers.ts";

// Servers that store whatever they are sent. They are broken; what counts is how much a run leaves on them.

interface LaxPet {
  readonly id: number;
  /** As it was sent: of any type, or nothing at all. */
  readonly name: unknown;
  readonly categoryId: unknown;
  readonly status: unknown;
}

interface Asked {
  /** Its place among all POSTs, from 1. */
  readonly nth: number;
  readonly request: ServerRequest;
  readonly clock: Clock;
}

/** What becomes of a POST that was stored; null: nothing is stored, and the answer is this one. */
type Answer = (pet: LaxPet, asked: Asked) => ServerResponse | Promise<ServerResponse>;

export interface LaxServer {
  readonly title: string;
  readonly answer?: Answer;
  /** An answer in place of storing anything. */
  readonly refuses?: (asked: Asked) => ServerResponse | undefined;
  /** How a list shows a pet. */
  readonly shown?: (pet: LaxPet) => unknown;
  /** True where requests without the key are served. */
  readonly open?: boolean;
}

const error = (status: number, headers?: ServerResponse["headers"]) =>
  json(status, { code: "refused", message: "Refused.", status }, headers);
const every =
  (n: number, broken: Answer): Answer =>
  (pet, asked) =>
    asked.nth % n === 0 ? broken(pet, asked) : json(201, pet);
const lost =
  (kind: "reset" | "silence"): Answer =>
  () =>
    Promise.reject(new NoAnswer(kind));
const withId = (id: (pet: LaxPet) => unknown) => (pet: LaxPet) => ({ ...pet, id: id(pet) });
const asString = withId(({ id }) => `pet_${id}`);
const withoutId = withId(() => undefined);

export const laxServers: readonly LaxServer[] = [
  { title: "accepts every body" },
  { title: "accepts every body, without a key too", open: true },
  { title: "answers 204", answer: () => emptyResponse(204) },
  {
    title: "redirects to what it stored",
    answer: ({ id }) => emptyResponse(303, [["Location", `/v1/pets/${id}`]]),
  },
  { title: "writes ids as strings", answer: (pet) => json(201, asString(pet)), shown: asString },
  { title: "writes no id", answer: (pet) => json(201, withoutId(pet)), shown: withoutId },
  { title: "stores, and answers 500", answer: () => error(500) },
  { title: "stores, and answers every third 503", answer: every(3, () => error(503)) },
  { title: "stores, and resets the connection", answer: lost("reset") },
  { title: "stores, and resets every second connection", answer: every(2, lost("reset")) },
  { title: "stores, and never answers", answer: lost("silence") },
  {
    title: "stores, and breaks off within the answer",
    answer: (pet) => json(201, pet, [["Content-Length", "4000"]]),
  },
  {
    title: "stores at once, and answers in another order",
    open: true,
    answer: async (pet, { nth, clock }) => {
      await clock.sleep(50 + ((nth * 7919) % 13) * 90);
      return json(201, pet);
    },
  },
  {
    title: "limits every second POST",
    refuses: ({ nth }) => (nth % 2 === 0 ? error(429, [["Retry-After", "1"]]) : undefined),
  },
  {
    title: "rejects every fourth body, right or wrong",
    refuses: ({ nth }) => (nth % 4 === 0 ? error(400) : undefined),
  },
  {
    title: "answers 403 to the first POST without the key, and then accepts them",
    open: true,
    refuses: ({ nth, request }) =>
      nth < 12 && !request.headers.some(([, value]) => value.startsWith("Bearer proof"))
        ? error(403)
        : undefined,
  },
];

/** A server of one store, and the store. */
export function createLaxServer(
  { answer = (pet) => json(201, pet), refuses, shown = (pet) => pet, open = false }: LaxServer,
  clock: Clock,
) {
  const stored: LaxPet[] = [];
  let posts = 0;
  const post = async (request: ServerRequest): Promise<ServerResponse> => {
    posts += 1;
    const asked = { nth: posts, request, clock };
    const refused = refuses?.(asked);
    if (refused !== undefined) return refused;
    const { name, categoryId, status } = fieldsIn(request.body);
    const pet: LaxPet = { id: stored.length + 1, name, categoryId, status };
    stored.push(pet);
    return answer(pet, asked);
  };
  const get = (target: string): ServerResponse => {
    const { pathname, searchParams } = new URL(target, "http://lax.test");
    if (pathname === "/v1/pets") {
      const status = searchParams.get("status");
      const limit = Math.min(100, Number(searchParams.get("limit") ?? 20) || 20);
      const found = stored.filter((pet) => status === null || pet.status === status);
      return json(200, found.slice(0, limit).map(shown));
    }
    const pet = stored.find(({ id }) => pathname === `/v1/pets/${id}`);
    return pet === undefined ? error(404) : json(200, shown(pet));
  };
  return {
    stored,
    handle: async (request: ServerRequest) => {
      const isKnown = open || request.headers.some(([, value]) => value.startsWith("Bearer proof-key"));
      if (!isKnown && request.method === "GET") return error(401);
      return request.method === "POST" ? post(request) : get(request.target);
    },
  };
}

function fieldsIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
