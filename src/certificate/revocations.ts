import type { KeyObject } from "node:crypto";
import { EnvelopeError, isSignedBy, keyIdOf, readEnvelope, sealed, writeEnvelope } from "./dsse.ts";
import type { Signer } from "./keys.ts";
import type { Problem } from "./problems.ts";
import schema from "./revocations.schema.json" with { type: "json" };
import { sha256 } from "./statement.ts";
import { readStrictJson, StrictJsonError } from "./strict-json.ts";
import { outsideDates, type TrustedKey } from "./trust.ts";

const payloadType = "application/vnd.petstore-conformance.revocations+json";

/** What no longer counts: a certificate by the SHA-256 of its file, or every certificate of a key, whenever signed. */
interface Revoked {
  readonly certificate?: string;
  readonly key?: string;
  /** An ISO 8601 instant in UTC. */
  readonly at: string;
  readonly reason: string;
}

interface Revocations {
  readonly issuedAt: string;
  readonly revoked: readonly Revoked[];
}

/** A list that cannot be relied on; a sentence. */
export class RevocationsError extends Error {
  override readonly name = "RevocationsError";
}

/** What is to be revoked. */
interface ToRevoke {
  /** The bytes of certificates. */
  readonly certificates: readonly Uint8Array[];
  /** Public keys, and with each every certificate that it ever signed. */
  readonly keys: readonly KeyObject[];
  readonly at: Date;
  readonly reason: string;
}

/**
 * Adds to a list; undefined: to an empty one. Gives the whole list, signed, which takes the place of the one before, and how
 * many it names. @throws RevocationsError where another key signed the list
 */
export async function revoke(
  list: Uint8Array | undefined,
  { certificates, keys, at, reason }: ToRevoke,
  signer: Signer,
): Promise<{ readonly text: string; readonly revoked: number }> {
  const { publicKey } = signer;
  const own = { name: "the signer", keyid: keyIdOf(publicKey), publicKey, roles: ["revoke"] } as const;
  const before = list === undefined ? [] : readRevocations(list, [own]).revoked;
  const issuedAt = at.toISOString();
  const revoked = [
    ...before,
    ...certificates.map((bytes) => ({ certificate: sha256(bytes), at: issuedAt, reason })),
    ...keys.map((key) => ({ key: keyIdOf(key), at: issuedAt, reason })),
  ];
  return { text: await writeRevocations({ issuedAt, revoked }, signer), revoked: revoked.length };
}

/** The whole list, signed; it takes the place of the one before. */
export async function writeRevocations({ issuedAt, revoked }: Revocations, signer: Signer): Promise<string> {
  const list = { form: "petstore-conformance revocations", version: 1, issuedAt, revoked };
  return writeEnvelope(await sealed(payloadType, Buffer.from(JSON.stringify(list)), signer));
}

/** @throws RevocationsError unless a key signed it that may revoke */
export function readRevocations(bytes: Uint8Array, trusted: readonly TrustedKey[]): Revocations {
  try {
    const { envelope, isOurForm } = readEnvelope(bytes);
    if (!isOurForm) throw new RevocationsError("Its bytes were changed after it was signed.");
    if (envelope.payloadType !== payloadType) throw new RevocationsError("It is not a list of revocations.");
    const key = trusted.find(({ publicKey }) => isSignedBy(envelope, publicKey));
    if (key?.keyid !== envelope.signature.keyid)
      throw new RevocationsError("No trusted key signed it, or it was changed after it was signed.");
    if (!key.roles.includes("revoke"))
      throw new RevocationsError(`The key of ${key.name} signed it, which may not revoke.`);
    const list = readStrictJson<Revocations>(envelope.payload, schema);
    const [outside] = outsideDates(key, list.issuedAt);
    if (outside !== undefined) throw new RevocationsError(outside);
    return list;
  } catch (error) {
    if (error instanceof EnvelopeError || error instanceof StrictJsonError)
      throw new RevocationsError(`The list ${error.message}.`);
    throw error;
  }
}

export function revocationOf(
  { revoked }: Revocations,
  { certificate, keyid }: { readonly certificate: string; readonly keyid: string },
): Problem[] {
  return revoked.flatMap((one): Problem[] => {
    const detail = `On ${one.at}, with the reason: ${one.reason}.`;
    if (one.key === keyid) return [{ kind: "key-revoked", detail }];
    return one.certificate === certificate ? [{ kind: "certificate-revoked", detail }] : [];
  });
}
