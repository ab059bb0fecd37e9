import { createHash, type KeyObject, verify } from "node:crypto";
import { exceeds, usualExtent } from "#files/read-bounded.ts";

// DSSE, the envelope of in-toto (https://github.com/secure-systems-lab/dsse, envelope.md and protocol.md of v1). With
// node:crypto: the format is these few lines, and no package signs and verifies it with a plain key, offline and alone.

export const inTotoType = "application/vnd.in-toto+json";

export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  /** Ours have one: a second would add nothing. */
  readonly signature: { readonly keyid: string; readonly sig: Uint8Array };
}

/** Bytes that are no envelope; completes "it". */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
}

/** A key that cannot be used; says which, why, and what to do. */
export class KeyError extends Error {
  override readonly name = "KeyError";
}

/** What is signed: type and payload with their lengths in bytes, so that neither can be taken for the other. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** The SHA-256 of the key's SubjectPublicKeyInfo, in hex: what `openssl pkey -pubin -outform DER | sha256sum` prints. */
export function keyIdOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** The one text of an envelope. DSSE allows others, which mean the same; with one form, no byte can change unnoticed. */
export function writeEnvelope({ payloadType, payload, signature: { keyid, sig } }: Envelope): string {
  const signatures = [{ keyid, sig: base64(sig) }];
  return `${JSON.stringify({ payloadType, payload: base64(payload), signatures }, null, 2)}\n`;
}

/**
 * Reads what DSSE allows, with standard or URL-safe base64, but one signature only. `isOurForm`: it is byte for byte as
 * `writeEnvelope` has it. @throws EnvelopeError
 */
export function readEnvelope(bytes: Uint8Array): {
  readonly envelope: Envelope;
  readonly isOurForm: boolean;
} {
  const { payloadType, payload, signatures } = membersOf(jsonIn(bytes));
  if (typeof payloadType !== "string" || typeof payload !== "string" || !Array.isArray(signatures))
    throw new EnvelopeError("lacks payloadType, payload or signatures");
  if (signatures.length !== 1)
    throw new EnvelopeError(`has ${signatures.length} signatures, where one is expected`);
  const { keyid = "", sig } = membersOf(signatures[0]);
  if (typeof keyid !== "string" || typeof sig !== "string")
    throw new EnvelopeError("has a signature without sig, or a keyid that is not a text");
  const signature = { keyid, sig: fromBase64(sig) };
  const envelope = { payloadType, payload: fromBase64(payload), signature };
  return { envelope, isOurForm: Buffer.from(writeEnvelope(envelope)).equals(bytes) };
}

/** The decoder skips what is not base64, which shows when the bytes are encoded again. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (base64(bytes) !== text.replaceAll("-", "+").replaceAll("_", "/"))
    throw new EnvelopeError("has a text that is not base64 in its one form");
  return bytes;
}

function jsonIn(bytes: Uint8Array): unknown {
  if (exceeds(bytes, usualExtent))
    throw new EnvelopeError("has more members, or is nested deeper, than a certificate is");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new EnvelopeError("is not JSON");
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new EnvelopeError("is not an object where one is expected");
  return { ...value };
}

export function isSignedBy({ payloadType, payload, signature }: Envelope, publicKey: KeyObject): boolean {
  // Ed25519 hashes by itself, hence no name of a digest.
  return verify(null, preAuthenticationEncoding(payloadType, payload), publicKey, signature.sig);
}

/** @throws KeyError where what the signer gave is no signature of its key */
export async function sealed(
  payloadType: string,
  payload: Uint8Array,
  signer: { readonly publicKey: KeyObject; readonly sign: (bytes: Uint8Array) => Promise<Uint8Array> },
): Promise<Envelope> {
  const sig = await signer.sign(preAuthenticationEncoding(payloadType, payload));
  const envelope = { payloadType, payload, signature: { keyid: keyIdOf(signer.publicKey), sig } };
  if (!isSignedBy(envelope, signer.publicKey))
    throw new KeyError(
      "The public key does not belong to the key that signed. Give the public half of the signer's key with --public-key.",
    );
  return envelope;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
