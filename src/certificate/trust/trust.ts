import type { KeyObject } from "node:crypto";
import { holding } from "#report/words/sentences.ts";
import { type Problem, problems } from "../problems.ts";
import { CertificateError, keyIdOf } from "../statement/dsse.ts";
import { isOfClient, type Statement, sha256 } from "../statement/statement.ts";
import { readJson, StrictJsonError } from "../statement/strict-json.ts";
import { publicKeyIn } from "./keys.ts";
import schema from "./trust.schema.json" with { type: "json" };

export interface TrustedKey {
  readonly name: string;
  readonly keyid: string;
  readonly publicKey: KeyObject;
  /** SHA-256 of the origins that it may certify; undefined: every one. */
  readonly origins?: ReadonlySet<string> | undefined;
  /** Calendar days, UTC; undefined: no bound. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Whose list of revocations counts, and which. */
export interface TrustedRevocations {
  readonly publicKey: KeyObject;
  /** The highest number that was seen: an older list is refused, and so is none. Zero: there may be none. */
  readonly number: number;
}

export interface Trust {
  readonly keys: readonly TrustedKey[];
  /** Undefined: no list counts. */
  readonly revocations: TrustedRevocations | undefined;
}

interface TrustFile {
  readonly keys: readonly (Omit<TrustedKey, "keyid" | "publicKey" | "origins"> & {
    readonly publicKey: string;
    readonly origins?: readonly string[];
  })[];
  readonly revocations?: { readonly publicKey: string; readonly number: number };
}

/** Reads a trust list, or a public key in PEM, which may certify everything and revoke. @throws UsageError, CertificateError */
export function readTrust(bytes: Uint8Array, path: string): Trust {
  const text = Buffer.from(bytes).toString("utf8");
  if (text.includes("-----BEGIN") && !text.trimStart().startsWith("{")) {
    const publicKey = publicKeyIn(text, path);
    const key = { name: path, keyid: keyIdOf(publicKey), publicKey };
    return { keys: [key], revocations: { publicKey, number: 0 } };
  }
  const file = trustFileIn(bytes, path);
  const keys = file.keys.map(({ name, publicKey: pem, origins, from, until }): TrustedKey => {
    const publicKey = publicKeyIn(pem, `${path}, key of ${name}`);
    const digests = origins && new Set(origins.map((origin) => sha256(origin)));
    return { name, keyid: keyIdOf(publicKey), publicKey, origins: digests, from, until };
  });
  refuseTwice(keys, path);
  const { revocations: list } = file;
  return {
    keys,
    revocations: list && {
      publicKey: publicKeyIn(list.publicKey, `${path}, key of the revocations`),
      number: list.number,
    },
  };
}

function trustFileIn(bytes: Uint8Array, path: string): TrustFile {
  try {
    return readJson<TrustFile>(bytes, schema);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new CertificateError(
      `${path} ${error.message}. Give a public key in PEM, or a trust list as docs/certification.md describes it.`,
    );
  }
}

/** With two entries for one key or one name, readers would disagree about which of them holds. */
function refuseTwice(keys: readonly TrustedKey[], path: string): void {
  const known = new Map<string, TrustedKey>();
  // The id of one key may be the name of another, or its own.
  for (const key of keys)
    for (const one of [`id ${key.keyid}`, `name ${key.name.normalize("NFKC").trim().toLowerCase()}`]) {
      const same = known.get(one);
      if (same !== undefined)
        throw new CertificateError(
          `${path} lists one key, or one name, twice: ${same.name} and ${key.name}. Leave one of them out.`,
        );
      known.set(one, key);
    }
}

export function notPermitted(key: TrustedKey, statement: Statement): Problem[] {
  const { name, origins, from, until } = key;
  const { subject, predicate } = statement;
  const day = predicate.issuedAt.slice(0, 10);
  const sentences = holding([
    [
      !isOfClient(statement) && origins?.has(subject[0]?.digest?.sha256 ?? "") === false,
      `The key of ${name} may not certify this service.`,
    ],
    [from !== undefined && day < from, `The key of ${name} may sign from ${from}, and this is of ${day}.`],
    [
      until !== undefined && day > until,
      `The key of ${name} may sign until ${until}, and this is of ${day}.`,
    ],
  ]);
  return problems("not-permitted", ...sentences);
}
