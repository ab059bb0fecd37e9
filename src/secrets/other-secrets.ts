import { createRedactor, type Redactor, redacted, shortestAnywhere } from "./redact.ts";

/** Shorter pieces of secrets are in every text by chance. */
const pieceLength = 8;

/** A redactor takes some megabytes: so many are kept. */
const mostRedactors = 16;

/**
 * Takes out secrets of other runs, of which there may be hundreds: to look for each of them in each text would take
 * minutes and gigabytes. So a text is looked through once for the pieces of all, and then redacted, as for a secret of
 * one's own, for that of which it has the most, until none has enough. Those under `shortestAnywhere` characters are
 * not looked for.
 */
export function createOtherSecrets(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestAnywhere);
  // These few have no pieces that would tell.
  const [always, others] = [known.filter(isMostlyEscapes), known.filter((one) => !isMostlyEscapes(one))];
  const byPiece = piecesOf(others);
  const redactors = new Map<string, Redactor>();
  const redactorOf = (secret: string): Redactor => {
    const redactor = redactors.get(secret) ?? createRedactor([secret]);
    if (redactors.size >= mostRedactors) redactors.clear();
    redactors.set(secret, redactor);
    return redactor;
  };
  const text = (given: string): string => {
    let left = always.reduce((rest, secret) => redactorOf(secret).text(rest), given);
    const without = new Set<string>();
    for (;;) {
      const runs = longestRuns(left, byPiece);
      const next = likeliest(runs, without);
      if (next === undefined) return left;
      // Whole ones first: where two begin alike, the beginning of one is taken for that of the other.
      const whole = [...runs.keys()].filter((secret) => left.includes(secret));
      const safe =
        whole.length > 0
          ? whole.reduce((rest, secret) => rest.replaceAll(secret, redacted), left)
          : redactorOf(next).text(left);
      // Its pieces are there, and it is not.
      if (safe === left) without.add(next);
      left = safe;
    }
  };
  return {
    text,
    bytes: (bytes) => {
      // Latin-1 maps bytes to characters one to one.
      const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const safe = text(given);
      return safe === given ? bytes : Buffer.from(safe, "latin1");
    },
    headers: (lines) => lines.map(([name, value]) => [text(name), text(value)]),
  };
}

/** What begins an escape; it is left out of texts and secrets alike before they are compared. */
const escapes = /[%\\&]/g;

function isMostlyEscapes(secret: string): boolean {
  const bare = secret.replace(escapes, "").length;
  return bare < secret.length && bare < 2 * pieceLength;
}

type SecretsByPiece = ReadonlyMap<string, readonly string[]>;

function piecesOf(secrets: readonly string[]): SecretsByPiece {
  const byPiece = new Map<string, string[]>();
  for (const secret of secrets) {
    const pieces = new Set(formsOf(secret).flatMap((form) => [...piecesIn(levelled(form))]));
    for (const piece of pieces) byPiece.set(piece, [...(byPiece.get(piece) ?? []), secret]);
  }
  return byPiece;
}

/** The forms that `secretPatterns` looks for, without their escapes: each has a whole piece. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    bytes.toString("latin1"),
    [...secret].reverse().join(""),
    bytes.toString("hex"),
    ...[0, 1, 2].map((before) => Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")),
  ];
}

/** The secret of which there is the longest run of pieces, if that can be as much of it as is taken out. */
function likeliest(runs: ReadonlyMap<string, number>, without: ReadonlySet<string>): string | undefined {
  let best: { readonly secret: string; readonly share: number } | undefined;
  for (const [secret, run] of runs) {
    const share = run / secret.length;
    if (run < leastRun(secret) || without.has(secret)) continue;
    if (best === undefined || share > best.share) best = { secret, share };
  }
  return best?.secret;
}

/** At least half of a secret is taken out; of a long one, half of one of the parts that `secretPatterns` looks for. */
function leastRun(secret: string): number {
  const half = secret.length < 2 * longestPart ? Math.floor(secret.length / 2) : longestPart / 2;
  const escaping = secret.length - secret.replace(escapes, "").length;
  return Math.max(pieceLength, half - escaping);
}

const longestPart = 64;

/** By secret: the most characters in a row that are all in pieces of it. */
function longestRuns(text: string, byPiece: SecretsByPiece): ReadonlyMap<string, number> {
  if (byPiece.size === 0) return new Map();
  const looks = new Set([text, ...(/[%\\&]/.test(text) ? unescaped(text) : [])].map(levelled));
  // A dump of bytes in hex.
  if (/(?:[0-9a-f]{2}[-: ]){3}/i.test(text)) looks.add(levelled(text).replace(/[:+]/g, ""));
  const longest = new Map<string, number>();
  for (const look of looks) {
    const runs = new Map<string, { readonly from: number; readonly last: number }>();
    let at = 0;
    for (const piece of piecesIn(look)) {
      for (const secret of byPiece.get(piece) ?? []) {
        const before = runs.get(secret);
        const from = before?.last === at - 1 ? before.from : at;
        runs.set(secret, { from, last: at });
        longest.set(secret, Math.max(longest.get(secret) ?? 0, at - from + pieceLength));
      }
      at += 1;
    }
  }
  return longest;
}

function* piecesIn(text: string): Generator<string> {
  for (let at = 0; at + pieceLength <= text.length; at += 1) yield text.slice(at, at + pieceLength);
}

/** One letter case and one alphabet of base64; a blank may be a plus in a query. */
function levelled(text: string): string {
  return text.toLowerCase().replace(/[- ]/g, "+").replace(/_/g, "/").replace(escapes, "");
}

/** Without the escapes of URLs, once, twice and three times over, and of JSON, JavaScript, HTML and XML. */
function unescaped(text: string): readonly string[] {
  const looks = [text];
  for (let last = text; looks.length < 4 && last.includes("%"); looks.push(last))
    last = last.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => character(hex));
  return looks.map((look) =>
    look
      .replace(
        /\\{1,4}(?:u\{([0-9a-f]{1,8})\}?|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi,
        (_, braces?: string, four?: string, two?: string) => character(braces ?? four ?? two ?? ""),
      )
      .replace(/&(?:amp;)?#(?:x([0-9a-f]{1,12})|(\d{1,12}));?/gi, (_, hex?: string, decimal?: string) =>
        hex === undefined ? character(decimal ?? "", 10) : character(hex),
      )
      .replace(/&(?:amp;)?(amp|lt|gt|quot|apos);/gi, (_, name: string) => entities[name.toLowerCase()] ?? "")
      .replace(/\\{1,4}([^A-Za-z0-9\\])/g, "$1"),
  );
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function character(digits: string, base = 16): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
