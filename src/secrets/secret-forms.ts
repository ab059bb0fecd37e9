/** Longer secrets are looked for piece by piece: a pattern grows with what it matches. */
const pieceLength = 64;

/** A base64 run shorter than this says too little to be looked for. */
const shortestBase64 = 4;

/**
 * Regular expressions that find a secret in every form in which a service, a proxy or a report writer is
 * known to repeat one, and half of such a form or more where a text was cut within it. None for an empty secret.
 * Every form is of bounded length, so a search takes time linear in the text; one expression a piece, since a search
 * for many alternatives at once is far slower.
 */
export function secretPatterns(secret: string): RegExp[] {
  return pieces(secret).map((piece) => new RegExp(formsOf(piece).join("|"), "g"));
}

/** A shorter part of a secret would turn up by chance. */
const shortestPart = 8;

/**
 * Finds what is left of a secret that was cut in two (over two header fields, or by a report that shortens a text):
 * every run of its characters, in either case, that is at least half of it. None for a secret under 16 characters.
 */
export function secretPartPattern(secret: string): RegExp | undefined {
  const characters = [...secret].map(plainForms);
  const half = Math.floor(characters.length / 2);
  if (half < shortestPart || characters.length > 2 * pieceLength) return undefined;
  const parts = characters.slice(0, characters.length - half + 1).map((_, from) => {
    const rest = characters.slice(from + half);
    return (
      characters.slice(from, from + half).join("") + rest.reduceRight((inner, c) => `(?:${c}${inner})?`, "")
    );
  });
  return new RegExp(parts.join("|"), "g");
}

function pieces(secret: string): string[] {
  if (secret.length < 2 * pieceLength) return secret === "" ? [] : [secret];
  return [secret.slice(0, pieceLength), ...pieces(secret.slice(pieceLength))];
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  // What stands there as it is might turn up by chance if it is short.
  const plain = secret.length < 2 * shortestPart ? secret.length : shortestPart;
  return [
    wholeOrCut([...secret].map(escapedForms), plain),
    ...[0, 1, 2].map((before) => base64Form(bytes, before)),
    wholeOrCut([...bytes].map((byte, at) => `${at === 0 ? "" : "[-: ]?"}${hexByte(byte)}`)),
    wholeOrCut([...secret].reverse().map(plainForms)),
    // What UTF-8 bytes look like when they are read as Latin-1.
    ...(bytes.length === secret.length
      ? []
      : [wholeOrCut([...bytes.toString("latin1")].map(plainForms), plain)]),
  ].filter((form) => form !== "");
}

/** All of a form, or its beginning: at least half of it, and `least` characters. Or so much of its end. */
function wholeOrCut(characters: readonly string[], least: number = shortestPart): string {
  const due = Math.max(least, Math.ceil(characters.length / 2));
  const rest = characters.slice(due).reduceRight((inner, c) => `(?:${c}${inner})?`, "");
  const begun = characters.slice(0, due).join("") + rest;
  // Where it begins is fixed, too: a search for what may begin anywhere is a hundred times slower.
  return due >= characters.length ? begun : `${begun}|${characters.slice(-due).join("")}`;
}

/** One character in either case: as it is, or escaped for a URL (twice, too), JSON, JavaScript, HTML or XML. */
function escapedForms(character: string): string {
  const forms = bothCases(character).flatMap((c) => {
    const code = c.codePointAt(0) ?? 0;
    const hex = anyCase(code.toString(16));
    const units = Array.from({ length: c.length }, (_, i) =>
      anyCase(c.charCodeAt(i).toString(16).padStart(4, "0")),
    );
    return [
      [...Buffer.from(c, "utf8")].map((byte) => `%(?:25){0,2}${hexByte(byte)}`).join(""),
      units.map((unit) => `\\\\{1,4}u${unit}`).join(""),
      `\\\\{1,4}(?:x|u\\{0{0,6})${hex}\\}?`,
      `&(?:amp;)?#(?:[xX]0{0,6}${hex}|0{0,6}${code});?`,
    ];
  });
  const named = namedEntities[character];
  if (named !== undefined) forms.push(`&(?:amp;)?${named};`);
  // A slash or a quote may stand behind a backslash; a blank may be a plus in a query.
  if (/[^A-Za-z0-9]/.test(character)) forms.push(`\\\\{1,4}${literal(character)}`);
  if (character === " ") forms.push("\\+");
  // Last: the first character of an escape is one that may stand in a secret.
  forms.push(...bothCases(character).map(literal));
  return `(?:${forms.join("|")})`;
}

const namedEntities: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/**
 * The characters of a base64 text (either alphabet, RFC 4648) that these bytes alone decide when `before`
 * (modulo 3) bytes stand in front of them, and the neighbours that they decide in part.
 */
function base64Form(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  if (to - from < shortestBase64) return "";
  const core = [...text.slice(from, to)].map((c) => {
    if (c === "+" || c === "-") return "(?:[+-]|%2[bB])";
    if (c === "/" || c === "_") return "(?:[/_]|\\\\/|%2[fF])";
    return literal(c);
  });
  const neighbour = "[A-Za-z0-9+/_-]?";
  return `${from === 0 ? "" : neighbour}(?:${wholeOrCut(core)})${to === text.length ? "" : neighbour}(?:=|%3[dD]){0,2}`;
}

function hexByte(byte: number): string {
  return anyCase(byte.toString(16).padStart(2, "0"));
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function plainForms(character: string): string {
  return `(?:${bothCases(character).map(literal).join("|")})`;
}

function bothCases(character: string): string[] {
  return [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
}

/** Every UTF-16 unit by its number: nothing in it means anything to a regular expression. */
function literal(text: string): string {
  return Array.from(text, (c) => c)
    .flatMap((c) => Array.from({ length: c.length }, (_, i) => c.charCodeAt(i)))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}
