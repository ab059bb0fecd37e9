import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { knownIn } from "../memory/derived-from.ts";
import { type Found, SecretSearch } from "./secret-search.ts";

export type HeaderLine = readonly [name: string, value: string];

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

/** A shorter secret would turn up by chance: it is taken out of credential headers alone. */
export const shortestAnywhere = 8;

/** Header fields whose values exist to carry a secret. */
const credentialHeaders: ReadonlySet<string> = new Set([
  ...["authorization", "proxy-authorization", "authentication-info", "cookie", "set-cookie"],
  ...["x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token"],
]);

/** The secrets that are looked for, of which more may come. */
export class KnownSecrets {
  readonly anywhere = new SecretSearch();
  /** Those that are too short to be looked for outside credential headers. */
  readonly short: SecretSearch[] = [];
  readonly own = new Set<string>();

  /** @param isOwn false for one that this run does not send: its parts in several header fields are not looked for */
  add(secret: string, isOwn = true): void {
    const isLong = secret.length >= shortestAnywhere;
    if (isLong) this.anywhere.add(secret);
    if (!isOwn || secret === "") return;
    if (isLong) this.own.add(secret);
    else this.short.push(new SecretSearch(secret.length).add(secret));
  }
}

type MarkOf = (found: string, secret: string) => string;

/**
 * Takes secrets out of texts, bodies and header lines. `Secrets` has those of a run: nothing else makes one.
 * Each secret is found as it is, and in any letter case, percent-encoded, escaped for JSON or HTML, in base64 (any
 * alignment and alphabet: so within `Bearer KEY` or `user:KEY`, too), in hex, as a list of bytes, and backwards; and so is
 * a half of it or more, or of such a form, where it was cut, over several header fields too. All secrets are searched for
 * at once, so that none is mistaken for a part of another.
 */
export class Redactor {
  readonly #known: KnownSecrets;
  readonly #markOf: MarkOf;
  readonly #anyPart: boolean;
  #bodies = new WeakMap<Uint8Array, Uint8Array>();
  #unpacked = 0;

  /** @param anyPart 8 characters or more of a secret are found, however long it is */
  constructor(known: KnownSecrets, anyPart = false, markOf: MarkOf = () => redacted) {
    this.#known = known;
    this.#markOf = markOf;
    this.#anyPart = anyPart;
  }

  text(given: string): string {
    return this.#without(given, this.#known.anywhere.find(given, this.#anyPart));
  }

  /** The same bytes when there is nothing to take out. */
  bytes(bytes: Uint8Array): Uint8Array {
    return knownIn(this.#bodies, bytes, () => {
      // Latin-1 maps bytes to characters one to one.
      const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const safe = this.#isPackedWith(bytes)
        ? this.#markOf(createHash("sha256").update(bytes).digest("hex"), "")
        : this.text(given);
      return safe === given ? bytes : Buffer.from(safe, "latin1");
    });
  }

  headers(lines: readonly HeaderLine[]): HeaderLine[] {
    const { own, short } = this.#known;
    const values = lines.map(([, value]) => value.trim().toLowerCase());
    const parts = [...own].map((secret) => ({ secret, places: partsOf(secret, values) }));
    return lines.map(([name, value], place) => {
      const part = parts.find(({ places }) => places.has(place));
      if (part !== undefined) return [this.text(name), this.#markOf(value, part.secret)];
      const sought = credentialHeaders.has(name.toLowerCase()) ? short : [];
      const safe = sought.reduce((text, search) => this.#without(text, search.find(text)), this.text(value));
      return [this.text(name), safe];
    });
  }

  /** More secrets are known than before: what was redacted is looked through again. */
  forget(): void {
    this.#bodies = new WeakMap();
  }

  #without(text: string, found: readonly Found[]): string {
    if (found.length === 0) return text;
    let [safe, at] = ["", 0];
    for (const { from, to, secret } of found) {
      safe += text.slice(at, from) + this.#markOf(text.slice(from, to), secret);
      at = to;
    }
    return safe + text.slice(at);
  }

  /**
   * Whether these bytes are compressed, and unpacking them shows a secret, or more than can be looked through: nothing of them
   * is kept then.
   */
  #isPackedWith(bytes: Uint8Array): boolean {
    const { anywhere } = this.#known;
    if (!anywhere.isUsed) return false;
    return unpackings(bytes, this.#unpacked < mostUnpacked ? mostOfOne : leastOfOne).some((text) => {
      this.#unpacked += text?.length ?? mostOfOne;
      return text === undefined || anywhere.find(text).length > 0;
    });
  }
}

