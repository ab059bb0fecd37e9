import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { counter } from "./counter.ts";

/** Passes requests on to a server that cannot count for itself, and counts. */
export async function countedProxy(target: URL) {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    counted: count.counted,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
