import { createServer, request } from "node:http";
import { listening } from "#core/exchange/transport/private-host.ts";
import type { BedServer } from "#reference-server/bed-server.ts";
import { listen } from "#reference-server/listen.ts";
import { correctHooks, ReferenceServer } from "#reference-server/server.ts";

export const key = "peers-key-5b1f0c97d2e84a61";

export interface Staged {
  readonly url: string;
  /** The id of an animal that is in the store. */
  readonly seeded: string;
  readonly counted: Counted;
  close(): Promise<void>;
}

/**
 * A fresh reference server with some hooks replaced, on a loopback port. Its ids are small unless its stage asks for
 * others: most general tools read ids into floating-point numbers, and would fail every server alike.
 */
export async function staged(
  { hooks, stage = {} }: Partial<Pick<BedServer, "hooks" | "stage">>,
  firstId = 1001n,
): Promise<Staged> {
  const { startsAt, basePath = "/v1", declares: _, ...rest } = stage;
  const offsetMs = startsAt === undefined ? 0 : Date.parse(startsAt) - Date.now();
  const server = new ReferenceServer({
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
  const { url, close } = await listen(server);
  return behindCounter(new URL(url.replace(/\/v1$/, basePath)), close, seeded);
}

interface Counted {
  requests: number;
  /** Requests within the wait that the Retry-After of the last 429 asked for. */
  sentInWait: number;
}

/** Stands before a server and counts what reaches it. `stop` ends that server; where it is not said, its pets are numbered from 1. */
export async function behindCounter(target: URL, stop: () => unknown, seeded = "1"): Promise<Staged> {
  const counted: Counted = { requests: 0, sentInWait: 0 };
  let waitUntil = 0;
  const server = createServer((incoming, outgoing) => {
    counted.requests += 1;
    if (Date.now() < waitUntil) counted.sentInWait += 1;
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.rawHeaders,
        agent: false,
      },
      (answer) => {
        const { statusCode = 502, statusMessage, headers, rawHeaders } = answer;
        if (statusCode === 429 && Date.now() >= waitUntil)
          waitUntil = Date.now() + Number(headers["retry-after"] ?? 0) * 1000;
        outgoing.sendDate = false;
        outgoing.writeHead(statusCode, statusMessage, rawHeaders);
        answer.on("error", () => outgoing.destroy());
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const host = await listening(server, 0, "127.0.0.1");
  return {
    url: `http://${host}${target.pathname}`,
    seeded,
    counted,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await stop();
    },
  };
}
