import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/** What the exam's service speaks TLS with. All PEM. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
  /** The authority that clients have to trust. Its own key is kept by nobody, so it signs nothing else. */
  readonly ca: string;
}

/** The clock of a client may be behind. */
const earlierMs = 5 * 60_000;

/**
 * A new certificate for these names and addresses, and the authority that issued it (RFC 5280). `node:crypto` reads
 * certificates and cannot make them: two fixed forms are written here, and nothing is parsed.
 */
export function createTlsIdentity(given: {
  readonly hosts: readonly string[];
  readonly nowMs: number;
  readonly validForMs: number;
}): TlsIdentity {
  const { hosts, nowMs, validForMs } = given;
  const validity = sequence(utcTime(nowMs - earlierMs), utcTime(nowMs + validForMs));
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const service = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const authorityName = commonName("petstore-conformance exam, CA");
  const issuer = { key: authority.privateKey, name: authorityName, validity };
  const ca = certificate(issuer, authorityName, authority.publicKey, [
    extension(oid.basicConstraints, sequence(yes), "critical"),
    // keyCertSign
    extension(oid.keyUsage, der(0x03, Buffer.from([2, 0b0000_0100])), "critical"),
    extension(oid.subjectKeyIdentifier, der(0x04, keyId(authority.publicKey))),
  ]);
  const cert = certificate(issuer, commonName("petstore-conformance exam"), service.publicKey, [
    extension(oid.basicConstraints, sequence(), "critical"),
    // digitalSignature
    extension(oid.keyUsage, der(0x03, Buffer.from([7, 0b1000_0000])), "critical"),
    extension(oid.extendedKeyUsage, sequence(objectId(oid.serverAuth))),
    extension(oid.subjectAlternativeName, sequence(...hosts.map(generalName))),
    extension(oid.subjectKeyIdentifier, der(0x04, keyId(service.publicKey))),
    extension(oid.authorityKeyIdentifier, sequence(der(0x80, keyId(authority.publicKey)))),
  ]);
  return { key: service.privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert, ca };
}

const oid = {
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
  commonName: [2, 5, 4, 3],
  subjectKeyIdentifier: [2, 5, 29, 14],
  keyUsage: [2, 5, 29, 15],
  subjectAlternativeName: [2, 5, 29, 17],
  basicConstraints: [2, 5, 29, 19],
  authorityKeyIdentifier: [2, 5, 29, 35],
  extendedKeyUsage: [2, 5, 29, 37],
  serverAuth: [1, 3, 6, 1, 5, 5, 7, 3, 1],
} as const;

interface Issuer {
  readonly key: KeyObject;
  readonly name: Buffer;
  readonly validity: Buffer;
}

function certificate(
  { key, name, validity }: Issuer,
  subject: Buffer,
  publicKey: KeyObject,
  extensions: readonly Buffer[],
): string {
  const algorithm = sequence(objectId(oid.ecdsaWithSha256));
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  // Positive, and never the same twice.
  const serial = der(0x02, Buffer.from([0x40]), randomBytes(15));
  const toSign = sequence(
    ...[version3, serial, algorithm, name, validity, subject, spkiOf(publicKey)],
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toSign, key));
  const base64 = sequence(toSign, algorithm, signature).toString("base64");
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" });
}

function keyId(key: KeyObject): Buffer {
  return createHash("sha1").update(spkiOf(key)).digest();
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(objectId(oid.commonName), der(0x0c, Buffer.from(name)))));
}

function extension(id: readonly number[], value: Buffer, critical?: "critical"): Buffer {
  return sequence(objectId(id), ...(critical === undefined ? [] : [yes]), der(0x04, value));
}

/** An address, or a name (RFC 5280, 4.2.1.6). */
function generalName(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, addressBytes(host));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const hex = [...before, ...zeros, ...after].map((group) => group.padStart(4, "0"));
  return Buffer.from(hex.join(""), "hex");
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

const yes = der(0x01, Buffer.from([0xff]));

/** `YYMMDDhhmmssZ`: right until 2049 (RFC 5280, 4.1.2.5.1). */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x17, Buffer.from(digits.slice(2)));
}

function objectId([first = 0, second = 0, ...more]: readonly number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...more.flatMap(base128)]));
}

function base128(value: number): number[] {
  const low = value & 0x7f;
  const high = value >>> 7;
  return high === 0 ? [low] : [...base128(high).map((byte) => byte | 0x80), low];
}

/** One value: tag, length, content (X.690, 8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >>> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
