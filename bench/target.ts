import { setTimeout as delay } from "node:timers/promises";
import { createWallClock } from "#core/exchange/clock/clock.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import { listen } from "#reference-server/listen.ts";
import type { Plan } from "#reference-server/rate-windows.ts";
import { createReferenceServer } from "#reference-server/server.ts";
import { runOverSockets } from "#testing/run/run-over-sockets.ts";

interface Target {
  readonly plan: Plan;
  /** Milliseconds between a request and its answer. */
  readonly latencyMs: number;
  readonly options?: Partial<RunOptions>;
  /** Ends the run with the first 429: what comes after is waiting. */
  readonly until429?: boolean;
}

const key = "bench-key-2f6d81c04a";
/** A run that takes longer than this is cut short, and the figures say so. */
const mostMs = 60_000;

/** A run in `standard` over real sockets, on a store of 30 pets, without the over-limit probe and its wait. */
export async function runAgainst({ plan, latencyMs, options, until429 = false }: Target): Promise<Run> {
  const reference = createReferenceServer({ now: Date.now, keys: [key], plan, seedPets: 30 });
  const server = await listen({
    ...reference,
    handle: async (request) => {
      await delay(latencyMs);
      return reference.handle(request);
    },
  });
  const limited = new AbortController();
  try {
    return await runOverSockets({
      clock: createWallClock(),
      baseUrl: new URL(server.url),
      key,
      options: { maxBurst: 0, ...options },
      signal: AbortSignal.any([AbortSignal.timeout(mostMs), limited.signal]),
      onEvent: (event) => {
        const answered = event.kind === "exchange" ? event.exchange.outcome : undefined;
        if (until429 && answered?.kind === "answer" && answered.answer.status === 429) limited.abort();
      },
    });
  } finally {
    await server.close();
  }
}