/** In bytes: of all bodies together; of one; of one when that was reached. */
const [mostUnpacked, mostOfOne, leastOfOne] = [1 << 23, 1 << 20, 1 << 16];

export function redactorOf(secrets: readonly string[], markOf?: MarkOf): Redactor {
  const known = new KnownSecrets();
  for (const secret of secrets) known.add(secret);
  return new Redactor(known, false, markOf);
}

/** A shorter value is no sign of a secret: it may be any number or word. */
const shortestPiece = 3;
/** So much of a value is searched for; the rest is then compared. */
const longestPiece = 32;

/**
 * Which of these header values, in lower case, are a part of the secret each, in either case, and at least half of it together:
 * the secret was cut over several fields. Their places in `values`.
 */
function partsOf(secret: string, values: readonly string[]): ReadonlySet<number> {
  const whole = secret.toLowerCase();
  const covered = new Set<number>();
  const parts = new Set<number>();
  const asked = new Map<string, number>();
  for (const [place, part] of values.entries()) {
    if (part.length < shortestPiece || part.length > whole.length) continue;
    const piece = part.slice(0, longestPiece);
    const from = knownIn(asked, piece, () => whole.indexOf(piece));
    if (from === -1 || !whole.startsWith(part, from)) continue;
    parts.add(place);
    for (let at = from; at < from + part.length; at += 1) covered.add(at);
  }
  return 2 * covered.size >= whole.length ? parts : new Set();
}

/** A proxy may compress what was compressed before. */
const mostTimesPacked = 2;

/** The head of a gzip file without a name (RFC 1952, section 2.3). */
const gzipHead = 10;

/**
 * What bytes that are no text may hold, as Latin-1, if they are compressed: by gzip, zlib, brotli, zstd, or as bare deflate data.
 * Where they break off, or their checksum is wrong, what comes before that. Undefined for more than `mostBytes`.
 */
function unpackings(
  bytes: Uint8Array,
  mostBytes: number,
  times = mostTimesPacked,
): readonly (string | undefined)[] {
  if (times === 0 || isUtf8(bytes)) return [];
  return unpack(bytes, mostBytes).flatMap((unpacked) =>
    unpacked === undefined
      ? [undefined]
      : [unpacked.toString("latin1"), ...unpackings(unpacked, mostBytes, times - 1)],
  );
}

function unpack(bytes: Uint8Array, maxOutputLength: number): readonly (Buffer | undefined)[] {
  // Loaded with the first body that is no text, which most runs never see.
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
  const deflated = { maxOutputLength, finishFlush: Z_SYNC_FLUSH };
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const ways: readonly (() => Buffer)[] = [
    ...(isGzip ? [() => zlib.inflateRawSync(bytes.subarray(gzipHead), deflated)] : []),
    () => zlib.unzipSync(bytes, deflated),
    () => zlib.inflateRawSync(bytes, deflated),
    () => zlib.brotliDecompressSync(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH }),
    () => zlib.zstdDecompressSync(bytes, { maxOutputLength, finishFlush: ZSTD_e_flush }),
  ];
  return ways.flatMap((way) => {
    try {
      const unpacked = way();
      return unpacked.length === 0 ? [] : [unpacked];
    } catch (error) {
      return error instanceof RangeError ? [undefined] : [];
    }
  });
}
