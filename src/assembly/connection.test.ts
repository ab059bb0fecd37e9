import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  loopbackCertificate,
  otherHostCertificate,
  testKey,
} from "../../testing/exchange/test-certificates.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { type Connection, routeTo } from "./connection.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

async function route(option: "ca" | "clientCert" | "clientKey", text: string) {
  await writeFile(join(folder, "file.pem"), text);
  const connection: Connection = {
    baseUrl: new URL("https://localhost/v1"),
    key: "key",
    allowInsecure: false,
    ca: undefined,
    clientCert: undefined,
    clientKey: undefined,
    folder,
    env: {},
    waitForReadyMs: 0,
    [option]: "file.pem",
  };
  return routeTo(connection);
}

test("certificates, several in a file too, and a private key are read", async () => {
  const two = `${loopbackCertificate}\n${otherHostCertificate}\n`;
  expect((await route("ca", two)).tls).toEqual({ ca: two });
  expect((await route("clientCert", loopbackCertificate)).tls).toEqual({ cert: loopbackCertificate });
  expect((await route("clientKey", testKey)).tls).toEqual({ key: testKey });
});

const nonsense = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

test.each([
  ["ca", "nothing", "--ca: the file holds no PEM block"],
  ["ca", nonsense, "--ca: the file holds no certificate that can be read"],
  ["clientCert", nonsense, "--client-cert: the file holds no certificate that can be read"],
  [
    "clientKey",
    nonsense,
    "--client-key: the file holds no private key that can be read without a passphrase",
  ],
] as const)(
  "a file of %s that TLS cannot read is found before anything is sent",
  async (option, text, message) => {
    await expect(route(option, text)).rejects.toThrow(message);
  },
);
