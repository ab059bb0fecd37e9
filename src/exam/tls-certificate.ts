import { isIP } from "node:net";
import { generate } from "selfsigned";

/** What the exam's service speaks TLS with. All PEM. */
export interface TlsIdentity {
  readonly key: string;
  /** Signed with its own key: clients trust it by itself, and it can issue no other. */
  readonly cert: string;
}

/** The clock of a client may be behind. */
const earlierMs = 5 * 60_000;

/** A new certificate for these names and addresses; it holds for a day. */
export function createTlsIdentity(hosts: readonly string[], nowMs: number): TlsIdentity {
  const { private: key, cert } = generate([{ name: "commonName", value: "petstore-conformance exam" }], {
    keySize: 2048,
    algorithm: "sha256",
    notBeforeDate: new Date(nowMs - earlierMs),
    days: 1,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: hosts.map(altName) },
      { name: "subjectKeyIdentifier" },
    ],
  });
  return { key, cert };
}

/** RFC 5280, 4.2.1.6: a name is of type 2, an address of type 7. */
function altName(host: string): object {
  return isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host };
}
