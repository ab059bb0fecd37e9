import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loopbackCertificate, otherHostCertificate, testKey } from "#testing/exchange/test-certificates.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { type Connection, routeTo } from "./connection.ts";

const to = (baseUrl: string, given: Partial<Connection>, addressesOf?: Parameters<typeof routeTo>[1]) => {
  const connection = { key: "key", allowInsecure: false, folder: "/", env: {}, waitForReadyMs: 0, ...given };
  return routeTo({ ...connection, baseUrl: new URL(baseUrl) }, addressesOf);
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
  ["ca", "nothing", "the file of ca cannot be read: it holds no PEM block"],
  ["ca", nonsense, "the file of ca cannot be read: it holds no certificate"],
  ["clientCert", nonsense, "the file of client-cert cannot be read: it holds no certificate"],
  [
    "clientKey",
    nonsense,
    "the file of client-key cannot be read: it holds no private key without a passphrase",
  ],
] as const)(
  "a file of %s that TLS cannot read is found before anything is sent",
  async (option, text, message) => {
    await expect(route(option, text)).rejects.toThrow(message);
  },
);

test.each(["http://petstore/v1", "http://pets.internal/v1", "http://pets.test/v1"])(
  "a name that sounds private is refused over plain http where it is at a public address: %s",
  async (url) => {
    const open = async () => ["10.0.0.1", "93.184.216.34"];
    await expect(to(url, {}, open)).rejects.toThrow(
      /would send the API key unencrypted: its address, 93\.184\.216\.34, is a public one/,
    );
    expect(await to(url, { allowInsecure: true }, open)).toMatchObject({ permits: undefined });
    expect(await to(url, {}, async () => ["10.0.0.1", "fd00::1"])).toMatchObject({
      permits: expect.any(Function),
    });
  },
);

test("over TLS, or before the name is known, nothing is refused", async () => {
  expect(await to("https://pets.internal/v1", {}, async () => ["93.184.216.34"])).toMatchObject({
    permits: undefined,
  });
  const unknown = () => Promise.reject(new Error("ENOTFOUND"));
  expect(await to("http://pets.internal/v1", {}, unknown)).toMatchObject({ permits: expect.any(Function) });
});
