import { expect, onTestFinished, test } from "vitest";
import { listen } from "#reference-server/listen.ts";
import { ReferenceServer } from "#reference-server/server.ts";
import { printed } from "../report/sample-run.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { serverWith } from "./socket-bed.ts";
import { loopbackCertificate, testKey } from "./test-certificates.ts";

// Ruling 42, over sockets, with what is printed: what may be in front of a service, and is no answer of HTTP. What needs no socket is in
// testing/run/targets.test.ts.

const key = "front-key-5f2c9a7d41";

const page = "<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>";
const notHttp = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`;

const overTls = async () => {
  const server = await serverWith(() => undefined, { key: testKey, cert: loopbackCertificate });
  return new URL(server.url.href.replace("https", "http"));
};

/** The reference server. */
const service = async () => {
  const server = await listen(new ReferenceServer({ now: Date.now, keys: [key], plan: "business" }));
  onTestFinished(server.close);
  return new URL(server.url);
};

/** What stands at the base address that the run is given, and parts of what is printed: what happened, and what to do. */
test.each<[it: string, stands: () => Promise<URL>, ...says: string[]]>([
  [
    "https asked over http",
    overTls,
    "closed the connection before it answered",
    "if the server speaks https on this port, run again with https://127.0.0.1:",
  ],
  [
    "https asked over http, of a server that says so",
    async () => (await serverWith((socket) => socket.write(notHttp))).url,
    "the target speaks https on this port, and was addressed over http",
    "run again with https://127.0.0.1:",
  ],
  [
    "plain http asked over https",
    async () => new URL((await service()).href.replace("http:", "https:")),
    "the target does not speak TLS on that port",
    "run again with http://127.0.0.1:",
  ],
])("%s", async (_, stands, ...says) => {
  const run = await runOverSockets({ baseUrl: await stands(), key });
  expect(run.exitCode).toBe(3);
  const text = printed(run, { width: 1000 });
  for (const part of says) expect(text).toContain(part);
});
