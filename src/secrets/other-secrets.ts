import { createRedactor, type Redactor, shortestAnywhere } from "./redact.ts";

/** Whatever is taken out of a text has so many characters in a row of some form of the secret. */
const pieceLength = 8;

/**
 * Takes out secrets of other runs, of which there may be hundreds: to look for each of them in each text would take
 * minutes. So a text is looked through once for any piece of any of them, and only for those that have one there it is
 * redacted as for a secret of one's own. Those under `shortestAnywhere` characters are not looked for.
 */
export function createOtherSecrets(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestAnywhere);
  // What begins an escape may stand in no piece: these few are looked for everywhere.
  const [always, byPiece] = [known.filter((one) => beginsEscape.test(one)), piecesOf(known)];
  const patterns = new Map<string, RegExp[]>();
  const text = (given: string): string => {
    const found = [...always, ...secretsIn(given, byPiece)];
    return found.length === 0 ? given : createRedactor(found, patterns).text(given);
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

const beginsEscape = /[%\\&]/;

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

function secretsIn(text: string, byPiece: SecretsByPiece): readonly string[] {
  if (byPiece.size === 0 || text.length < pieceLength) return [];
  const looks = new Set([text, ...(beginsEscape.test(text) ? unescaped(text) : [])].map(levelled));
  // A dump of bytes in hex.
  if (/(?:[0-9a-f]{2}[-: ]){3}/i.test(text)) looks.add(levelled(text).replace(/[:+]/g, ""));
  const found = new Set<string>();
  for (const look of looks)
    for (const piece of piecesIn(look)) for (const secret of byPiece.get(piece) ?? []) found.add(secret);
  return [...found];
}

function* piecesIn(text: string): Generator<string> {
  for (let at = 0; at + pieceLength <= text.length; at += 1) yield text.slice(at, at + pieceLength);
}

/** One letter case and one alphabet of base64; a blank may be a plus in a query. */
function levelled(text: string): string {
  return text.toLowerCase().replace(/[- ]/g, "+").replace(/_/g, "/");
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
