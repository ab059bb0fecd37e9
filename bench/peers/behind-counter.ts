import { createServer, request } from "node:http";
import { listening } from "../../src/core/exchange/transport/listening.ts";
import { counter } from "./counter.ts";
import type { Staged } from "./stage.ts";

/** Stands before a server that cannot count for itself, and whose pets are numbered from 1. `stop` ends that server. */
export async function behindCounter(target: URL, stop: () => unknown): Promise<Staged> {
  const count = counter();
  const server = createServer((incoming, outgoing) => {
    count.request();
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
        count.answer(answer.statusCode, answer.headers["retry-after"]);
        outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const host = await listening(server, 0, "127.0.0.1");
  return {
    url: `http://${host}/v1`,
    seeded: "1",
    counted: count.counted,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await stop();
    },
  };
}
