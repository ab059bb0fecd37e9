import { connect, createServer, type Socket } from "node:net";
import { createRoom } from "../../src/core/exchange/decoding/body-bytes.ts";
import { listening } from "../../src/core/exchange/transport/listening.ts";
import type { NumberedSecrets } from "../../src/core/secrets/numbered-secrets.ts";
import { startProxy } from "../../src/traffic/proxy/proxy.ts";
import { recordedLine } from "../../src/traffic/record-traffic.ts";
import { createQuietClock } from "../exchange/quiet-clock.ts";

// Client, proxy, a relay that keeps the bytes that pass it, and a server: what the one side gets is what the other sent.

/** The bytes of one connection. */
export interface Passed {
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
export async function passedBytes(port: number, text: string, secrets: NumberedSecrets): Promise<Passed> {
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
