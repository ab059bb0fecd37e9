import { type KeyObject, verify } from "node:crypto";
import { sha256 } from "./statement.ts";
import { readJson } from "./strict-json.ts";

// DSSE, the envelope of in-toto (https://github.com/secure-systems-lab/dsse, envelope.md and protocol.md of v1). With
// node:crypto: the format is these few lines, and no package signs and verifies it with a plain key, offline and alone.

export const inTotoType = "application/vnd.in-toto+json";

export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  /** Ours have one: a second would add nothing. */
  readonly signature: { readonly keyid: string; readonly sig: Uint8Array };
}

/** What certificates and lists of revocations are signed with. */
export interface Signer {
  readonly publicKey: KeyObject;
  /** Gives the 64 bytes of an Ed25519 signature. */
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** A key, a list of revocations or a recording that cannot be used; says which, why, and what to do. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/** What is signed: type and payload with their lengths in bytes, so that neither can be taken for the other. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** The SHA-256 of the key's SubjectPublicKeyInfo, in hex: what `openssl pkey -pubin -outform DER | sha256sum` prints. */
export function keyIdOf(publicKey: KeyObject): string {
  return sha256(publicKey.export({ type: "spki", format: "der" }));
}

/** The one text of an envelope. DSSE allows others, which mean the same; with one form, no byte can change unnoticed. */
export function writeEnvelope({ payloadType, payload, signature: { keyid, sig } }: Envelope): string {
  const signatures = [{ keyid, sig: base64(sig) }];
  return `${JSON.stringify({ payloadType, payload: base64(payload), signatures }, null, 2)}\n`;
}

interface WrittenEnvelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly [{ readonly keyid?: string; readonly sig: string }];
}

const string = { type: "string" };

/** Other members than these are allowed, and mean nothing. */
const envelopeSchema = {
  type: "object",
  required: ["payloadType", "payload", "signatures"],
  properties: {
    ...{ payloadType: string, payload: string },
    signatures: {
      ...{ type: "array", minItems: 1, maxItems: 1 },
      items: { type: "object", required: ["sig"], properties: { keyid: string, sig: string } },
    },
  },
};

/**
 * Reads an envelope with one signature. The decoder takes URL-safe base64, too, and skips what is none: `isOurForm` says that
 * it is byte for byte as `writeEnvelope` has it. @throws StrictJsonError
 */
export function readEnvelope(bytes: Uint8Array) {
  const { payloadType, payload, signatures } = readJson<WrittenEnvelope>(bytes, envelopeSchema);
  const [{ keyid = "", sig }] = signatures;
  const signature = { keyid, sig: Buffer.from(sig, "base64") };
  const envelope: Envelope = { payloadType, payload: Buffer.from(payload, "base64"), signature };
  return { envelope, isOurForm: Buffer.from(writeEnvelope(envelope)).equals(bytes) };
}

export function isSignedBy({ payloadType, payload, signature }: Envelope, publicKey: KeyObject): boolean {
  // Ed25519 hashes by itself, hence no name of a digest.
  return verify(null, preAuthenticationEncoding(payloadType, payload), publicKey, signature.sig);
}

/** @throws CertificateError where what the signer gave is no signature of its key */
export async function sealed(payloadType: string, payload: Uint8Array, signer: Signer): Promise<Envelope> {
  const sig = await signer.sign(preAuthenticationEncoding(payloadType, payload));
  const envelope = { payloadType, payload, signature: { keyid: keyIdOf(signer.publicKey), sig } };
  if (!isSignedBy(envelope, signer.publicKey))
    throw new CertificateError(
      "The public key does not belong to the key that signed. Give the public half of the signer's key with --public-key.",
    );
  return envelope;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
