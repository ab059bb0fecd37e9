import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Plan } from "../reference-server/plan.ts";
import { createReferenceServer } from "../reference-server/server.ts";
import { createWallClock } from "../src/core/exchange/clock/wall-clock.ts";
import type { RunOptions } from "../src/core/run/options.ts";
import type { Run } from "../src/core/run/result.ts";
import { runOverSockets } from "../testing/run-over-sockets.ts";

export interface Target {
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
  const server = createServer(async (incoming, outgoing) => {
    const body = await bytesOf(incoming);
    await delay(latencyMs);
    const { method = "GET", url: target = "/", rawHeaders } = incoming;
    const answer = await reference.handle({ method, target, headers: pairs(rawHeaders), body });
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, answer.headers.flat()).end(answer.body);
  });
  const baseUrl = await listening(server);
  const limited = new AbortController();
  try {
    return await runOverSockets({
      clock: createWallClock(),
      baseUrl,
      key,
      options: { maxBurst: 0, ...options },
      signal: AbortSignal.any([AbortSignal.timeout(mostMs), limited.signal]),
      onEvent: (event) => {
        const answered = event.kind === "exchange" ? event.exchange.outcome : undefined;
        if (until429 && answered?.kind === "answer" && answered.answer.status === 429) limited.abort();
      },
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function listening(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
}

async function bytesOf(incoming: IncomingMessage): Promise<Uint8Array> {
  return Buffer.concat(await incoming.toArray());
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}
