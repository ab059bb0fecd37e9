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
const ca = new X509Certificate(identity.ca);

test("the certificate is issued by the authority, for its names and addresses, and for minutes", () => {
  expect([ca.ca, cert.ca]).toEqual([true, false]);
  expect(ca.verify(ca.publicKey)).toBe(true);
  expect(cert.verify(ca.publicKey) && cert.checkIssued(ca)).toBe(true);
  expect(["127.0.0.1", "::1", "2001:db8::1:0:0:2", "127.0.0.2"].map((ip) => cert.checkIP(ip))).toEqual([
    ...["127.0.0.1", "::1", "2001:db8::1:0:0:2"],
    undefined,
  ]);
  expect([cert.checkHost("localhost"), cert.checkHost("example.com")]).toEqual(["localhost", undefined]);
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  expect(seconds(cert.validToDate)).toBe(Math.floor((nowMs + 600_000) / 1000));
  expect(seconds(cert.validFromDate)).toBe(Math.floor((nowMs - 300_000) / 1000));
});

test("another exam has another key and another authority", () => {
  const other = createTlsIdentity({ hosts, nowMs, validForMs: 600_000 });
  expect(other.key).not.toBe(identity.key);
  expect(new X509Certificate(other.cert).verify(ca.publicKey)).toBe(false);
  expect(new X509Certificate(other.cert).serialNumber).not.toBe(cert.serialNumber);
});

test("a client that trusts the authority connects, and no other", async () => {
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
  expect(await connected(identity.ca)).toBe("connected");
  expect(await connected(undefined)).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  server.close();
});
