/**
 * Makes text from the target safe to display. A terminal interprets control characters and reorders bidirectional
 * text; an XML reader rejects some characters. Each is replaced by `\u{hex}`, so that a reader sees what was there.
 */

/** Characters that change how other text is displayed, or are invisible: but for those that build emoji, where they do. */
const deceptive = new RegExp(
  [
    `[${[
      String.raw`\p{Cc}`, // controls, the escape character among them
      String.raw`\p{Cs}`, // lone surrogates
      String.raw`\p{Noncharacter_Code_Point}`,
      // What nothing is drawn for: bidirectional marks, joiners, fillers, variation selectors, tags, the byte order mark.
      String.raw`[\p{Default_Ignorable_Code_Point}--[\u200d\ufe0f]]`,
      String.raw`\u2028\u2029`, // line and paragraph separator
      String.raw`\u2800`, // a blank Braille pattern
      String.raw`\ufff9-\ufffb`, // interlinear annotations
    ].join("")}]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d`,
    String.raw`(?<!\p{Extended_Pictographic})\ufe0f(?!\u20e3)`,
  ].join("|"),
  "gv",
);

const shortEscapes: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** One line of text that is safe in a terminal: control, bidirectional and invisible characters are escaped. */
export function escapeForTerminal(text: string): string {
  return text.replaceAll(
    deceptive,
    (character) => shortEscapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** True when `escapeForTerminal` leaves the text as it is. */
export function isPlainText(text: string): boolean {
  return text.search(deceptive) === -1;
}

/** JSON that is safe to print, and means the same: with `\u` escapes for what a terminal would interpret. */
export function jsonText(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, undefined, indent));
}

/** The same for a value that is written already. */
export function escapedJson(text: string): string {
  return text.replaceAll(deceptive, (character) =>
    // Only strings in a JSON text have what is escaped here, and line feeds occur only outside them.
    character === "\n"
      ? character
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );
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

/** At most `most` UTF-16 units, and a mark where there were more. */
export function truncated(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** At most `most` UTF-16 units, truncated between characters, with a note about the rest. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? most - 1 : most)}… (${text.length - most} more characters)`;
}

/** One for all: to make a decoder costs more than to decode a body. */
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8 as text, its byte order mark kept; undefined for other bytes. `isCut`: they may end inside a character. */
export function utf8Text(bytes: Uint8Array, isCut = false): string | undefined {
  try {
    if (!isCut) return strict.decode(bytes);
    // With `stream` a decoder drops the first bytes of a character, and keeps them for the next call.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Whether text can be decoded: each percent sign begins an octet, and the octets are UTF-8. */
export function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** What percent-encoded text stands for (RFC 3986, 2.1). Text that is not well encoded stands for itself. */
export function percentDecoded(text: string): string {
  return isPercentEncoded(text) ? decodeURIComponent(text) : text;
}
