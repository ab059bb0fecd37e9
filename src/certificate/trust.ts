import type { KeyObject } from "node:crypto";
import { holding } from "../report/sentences.ts";
import { KeyError, keyIdOf } from "./dsse.ts";
import { publicKeyIn } from "./keys.ts";
import { type Level, levels } from "./levels.ts";
import type { Problem } from "./problems.ts";
import { type Statement, sha256 } from "./statement.ts";
import { readJson, StrictJsonError } from "./strict-json.ts";
import schema from "./trust.schema.json" with { type: "json" };

type Role = Level | "revoke";

/** A key whose signatures count, and for what. */
export interface TrustedKey {
  readonly name: string;
  readonly keyid: string;
  readonly publicKey: KeyObject;
  readonly roles: readonly Role[];
  /** SHA-256 of the origins that it may certify; undefined: every one. */
  readonly origins?: ReadonlySet<string> | undefined;
  /** Calendar days, UTC; undefined: no bound. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

interface TrustFile {
  readonly keys: readonly (Omit<TrustedKey, "keyid" | "publicKey" | "origins"> & {
    readonly publicKey: string;
    readonly origins?: readonly string[];
  })[];
}

/** Reads a trust file, or a public key in PEM, which may sign everything. @throws KeyError */
export function readTrust(bytes: Uint8Array, path: string): readonly TrustedKey[] {
  const text = Buffer.from(bytes).toString("utf8");
  if (text.includes("-----BEGIN") && !text.trimStart().startsWith("{")) {
    const publicKey = publicKeyIn(text, path);
    const roles: readonly Role[] = [...levels, "revoke"];
    return [{ name: path, keyid: keyIdOf(publicKey), publicKey, roles }];
  }
  return keysIn(bytes, path).map(({ name, publicKey: pem, roles, origins, from, until }) => {
    const publicKey = publicKeyIn(pem, `${path}, key of ${name},`);
    const digests = origins && new Set(origins.map((origin) => sha256(origin)));
    return { name, keyid: keyIdOf(publicKey), publicKey, roles, origins: digests, from, until };
  });
}

function keysIn(bytes: Uint8Array, path: string): TrustFile["keys"] {
  try {
    return readJson<TrustFile>(bytes, schema).keys;
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new KeyError(
      `${path} ${error.message}. Give a public key in PEM, or a trust file as docs/certification.md describes it.`,
    );
  }
}

/** What a key signed that it may not. */
export function beyondRole(key: TrustedKey, { subject, predicate }: Statement): Problem[] {
  const { name, roles, origins } = key;
  const { level } = predicate;
  const isForeign = origins?.has(subject[0]?.digest?.sha256 ?? "") === false && !level.startsWith("client");
  const details = [
    ...holding([
      [!roles.includes(level), `The key of ${name} may sign ${roles.join(", ")}, and this is ${level}.`],
      [isForeign, `The key of ${name} may not certify this service.`],
    ]),
    ...outsideDates(key, predicate.issuedAt),
  ];
  return details.map((detail) => ({ kind: "not-permitted", detail }));
}

/** @param at an ISO 8601 instant in UTC */
export function outsideDates({ name, from, until }: TrustedKey, at: string): string[] {
  const day = at.slice(0, 10);
  if (from !== undefined && day < from)
    return [`The key of ${name} may sign from ${from}, and this is of ${day}.`];
  if (until !== undefined && day > until)
    return [`The key of ${name} may sign until ${until}, and this is of ${day}.`];
  return [];
}
