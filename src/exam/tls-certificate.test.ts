import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { createTlsIdentity } from "./tls-certificate.ts";

const nowMs = Date.now();
const hosts = ["localhost", "127.0.0.1", "::1", "2001:db8::1:0:0:2"];
const identity = createTlsIdentity({ hosts, nowMs, validForMs: 600_000 });
const cert = new X509Certificate(identity.cert);

test("the certificate is for its names and addresses, for a day at most, and issues no other", () => {
  expect([cert.ca, cert.verify(cert.publicKey)]).toEqual([false, true]);
  const addresses = hosts.slice(1);
  expect([...addresses, "127.0.0.2"].map((ip) => cert.checkIP(ip))).toEqual([...addresses, undefined]);
  expect([cert.checkHost("localhost"), cert.checkHost("example.com")]).toEqual(["localhost", undefined]);
  expect(cert.validFromDate.getTime()).toBe(Math.floor((nowMs - 300_000) / 1000) * 1000);
  const heldMs = cert.validToDate.getTime() - nowMs;
  expect(heldMs).toBeGreaterThan(600_000);
  expect(heldMs).toBeLessThan(26 * 3_600_000);
});

test("another exam has another key", () => {
  const other = createTlsIdentity({ hosts, nowMs, validForMs: 600_000 });
  expect(other.key).not.toBe(identity.key);
  expect(new X509Certificate(other.cert).verify(cert.publicKey)).toBe(false);
  expect(new X509Certificate(other.cert).serialNumber).not.toBe(cert.serialNumber);
});

test("a client that trusts the certificate connects, and no other", async () => {
  const server = createServer({ key: identity.key, cert: identity.cert }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connected = async (trusted: string | undefined): Promise<string> => {
    const socket: TLSSocket = connect({ host: "127.0.0.1", port, ...(trusted && { ca: trusted }) });
    const [error] = await Promise.race([
      once(socket, "secureConnect").then(() => []),
      new Promise<[Error]>((resolve) => socket.once("error", (why) => resolve([why]))),
    ]);
    socket.destroy();
    return error === undefined ? "connected" : String(Reflect.get(error, "code"));
  };
  expect(await connected(identity.cert)).toBe("connected");
  expect(await connected(undefined)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  server.close();
});
