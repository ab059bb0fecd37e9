import { secretPartPattern, secretPatterns } from "./secret-forms.ts";

/** A raw header line: name and value. */
export type HeaderLine = readonly [name: string, value: string];

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

/** A shorter secret would turn up by chance: it is taken out of credential headers alone. */
export const shortestAnywhere = 8;

/** Header fields whose values exist to carry a secret. */
export const credentialHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "api-key",
  "apikey",
  "x-auth-token",
  "x-access-token",
  "authentication-info",
]);

/** Takes secrets out of texts, bodies and header lines. `Secrets` has the one of a run: nothing else makes one. */
export interface Redactor {
  text(text: string): string;
  /** The same bytes when there is nothing to take out. */
  bytes(bytes: Uint8Array): Uint8Array;
  headers(lines: readonly HeaderLine[]): HeaderLine[];
}

function compiled(secret: string): RegExp[] {
  const part = secretPartPattern(secret);
  return part === undefined ? secretPatterns(secret) : [...secretPatterns(secret), part];
}

/**
 * Each secret is found as it is, and in any letter case, percent-encoded, escaped for JSON or HTML, in base64
 * (any alignment and alphabet: so within `Bearer KEY` or `user:KEY`, too), in hex, and backwards;
 * and so is a half of it or more, or of such a form, where it was cut, over several header fields too.
 * @param patterns what was compiled before, by secret; what is compiled now is added
 * @param markOf asked once for each secret: what stands in its place, where it was found in this form
 */
export function createRedactor(
  secrets: readonly string[],
  patterns: Map<string, RegExp[]> = new Map(),
  markOf: (secret: string) => (found: string) => string = () => () => redacted,
): Redactor {
  const patternsOf = (secret: string): RegExp[] => {
    const found = patterns.get(secret) ?? compiled(secret);
    patterns.set(secret, found);
    return found;
  };
  const isLongEnough = (secret: string) => secret.length >= shortestAnywhere;
  const known = [...new Set(secrets)].filter((secret) => secret !== "");
  // The longest first: a secret that begins with another is taken out whole.
  known.sort((a, b) => b.length - a.length);
  const searched = known.map((secret) => ({
    ...{ secret, patterns: patternsOf(secret) },
    mark: markOf(secret),
  }));
  const anywhere = searched.filter(({ secret }) => isLongEnough(secret));
  const without = (text: string, sought: typeof searched) => {
    // As they are first: of two secrets that begin alike, the one would take a part of the other for its own.
    const left = sought.reduce(
      (rest, { secret, mark }) => rest.replaceAll(secret, (found) => mark(found)),
      text,
    );
    // A mark may hold what means something to `replace`; a function's answer does not.
    return sought.reduce(
      (rest, { patterns, mark }) =>
        patterns.reduce((now, pattern) => now.replace(pattern, (found) => mark(found)), rest),
      left,
    );
  };

  return {
    text: (text) => without(text, anywhere),
    bytes: (bytes) => {
      // Latin-1 maps bytes to characters one to one.
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const safe = without(text, anywhere);
      return safe === text ? bytes : Buffer.from(safe, "latin1");
    },
    headers: (lines) => {
      const values = lines.map(([, value]) => value);
      const parts = anywhere.map(({ secret, mark }) => ({ places: partsOf(secret, values), mark }));
      return lines.map(([name, value], place) => {
        const sought = credentialHeaders.has(name.toLowerCase()) ? searched : anywhere;
        const part = parts.find(({ places }) => places.has(place));
        return [without(name, anywhere), part?.mark(value) ?? without(value, sought)];
      });
    },
  };
}

/** A shorter value is no sign of a secret: it may be any number or word. */
const shortestPart = 3;

/**
 * Which of these header values are a part of the secret each, in either case, and at least half of it together: the
 * secret was cut over several fields. Their places in `values`.
 */
function partsOf(secret: string, values: readonly string[]): ReadonlySet<number> {
  const whole = secret.toLowerCase();
  const covered = new Set<number>();
  const parts = new Set<number>();
  for (const [place, value] of values.entries()) {
    const part = value.trim().toLowerCase();
    const from = part.length < shortestPart || part.length > whole.length ? -1 : whole.indexOf(part);
    if (from === -1) continue;
    parts.add(place);
    for (let at = from; at < from + part.length; at += 1) covered.add(at);
  }
  return 2 * covered.size >= whole.length ? parts : new Set();
}
