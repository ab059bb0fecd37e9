import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { parse } from "yaml";
import { seededRandom } from "#core/check/inputs/random.ts";
import { listening } from "#core/exchange/transport/private-host.ts";
import type { BedServer } from "#reference-server/bed-server.ts";
import { listen } from "#reference-server/listen.ts";
import { correctHooks, ReferenceServer } from "#reference-server/server.ts";
import { loadServers } from "#suites/servers.ts";
import { startFastify } from "#testing/foreign-servers/fastify.ts";

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
async function staged(
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
async function behindCounter(target: URL, stop: () => unknown, seeded = "1"): Promise<Staged> {
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

/** A row of `natural-servers.yaml`, which says what each part is. */
interface Natural {
  readonly id: string;
  readonly file: string;
  readonly program: string;
  readonly broken: string;
}

const naturalServers: readonly Natural[] = parse(
  readFileSync(join(import.meta.dirname, "natural-servers.yaml"), "utf8"),
);

/** Starts it, behind something that counts. Where it imports packages, it needs to lie beside them. */
async function startNatural({ file, program: words }: Natural, installed: string): Promise<Staged> {
  const folder = join(installed, "servers");
  await mkdir(folder, { recursive: true });
  await copyFile(join(import.meta.dirname, "servers", file), join(folder, file));
  const [program = "", ...args] = words
    .split(" ")
    .map((word) => (word === "<node>" ? process.execPath : word));
  const child = spawn(program, [...args, join(folder, file)], {
    cwd: folder,
    env: { ...process.env, API_KEY: key, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return behindCounter(await printedAddress(child), () => child.kill());
}

function printedAddress(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += String(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found !== undefined) resolve(new URL("/v1", found));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`the server ended: ${text}`)));
  });
}

export interface Subject {
  readonly id: string;
  readonly group: "the correct server" | "permitted" | "broken" | "of other frameworks";
  /** What the interface says of it. */
  readonly isConforming: boolean;
  readonly about: string;
  readonly start: () => Promise<Staged>;
}

/**
 * Faults that break a must, variants, the correct server, and those of other frameworks. Faults and variants are drawn evenly
 * over the proof's areas, so that there are not many of what one tool is good at.
 */
export async function sample(installed: string): Promise<readonly Subject[]> {
  const servers = await loadServers();
  const chosen = (kind: "fault" | "variant", count: number): Subject[] =>
    drawnEvenly(
      servers.filter(
        (server) =>
          server.kind === kind &&
          (kind === "variant" || server.fails.length > 0) &&
          // A server whose clock is not this machine's is right only for a tool that has its clock.
          server.stage?.startsAt === undefined,
      ),
      count,
    ).map((server) => ({
      id: server.id,
      group: kind === "fault" ? "broken" : "permitted",
      isConforming: kind === "variant",
      about: server.title,
      start: () => staged(server),
    }));
  const correct = (id: string, about: string, start: () => Promise<Staged>): Subject => {
    return { id, group: "the correct server", isConforming: true, about, start };
  };
  const natural = (id: string, broken: string, start: () => Promise<Staged>): Subject => ({
    ...{ id, group: "of other frameworks", isConforming: broken === "", start },
    about: broken || "nothing that breaks the interface",
  });
  return [
    correct("correct", "implements the interface", () => staged({})),
    correct("correct-beyond-2^53", "implements the interface, with identifiers beyond 2^53", () =>
      staged({}, 2n ** 53n + 1n),
    ),
    natural("fastify", "", fastify),
    ...naturalServers.map((server) =>
      natural(server.id, server.broken, () => startNatural(server, installed)),
    ),
    ...chosen("variant", 24),
    ...chosen("fault", 60),
  ];
}

async function fastify(): Promise<Staged> {
  const { url, close } = await startFastify({ key, perMinute: 300 });
  return behindCounter(new URL(url), close);
}

/** So many of them, the same share of each area, in a random order: a server that is added changes hardly any other. */
function drawnEvenly<Item extends { readonly id: string; readonly area: string }>(
  from: readonly Item[],
  count: number,
): readonly Item[] {
  const draws = new Map(from.map(({ id }) => [id, seededRandom(1, id)()]));
  const drawOf = ({ id }: Item) => draws.get(id) ?? 0;
  const placed = [...Map.groupBy(from, ({ area }) => area).values()].flatMap((area) =>
    area
      .toSorted((a, b) => drawOf(a) - drawOf(b))
      .map((item, index) => ({ item, place: (index + 0.5) / area.length })),
  );
  return placed
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ item }) => item);
}
