/**
 * Makes text from the target safe to display. A terminal interprets control characters and reorders bidirectional
 * text; an XML reader rejects some characters. Each is replaced by `\u{hex}`, so that a reader sees what was there.
 */

/** Code points that change how other text is displayed, or are invisible: first and last of each range. */
const deceptiveRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x1f], // C0 controls, the escape character among them
  [0x7f, 0x9f], // DEL and the C1 controls
  [0xad, 0xad], // soft hyphen
  [0x61c, 0x61c], // Arabic letter mark
  [0x180e, 0x180e], // Mongolian vowel separator
  [0x200b, 0x200c], // zero-width space and non-joiner; the joiner (200D) builds emoji and stays
  [0x200e, 0x200f], // left-to-right and right-to-left mark
  [0x2028, 0x202e], // line and paragraph separator, bidirectional embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, bidirectional isolates, deprecated format characters
  [0xd800, 0xdfff], // lone surrogates
  [0xfdd0, 0xfdef], // noncharacters
  [0xfeff, 0xfeff], // byte order mark
  [0xfff9, 0xfffb], // interlinear annotations
  [0xe0000, 0xe007f], // tags
];

const shortEscapes: ReadonlyMap<number, string> = new Map([
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0d, "\\r"],
]);

function isDeceptive(codePoint: number): boolean {
  if (codePoint >= 0x20 && codePoint < 0x7f) return false;
  // U+nFFFE and U+nFFFF are noncharacters on every plane.
  if ((codePoint & 0xfffe) === 0xfffe) return true;
  return deceptiveRanges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

function visibleEscape(codePoint: number): string {
  return shortEscapes.get(codePoint) ?? `\\u{${codePoint.toString(16)}}`;
}

/** One line of text that is safe in a terminal: control, bidirectional and invisible characters are escaped. */
export function escapeForTerminal(text: string): string {
  let out = "";
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    out += isDeceptive(codePoint) ? visibleEscape(codePoint) : character;
  }
  return out;
}

/** True when `escapeForTerminal` leaves the text as it is. */
export function isPlainText(text: string): boolean {
  for (const character of text) if (isDeceptive(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/**
 * The JSON text of a value, with `\u` escapes for what a terminal would interpret: the same value for a JSON reader,
 * and safe to print.
 */
export function jsonText(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, undefined, indent));
}

/** The same for a value that is written already. */
export function escapedJson(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\n]+/gu, escapedRun);
}

/** Only strings in a JSON text have what is escaped here, and line feeds occur only outside them. */
function escapedRun(run: string): string {
  let escaped = "";
  for (const character of run) escaped += escapedUnits(character);
  return escaped;
}

function escapedUnits(character: string): string {
  if (!isDeceptive(character.codePointAt(0) ?? 0)) return character;
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

const xmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** For XML 1.0 character data and attribute values; what XML does not allow is escaped, and so are line feeds. */
export function escapeForXml(text: string): string {
  return escapeForTerminal(text).replace(/[&<>"']/gu, (character) => xmlEntities[character] ?? character);
}

/** At most `most` UTF-16 units, truncated between characters, with a note about the rest. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? most - 1 : most)}… (${text.length - most} more characters)`;
}
