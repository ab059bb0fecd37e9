import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { type InProcessRequest, InProcessTransport } from "#core/exchange/transport/in-process.ts";
import { startCli } from "#testing/cli/process-bed.ts";
import { loopbackCertificate, otherHostCertificate, testKey } from "#testing/exchange/test-certificates.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { type Connection, readTarget, routeTo, waitUntilReady } from "./target.ts";

const to = (baseUrl: string, given: Partial<Connection>) => {
  const connection = { key: "key", allowInsecure: false, folder: "/", env: {}, waitForReadyMs: 0, ...given };
  return routeTo({ ...connection, baseUrl: new URL(baseUrl) });
};

async function route(option: "ca" | "clientCert" | "clientKey", text: string) {
  const folder = temporaryFolder();
  await writeFile(join(folder, "file.pem"), text);
  return to("https://localhost/v1", { folder, [option]: "file.pem" });
}

test("certificates, several in a file too, and a private key are read", async () => {
  const two = `${loopbackCertificate}\n${otherHostCertificate}\n`;
  expect((await route("ca", two)).tls).toEqual({ ca: two });
  expect((await route("clientCert", loopbackCertificate)).tls).toEqual({ cert: loopbackCertificate });
  expect((await route("clientKey", testKey)).tls).toEqual({ key: testKey });
});

const nonsense = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

test.each([
  ["ca", "nothing", "ca cannot be read: it holds no certificate"],
  ["ca", nonsense, "ca cannot be read: it holds no certificate"],
  ["clientCert", nonsense, "client-cert cannot be read: it holds no certificate"],
  ["clientKey", nonsense, "client-key cannot be read: it holds no private key without a passphrase"],
] as const)("%s that TLS cannot read is found before anything is sent", async (option, text, message) => {
  await expect(route(option, text)).rejects.toThrow(message);
});

test("over plain http, private addresses alone are permitted, whatever the name promises", async () => {
  const { permits } = await to("http://pets.internal/v1", {});
  expect(["10.0.0.1", "fd00::1", "93.184.216.34"].map((address) => permits?.(address))).toEqual([
    ...[true, true, false],
  ]);
  expect(await to("http://pets.internal/v1", { allowInsecure: true })).toMatchObject({ permits: undefined });
  expect(await to("https://pets.internal/v1", {})).toMatchObject({ permits: undefined });
});

const read = (text: string, allowInsecure = false) => readTarget(text, { allowInsecure }).href;

test.each([
  ["https://staging.example.com/v1", "https://staging.example.com/v1"],
  ["https://staging.example.com/v1/", "https://staging.example.com/v1"],
  ["HTTPS://staging.example.com:8443/api/v1//", "https://staging.example.com:8443/api/v1"],
])("%s is a base address", (text, href) => {
  expect(read(text)).toBe(href);
});

// Which hosts are private: src/core/exchange/transport/http-failures.test.ts.
test("plain http stays on a private network, or would send the key unencrypted", () => {
  for (const host of ["127.0.0.1:8080", "[fd00::1]", "petstore.internal"])
    expect(() => read(`http://${host}/v1`)).not.toThrow();
  for (const host of ["8.8.8.8", "[2001:db8::1]", "staging.example.com"]) {
    const text = `http://${host}/v1`;
    expect(() => read(text)).toThrow(/would send the API key unencrypted \(base address\)\. Use https:/);
    expect(() => read(text, true)).not.toThrow();
  }
});

test.each([
  ["staging.example.com/v1", /^"staging\.example\.com\/v1" is not an http or https URL \(base address\)/],
  ["localhost:8080/v1", /is not an http or https URL/],
  ["file:///etc/passwd", /is not an http or https URL/],
  ["https://", /is not an http or https URL/],
  ["https://user:pa55@host/v1", /the URL contains credentials/],
  ["https://host/v1?", /the URL has a query or a fragment/],
  ["https://host/v1#", /the URL has a query or a fragment/],
])("%s is refused", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("a password in what is not a URL is not repeated", () => {
  for (const text of ["user:pa55@host/v1", "https://user:pa55@ho st/v1"]) {
    expect(() => read(text)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("pa55") }),
    );
  }
});

test("a certificate that NODE_EXTRA_CA_CERTS adds is trusted; NODE_TLS_REJECT_UNAUTHORIZED changes nothing", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "extra.pem"), loopbackCertificate);
  writeFileSync(join(folder, "petstore-conformance.yaml"), "max-requests: 2\n");
  const server = createServer(
    { cert: loopbackCertificate, key: testKey },
    (_, answer) => void answer.end("[]"),
  );
  const url = `https://${await opened(server)}/v1`;
  const output = async (env: Record<string, string>) => {
    const { out } = await startCli(["run", url, "--profile", "quick"], { cwd: folder, env }).ended;
    return out.replaceAll(/\s+/g, " ");
  };
  const [extra, off] = await Promise.all([
    output({ NODE_EXTRA_CA_CERTS: "extra.pem" }),
    output({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
  ]);
  expect(extra).not.toContain("self-signed");
  expect(off).toContain("self-signed");
});

/** Of a target that answers with these statuses one after the other; undefined is a refused connection. */
async function wait(
  statuses: readonly (number | undefined)[],
  mostMs: number,
  signal = new AbortController().signal,
) {
  const sent: InProcessRequest[] = [];
  const clock = new VirtualClock(0);
  const answers = statuses.values();
  const transport = new InProcessTransport(async (request) => {
    sent.push(request);
    const status = answers.next().value;
    if (status !== undefined) return { status, headers: [], body: new Uint8Array() };
    return { failure: { kind: "refused", phase: "connect", message: "nothing listens there" } };
  }, clock);
  await waitUntilReady({
    ...{ transport, clock },
    baseUrl: new URL("http://127.0.0.1/v1"),
    extraHeaders: [["X-Gateway", "abc"]],
    request: { method: "GET", path: "/pets", query: [["limit", "1"]], credential: { kind: "valid" } },
    mostMs,
    signal,
    onEvent: () => undefined,
  });
  return { sent, atMs: clock.now() };
}

test("it asks once a second, without the key, until anything but a proxy's own error comes back", async () => {
  const { sent, atMs } = await wait([undefined, 503, 502, 401], 30_000);
  expect(atMs).toBe(3000);
  expect(sent.map(({ target, headers }) => [target, headers.map(([name]) => name)])).toEqual(
    Array(4).fill(["/v1/pets?limit=1", ["Accept", "X-Gateway"]]),
  );
});

test("it gives up when the time is over", async () => {
  const { sent, atMs } = await wait([], 2500);
  expect([sent.length, atMs]).toEqual([3, 2500]);
});

test("without the option nothing is sent, and an interrupted run does not wait", async () => {
  expect((await wait([200], 0)).sent).toEqual([]);
  expect((await wait([], 30_000, AbortSignal.abort())).sent).toEqual([]);
});
