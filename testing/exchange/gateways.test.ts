import { expect, onTestFinished, test } from "vitest";
import type { RunOptions } from "#core/run/options.ts";
import { listen } from "#reference-server/listen.ts";
import { createReferenceServer } from "#reference-server/server.ts";
import { startBedServer } from "../hostile/bed-server.ts";
import { bedKey, petstore, plain } from "../hostile/petstore.ts";
import { printed } from "../report/sample-run.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { serverWith } from "./socket-bed.ts";
import { loopbackCertificate, testKey } from "./test-certificates.ts";

// Ruling 42, over sockets, with what is printed: what may be in front of a service, and is no answer of HTTP. What needs no socket is in
// testing/run/targets.test.ts.

const key = "front-key-5f2c9a7d41";

const page = "<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>";
const notHttp = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`;

const overTls = async (scheme: "http" | "https") => {
  const server = await serverWith(() => undefined, { key: testKey, cert: loopbackCertificate });
  return new URL(server.url.href.replace("https", scheme));
};

/** The reference server. */
const service = async () => {
  const server = await listen(createReferenceServer({ now: Date.now, keys: [key], plan: "business" }));
  onTestFinished(server.close);
  return new URL(server.url);
};

/** What stands at the base address that the run is given, and parts of what is printed: what happened, and what to do. */
test.each<[it: string, stands: () => Promise<URL>, ...says: string[]]>([
  [
    "https asked over http",
    () => overTls("http"),
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
  [
    "a certificate that is not trusted",
    () => overTls("https"),
    "the target's TLS certificate is self-signed",
    "`ca: FILE` in the configuration",
  ],
  [
    "a name that is not found",
    async () => new URL("http://pets.invalid/v1"),
    "the target's host name",
    "check the host name in the base address",
  ],
])("%s", async (_, stands, ...says) => {
  const run = await runOverSockets({ baseUrl: await stands(), key });
  expect(run.exitCode).toBe(3);
  const text = printed(run, { width: 1000 });
  for (const part of says) expect(text).toContain(part);
});

/** Blanks are allowed around JSON: the list is the correct one, on three megabytes. */
const padding = Buffer.alloc(3_000_000, " ");

async function runWith(options: Partial<RunOptions>) {
  const server = await startBedServer(
    petstore(({ correct, target }) =>
      plain(correct, target === "/v1/pets?limit=100" ? { body: Buffer.concat([correct.body, padding]) } : {}),
    ),
  );
  onTestFinished(() => server.close());
  const run = await runOverSockets({
    baseUrl: server.url,
    key: bedKey,
    options: { only: ["LIST-3", "HTTP-1"], ...options },
  });
  const verdict = (id: string) => run.verdicts.find((one) => one.id === id);
  return { http: verdict("HTTP-1"), list: verdict("LIST-3") };
}

test("a list that is larger than is read by default is inconclusive, and max-body is named", async () => {
  const { http, list } = await runWith({});
  const inconclusive = {
    verdict: "inconclusive",
    remedy: { options: [{ option: "max-body", value: "4MiB" }] },
  };
  expect([http, list]).toMatchObject([inconclusive, inconclusive]);
});

test("with max-body it is judged", async () => {
  const { http, list } = await runWith({ maxBodyBytes: 4_000_000 });
  expect([http, list]).toMatchObject([{ verdict: "pass" }, { verdict: "pass" }]);
});
