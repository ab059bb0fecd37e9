import { hash } from "node:crypto";
import { type HeaderLine, type Redactor, shortestAnywhere } from "./redact.ts";

/**
 * What stands in a recording where a secret was: `[redacted 2 xxxxxxxx]`. The number is the same for the same text, so that
 * what was equal stays so. The picture shows how long it was, and what it was to a JSON reader:
 *
 *   x         a character                    u  an escaped one
 *   1000      a number of so many digits     9000  one beyond 64 bits
 *   (){}:,"   as they stood, ( and ) for brackets; _ a blank; t f n a literal
 *
 * Where it is a word of ours (`OwnWords`), the tag of the word follows.
 */
export const placeholders = /\[redacted (\d{1,9}) ([xutfn_(){}:,"0-9.eE+-]+)(?: ([0-9a-f]{12}))?\]/g;

/** A text without it holds no placeholder. */
export const placeholderSign = "[redacted ";

/** Gives the placeholder of a text, and of the same text the same. */
export function createPlaceholders({ tagOf }: Pick<OwnWords, "tagOf">): (found: string) => string {
  const numbers = new Map<string, number>();
  return (found) => {
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    const tag = tagOf(found);
    return `[redacted ${number} ${pictureOf(found)}${tag === undefined ? "" : ` ${tag}`}]`;
  };
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const wholeNumber = new RegExp(`^${number.source}$`);
const jsonTokens = new RegExp(`("(?:[^"\\\\]|\\\\.)*")|(${number.source})|(true|false|null)|.`, "gs");

function pictureOf(found: string): string {
  if (wholeNumber.test(found)) return pictureOfNumber(found);
  if (!isJson(found)) return pictureOfText(found);
  return found.replaceAll(jsonTokens, (token, text?: string, digits?: string, literal?: string) => {
    if (text !== undefined) return pictureOfText(text);
    if (digits !== undefined) return pictureOfNumber(digits);
    return literal?.charAt(0) ?? pictureOfText(token);
  });
}

const most = 2n ** 63n;

/** A number of as many digits, which is beyond 64 bits where that one is. */
export function pictureOfNumber(digits: string): string {
  const isInteger = /^-?\d+$/.test(digits) && digits.length < 100;
  const value = isInteger ? BigInt(digits) : 0n;
  const first = value >= most || value < -most ? "9" : "1";
  return digits.replaceAll(/\d/g, "0").replace(/^(-?)0(?!\.|$)/, `$1${first}`);
}

const inPicture: Readonly<Record<string, string>> = { "[": "(", "]": ")" };

function pictureOfText(text: string): string {
  return text.replaceAll(/\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]|[{}[\]:,"]|[ \t\r\n]|./gs, (part) => {
    if (part.length > 1) return "u";
    if (/[ \t\r\n]/.test(part)) return "_";
    return inPicture[part] ?? (/[{}:,"]/.test(part) ? part : "x");
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Replace = (found: string, ...groups: string[]) => string;

/**
 * A redactor that replaces what a pattern finds. Its bytes are read as UTF-8 where they are that.
 * @param more `sign`: ASCII that is in whatever the pattern finds; `replaceInHeader`: default `replace`
 */
export function replacing(
  pattern: RegExp,
  replace: Replace,
  { sign = "", replaceInHeader = replace }: { sign?: string; replaceInHeader?: Replace } = {},
): Redactor {
  const replaced = (given: string, by: Replace) =>
    given.includes(sign) ? given.replaceAll(pattern, by) : given;
  const text = (given: string) => replaced(given, replace);
  return {
    text,
    bytes: (given) => {
      const buffer = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      if (!buffer.includes(sign)) return given;
      const utf8 = buffer.toString("utf8");
      const isUtf8 = Buffer.from(utf8, "utf8").equals(buffer);
      const read = isUtf8 ? utf8 : buffer.toString("latin1");
      const safe = text(read);
      return safe === read ? given : Buffer.from(safe, isUtf8 ? "utf8" : "latin1");
    },
    headers: (lines: readonly HeaderLine[]) =>
      lines.map(
        ([name, value]): HeaderLine => [replaced(name, replaceInHeader), replaced(value, replaceInHeader)],
      ),
  };
}

/**
 * Texts that a service has to write to be right, and that this suite writes itself: the names of the interface, of headers and
 * media types. A secret that is such a word is taken out of what a target sent all the same; judging goes on with the word.
 */
export interface OwnWords {
  /** The tag of a word in a placeholder; undefined for what is neither a word of ours nor a part of one. */
  tagOf(found: string): string | undefined;
  /** The word again; undefined where it is none of these. */
  wordOf(tag: string): string | undefined;
}

export function createOwnWords(texts: readonly string[]): OwnWords {
  let words: Map<string, string> | undefined;
  return {
    tagOf: (found) =>
      found.length >= shortestAnywhere && texts.some((text) => text.includes(found)) ? tag(found) : undefined,
    wordOf: (asked) => {
      words ??= new Map(texts.flatMap(parts).map((part) => [tag(part), part]));
      return words.get(asked);
    },
  };
}

/** A digest: it leads to the word only for those who have the list of words. */
function tag(word: string): string {
  return hash("sha256", word).slice(0, 12);
}

function parts(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from + shortestAnywhere <= text.length; from += 1)
    for (let to = from + shortestAnywhere; to <= text.length; to += 1) found.push(text.slice(from, to));
  return found;
}
