import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { text as streamText } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { loopbackCertificate, testKey } from "#testing/exchange/test-certificates.ts";
import { printed, sampleRun } from "#testing/report/sample-run.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { trustedCertificates } from "./connection.ts";
import { renderReport } from "./library-run.ts";

const bin = new URL("../cli/bin.js", import.meta.url).pathname;

const trusted = (env: Record<string, string>, ca?: string, nodeOptions: readonly string[] = []) =>
  trustedCertificates({ ca, env }, nodeOptions);

test("Node's own certificates are not worth a word", () => {
  expect(trusted({})).toBeUndefined();
  expect(
    trusted({ NODE_TLS_REJECT_UNAUTHORIZED: "0", SSL_CERT_FILE: "a.pem", NODE_OPTIONS: "--no-warnings" }),
  ).toBeUndefined();
  expect(trusted({ NODE_OPTIONS: "--use-openssl-ca --use-bundled-ca" })).toBeUndefined();
});

test.each([
  [
    { NODE_EXTRA_CA_CERTS: "corp.pem" },
    "Node's own certificates and those in corp.pem (NODE_EXTRA_CA_CERTS)",
  ],
  [{ NODE_USE_SYSTEM_CA: "1" }, "Node's own certificates and those of the system"],
  [{ NODE_OPTIONS: "--use-system-ca" }, "Node's own certificates and those of the system"],
  [
    { NODE_OPTIONS: "--no-warnings --use-openssl-ca", SSL_CERT_FILE: "a.pem" },
    "those of OpenSSL (--use-openssl-ca, SSL_CERT_FILE)",
  ],
  [
    { NODE_OPTIONS: "--use-openssl-ca", NODE_EXTRA_CA_CERTS: "b.pem" },
    "those of OpenSSL (--use-openssl-ca) and those in b.pem (NODE_EXTRA_CA_CERTS)",
  ],
])("what the environment adds or replaces is named: %j", (env, expected) => {
  expect(trusted(env as Record<string, string>)).toBe(expected);
});

test("ca replaces all of it, and an option of node counts as in NODE_OPTIONS", () => {
  expect(trusted({ NODE_EXTRA_CA_CERTS: "b.pem" }, "ca.pem")).toBe("the certificates in ca.pem alone (ca)");
  expect(trusted({}, undefined, ["--use-openssl-ca"])).toBe("those of OpenSSL (--use-openssl-ca)");
});

test("console, JSON and HTML show it where it is worth a word", async () => {
  const clause = "Node's own certificates and those in corp.pem (NODE_EXTRA_CA_CERTS)";
  const texts = async (run: Run) => {
    const redacted = createSecrets().redact(run);
    return [
      printed(redacted, { width: 200 }),
      await renderReport(redacted, "json"),
      await renderReport(redacted, "html"),
    ];
  };
  for (const text of await texts({ ...sampleRun(), trusted: clause }))
    expect(text.replaceAll("&#39;", "'")).toContain(clause);
  for (const text of await texts(sampleRun())) expect(text).not.toMatch(/trusts|Trusts|"trusted"/);
});

test("a certificate that NODE_EXTRA_CA_CERTS adds is trusted, and the run says so; NODE_TLS_REJECT_UNAUTHORIZED changes nothing", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "extra.pem"), loopbackCertificate);
  writeFileSync(join(folder, "petstore-conformance.yaml"), "max-requests: 2\n");
  const server = createServer(
    { cert: loopbackCertificate, key: testKey },
    (_, answer) => void answer.end("[]"),
  );
  const url = `https://${await opened(server)}/v1`;
  const output = async (env: Record<string, string>) => {
    const args = [bin, "run", url, "--profile", "quick"];
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH ?? "", PETSTORE_API_KEY: "key-of-the-tests", ...env },
      cwd: folder,
    });
    const [out] = await Promise.all([streamText(child.stdout), once(child, "close")]);
    return out.replaceAll(/\s+/g, " ");
  };
  const [extra, off] = await Promise.all([
    output({ NODE_EXTRA_CA_CERTS: "extra.pem" }),
    output({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
  ]);
  expect(extra).toContain("trusts Node's own certificates and those in extra.pem (NODE_EXTRA_CA_CERTS)");
  expect(extra).not.toContain("self-signed");
  expect(off).toContain("self-signed");
});
