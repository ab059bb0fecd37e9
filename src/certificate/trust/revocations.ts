import type { KeyObject } from "node:crypto";
import { type Problem, problems } from "../problems.ts";
import {
  CertificateError,
  isSignedBy,
  keyIdOf,
  readEnvelope,
  type Signer,
  sealed,
  writeEnvelope,
} from "../statement/dsse.ts";
import { sha256, skewMs } from "../statement/statement.ts";
import { readStrictJson, StrictJsonError } from "../statement/strict-json.ts";
import schema from "./revocations.schema.json" with { type: "json" };
import type { TrustedRevocations } from "./trust.ts";

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
  /** One more than that of the list before. */
  readonly number: number;
  readonly issuedAt: string;
  /** From this instant on, the list has to be renewed. */
  readonly staleAt: string;
  readonly revoked: readonly Revoked[];
}

/** What is to be revoked; nothing renews the list. */
interface ToRevoke {
  /** The bytes of certificates. */
  readonly certificates: readonly Uint8Array[];
  /** Public keys, and with each every certificate that it ever signed. */
  readonly keys: readonly KeyObject[];
  readonly at: Date;
  readonly validForMs: number;
  readonly reason: string;
}

/**
 * Adds to a list; undefined: to an empty one. Gives the whole list, signed, which takes the place of the one before.
 * @throws CertificateError where another key signed the list
 */
export async function revoke(list: Uint8Array | undefined, asked: ToRevoke, signer: Signer) {
  const { certificates, keys, at, validForMs, reason } = asked;
  const before = list === undefined ? { number: 0, revoked: [] } : signedList(list, signer.publicKey);
  const issuedAt = at.toISOString();
  const next: Revocations = {
    number: before.number + 1,
    issuedAt,
    staleAt: new Date(at.getTime() + validForMs).toISOString(),
    revoked: [
      ...before.revoked,
      ...certificates.map((bytes) => ({ certificate: sha256(bytes), at: issuedAt, reason })),
      ...keys.map((key) => ({ key: keyIdOf(key), at: issuedAt, reason })),
    ],
  };
  const payload = JSON.stringify({ form: "petstore-conformance revocations", version: 1, ...next });
  return { text: writeEnvelope(await sealed(payloadType, Buffer.from(payload), signer)), list: next };
}

/** @throws CertificateError unless the key signed it */
function signedList(bytes: Uint8Array, publicKey: KeyObject): Revocations {
  try {
    const { envelope, isOurForm } = readEnvelope(bytes);
    if (!isOurForm) throw new CertificateError("Its bytes were changed after it was signed.");
    if (envelope.payloadType !== payloadType) throw new CertificateError("It is not a list of revocations.");
    if (!isSignedBy(envelope, publicKey) || envelope.signature.keyid !== keyIdOf(publicKey))
      throw new CertificateError(
        "The key that may revoke did not sign it, or it was changed after it was signed.",
      );
    return readStrictJson<Revocations>(envelope.payload, schema);
  } catch (error) {
    if (error instanceof StrictJsonError) throw new CertificateError(`The list ${error.message}.`);
    throw error;
  }
}

/** @throws CertificateError unless it is the newest list that is known, signed by the key that may revoke, and not stale */
function reliableList(bytes: Uint8Array, trusted: TrustedRevocations | undefined, nowMs: number) {
  if (trusted === undefined)
    throw new CertificateError('The trust list names no key that may revoke: add it under "revocations".');
  const list = signedList(bytes, trusted.publicKey);
  if (list.number < trusted.number)
    throw new CertificateError(
      `Its number is ${list.number}, and the trust list names ${trusted.number}: it is older than one that was seen.`,
    );
  if (Date.parse(list.issuedAt) > nowMs + skewMs)
    throw new CertificateError(`It was signed at ${list.issuedAt}, which lies in the future.`);
  if (Date.parse(list.staleAt) <= nowMs)
    throw new CertificateError(
      `It is stale since ${list.staleAt}, and may lack what was revoked later. Get the newest list.`,
    );
  return list;
}

/** What the list says of a certificate, or why it cannot be relied on. `list` undefined: none was given. */
export function revocationProblems(
  { certificate, keyid }: { readonly certificate: string; readonly keyid: string },
  list: Uint8Array | undefined,
  trusted: TrustedRevocations | undefined,
  nowMs: number,
): Problem[] {
  if (list === undefined) {
    if (trusted === undefined || trusted.number === 0) return [];
    return problems(
      "revocations-invalid",
      `The trust list expects one with the number ${trusted.number} or a higher one, and there is none. Give it with --revocations.`,
    );
  }
  try {
    return reliableList(list, trusted, nowMs).revoked.flatMap((one) => {
      const detail = `On ${one.at}, with the reason: ${one.reason}.`;
      if (one.key === keyid) return problems("key-revoked", detail);
      return one.certificate === certificate ? problems("certificate-revoked", detail) : [];
    });
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return problems("revocations-invalid", error.message);
  }
}
