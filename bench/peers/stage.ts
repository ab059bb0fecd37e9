import type { Stage } from "../../reference-server/bed-server.ts";
import type { Hooks } from "../../reference-server/hooks/call.ts";
import { correctHooks } from "../../reference-server/hooks/hooks.ts";
import { listen } from "../../reference-server/listen.ts";
import { createReferenceServer } from "../../reference-server/server.ts";
import { type Counted, counter } from "./counter.ts";

/** The key that every tool is given. */
export const key = "peers-key-5b1f0c97d2e84a61";

export interface Staged {
  /** The base address, ending in `/v1`. */
  readonly url: string;
  /** The id of an animal that is in the store. */
  readonly seeded: string;
  readonly counted: Counted;
  close(): Promise<void>;
}

interface Performer {
  readonly hooks?: (correct: Hooks) => Partial<Hooks>;
  readonly stage?: Stage;
}

/**
 * A fresh reference server with some hooks replaced, on a loopback port. Its ids are small unless its stage asks for
 * others: most general tools read ids into floating-point numbers, and would fail every server alike.
 */
export async function staged({ hooks, stage = {} }: Performer, firstId = 1001n): Promise<Staged> {
  const { startsAt, basePath = "/v1", declares: _, ...rest } = stage;
  const offsetMs = startsAt === undefined ? 0 : Date.parse(startsAt) - Date.now();
  const server = createReferenceServer({
    plan: "pro",
    firstId,
    ...rest,
    now: () => Date.now() + offsetMs,
    keys: [key],
    ...(hooks && { hooks: hooks(correctHooks) }),
  });
  const { entries } = server.state.store;
  if (firstId < 2n ** 53n)
    for (const [at, entry] of entries.entries())
      entries[at] = { ...entry, pet: { ...entry.pet, categoryId: entry.pet.categoryId % 100n } };
  const seeded = String(entries[0]?.pet.id ?? 1);
  const count = counter();
  const listener = await listen({
    ...server,
    async handle(request) {
      count.request();
      const response = await server.handle(request);
      count.answer(
        response.status,
        response.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1],
      );
      return response;
    },
  });
  return { ...listener, url: listener.url.replace(/\/v1$/, basePath), seeded, counted: count.counted };
}
