import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { correctHooks } from "../reference-server/hooks/hooks.ts";
import { listen } from "../reference-server/listen.ts";
import { createReferenceServer } from "../reference-server/server.ts";
import { createRoom } from "../src/core/exchange/decoding/body-bytes.ts";
import { listening } from "../src/core/exchange/transport/listening.ts";
import { createNumberedSecrets, type NumberedSecrets } from "../src/core/secrets/numbered-secrets.ts";
import { startProxy } from "../src/traffic/proxy/proxy.ts";
import { recordedLine } from "../src/traffic/record-traffic.ts";
import { loadServers } from "../suites/servers.ts";
import { createQuietClock } from "./exchange/quiet-clock.ts";
import { hostileCases } from "./hostile/all-cases.ts";
import { startBedServer } from "./hostile/bed-server.ts";
import { formsFound } from "./hostile/key-forms.ts";
import { bedKey } from "./hostile/petstore.ts";

// Client, proxy, a relay that keeps the bytes that pass it, and a server: what the one side gets is what the other sent.

/** The bytes of one connection. */
interface Passed {
  /** By the client, and what of it came to the server. */
  sent: string;
  arrived: string;
  /** By the server, and what of it came to the client. */
  answered: string;
  got: string;
  /** True where the client left: it has the beginning. */
  hasLeft: boolean;
  /** What a recording of the proxy holds of it. */
  recorded: string;
}

/** Where a server sends without end, the client leaves after so many bytes. */
const enoughBytes = 1 << 17;

/** By a clock that stands still while the machine is busy. Some servers make the proxy connect again and again. */
const mostMs = 500;

/** Sends a text on one connection through a proxy before the server at that port. */
async function passedBytes(port: number, text: string, secrets: NumberedSecrets): Promise<Passed> {
  const relay = await startRelay(port);
  const target = new URL(`http://${relay.host}/v1`);
  const lines: string[] = [];
  const proxy = await startProxy({
    ...{ target, host: "127.0.0.1", port: 0, maxBodyBytes: 1 << 20, now: () => 1000 },
    room: createRoom(64 << 20),
    onExchange: (passed) => void lines.push(recordedLine(passed.exchange(), target, secrets, new Set())),
    onLeftOut: () => undefined,
    onOpaque: () => undefined,
  });
  const ended = async () => {
    relay.endAll();
    await proxy.close();
    await relay.close();
  };
  try {
    const came = await askOnce(Number(proxy.url.port), text, relay.begun);
    await ended();
    return {
      sent: text.replace("pets.example", relay.host),
      arrived: Buffer.concat(relay.kept.arrived).toString("latin1"),
      answered: Buffer.concat(relay.kept.answered).toString("latin1"),
      ...came,
      recorded: lines.join("\n"),
    };
  } finally {
    await ended();
  }
}

interface Kept {
  readonly arrived: Buffer[];
  readonly answered: Buffer[];
}

async function startRelay(port: number) {
  const kept: Kept = { arrived: [], answered: [] };
  const open = new Set<Socket>();
  const begun = Promise.withResolvers<void>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on("error", () => undefined);
    // A server may reset a connection before it has read from it: it gets one when there is something to read.
    near.once("readable", () => {
      const far = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
      near.on("data", (bytes) => {
        kept.arrived.push(bytes);
        begun.resolve();
      });
      far.on("data", (bytes) => kept.answered.push(bytes));
      near.pipe(far);
      far.pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(socket);
        socket.on("error", () => other.resetAndDestroy());
        socket.on("close", () => {
          other.destroySoon();
          open.delete(socket);
        });
      }
    });
  });
  return {
    host: await listening(server, 0, "127.0.0.1"),
    kept,
    begun: begun.promise,
    endAll: () => {
      for (const socket of open) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** All that comes back, until the connection ends; it is closed on this side once the answer has begun. */
function askOnce(port: number, text: string, begun: Promise<void>): Promise<Pick<Passed, "got" | "hasLeft">> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    let hasLeft = false;
    const leave = (): void => {
      hasLeft = true;
      socket.destroy();
    };
    const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true }, () =>
      socket.write(text, "latin1"),
    );
    // Ends what only waits: then what came until then is the beginning of what was sent.
    void begun.then(() => createQuietClock().sleep(mostMs)).then(leave);
    socket.on("data", (bytes) => {
      parts.push(bytes);
      length += bytes.length;
      if (length > enoughBytes) leave();
      else setImmediate(() => socket.end());
    });
    socket.on("end", () => socket.end());
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve({ got: Buffer.concat(parts).toString("latin1"), hasLeft });
    });
  });
}

const head = (line: string, ...more: readonly string[]) =>
  [`${line} HTTP/1.1`, "hOST: pets.example", `Authorization: Bearer ${bedKey}`, ...more, "", ""].join("\r\n");
const body = '{"name":"Rex","categoryId":1}';
const label = "Content-Type: application/json";
const texts = [
  head("GET /v1/pets?limit=2"),
  head("POST /v1/pets", label, `Content-Length: ${body.length}`) + body,
  head("GET /v1/pets/9223372036854775807"),
  head("GET /v1/pets?limit=101").replace(/Authorization.*\r\n/, ""),
];

/** What passed otherwise than it was sent, and what a recording of it has of the key. */
async function changed(port: number): Promise<readonly unknown[]> {
  const secrets = createNumberedSecrets();
  const passed = await Array.fromAsync(texts, (text) => passedBytes(port, text, secrets));
  return passed.filter(
    ({ sent, arrived, answered, got, hasLeft, recorded }) =>
      arrived === "" ||
      formsFound(recorded, bedKey).length > 0 ||
      !sent.startsWith(arrived) ||
      (hasLeft ? !answered.startsWith(got) : got !== answered),
  );
}

/** A few at a time: what only waits is waited for once. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  play: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await play(item);
    }
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return results;
}

/** All targets take a quarter of a minute: `EVERY_SERVER=1 npx vitest run testing/proxied-bytes.test.ts`. */
const isWhole = process.env.EVERY_SERVER === "1";

// Those that stay silent send nothing that could be compared, and inside of TLS the relay sees nothing.
const leftOut = ["Silence and slowness", "TLS", "Proxies", ...(isWhole ? [] : ["JSON", "Parts without end"])];
const groups = Object.entries(hostileCases).filter(([name]) => !leftOut.includes(name));

test.each(groups)("hostile targets, %s: what the client gets is what they sent", async (_, cases) => {
  const found = await inTurns(cases, async (hostile) => {
    const server = await startBedServer(hostile.hostility(), hostile);
    const wrong = await changed(Number(server.url.port));
    await server.close();
    return [hostile.id, wrong];
  });
  expect(found).toEqual(cases.map(({ id }) => [id, []]));
});

test("every fault and variant: what the client gets is what it sent", async () => {
  const servers = await loadServers();
  const some = isWhole ? servers : servers.filter((_, at) => at % 16 === 0);
  const found = await inTurns(some, async ({ id, stage, hooks }) => {
    const { startsAt: _, ...staged } = stage ?? {};
    const server = createReferenceServer({
      ...{ ...staged, now: () => Date.now(), keys: [bedKey] },
      hooks: hooks(correctHooks),
    });
    const listening = await listen(server);
    const wrong = await changed(Number(new URL(listening.url).port));
    await listening.close();
    return [id, wrong];
  });
  expect(found).toEqual(some.map(({ id }) => [id, []]));
});
