import { type HeaderLine, type Redactor, redacted } from "./redact.ts";

/**
 * Members that hold one word out of a closed list of ours, never a text. Readers of a run branch on it, so a secret that is
 * the same word must not change it.
 */
export const wordMembers = [
  ...(["kind", "verdict", "level", "profile", "clock", "outcome", "method"] as const),
  ...(["phase", "bound", "why", "cause", "looks", "failureKind"] as const),
] as const;

/** `reason` is one of these words in a run, and a sentence in a verdict. */
export const reasonWords = [
  ...(["unreachable", "own-machine", "key-refused", "not-the-service", "outage", "redirected"] as const),
  ...(["key-stopped", "rate-limited", "interrupted", "budget", "creates-refused"] as const),
  ...(["required-untested", "too-few-cases", "evidence-lost", "nothing-judged", "should-failed"] as const),
] as const;

const words: ReadonlySet<string> = new Set(wordMembers);
const reasons: ReadonlySet<string> = new Set(reasonWords);

const isWord = (text: string, member: string): boolean =>
  words.has(member) || (member === "reason" && reasons.has(text));

/**
 * The value without secrets, itself where it holds none: of every text in it, bytes too, whatever the member's name. Header lines, in `headers`, are
 * looked through together. Parsed JSON, in `json`, is left out: reports show the text, and the places in a parsed
 * value would not fit it any more. A function, which may hold a secret, becomes one that gives the placeholder. Half a character
 * stands in none of them.
 */
export function redactValue(value: unknown, redactor: Redactor, member = ""): unknown {
  if (typeof value === "string") return isWord(value, member) ? value : wellFormed(redactor.text(value));
  if (typeof value === "function") return givesMark;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return redactor.bytes(value);
  if (Array.isArray(value))
    return member === "headers" ? redactLines(value, redactor) : redactItems(value, redactor, member);
  return redactMembers(value, redactor);
}

const givesMark = (): string => redacted;

const loneSurrogate = /\p{Cs}/gu;

/** Half of a pair is no text, and a strict reader of JSON rejects the whole file for it: it is shown as its number. */
function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replaceAll(loneSurrogate, (unit) => `\\u{${unit.charCodeAt(0).toString(16)}}`);
}

function redactLines(value: readonly unknown[], redactor: Redactor): unknown {
  if (!value.every(isHeaderLine)) return redactItems(value, redactor, "headers");
  const lines = redactor.headers(value).map(([name, text]) => [wellFormed(name), wellFormed(text)] as const);
  const isSame = lines.every(([name, text], place) => value[place]?.[0] === name && value[place][1] === text);
  return isSame ? value : lines;
}

function redactItems(value: readonly unknown[], redactor: Redactor, member: string): unknown {
  const copy = value.map((part) => redactValue(part, redactor, member));
  return copy.every((safe, index) => safe === value[index]) ? value : copy;
}

function redactMembers(value: object, redactor: Redactor): unknown {
  // Anything but a plain object (an address, a date) may hold more than its members.
  let copy: Record<string, unknown> | undefined =
    Object.getPrototypeOf(value) === Object.prototype ? undefined : { ...value };
  for (const [name, part] of Object.entries(value)) {
    const safe = name === "json" ? undefined : redactValue(part, redactor, name);
    if (safe !== part) {
      copy ??= { ...value };
      copy[name] = safe;
    }
  }
  if (!("header" in value && "value" in value)) return copy ?? value;
  // A credential that names its header is redacted as that header is.
  const line = [value.header, value.value];
  const [safe] = isHeaderLine(line) ? redactor.headers([line]) : [];
  if (safe === undefined || (copy === undefined && safe[0] === line[0] && safe[1] === line[1]))
    return copy ?? value;
  return { ...value, ...copy, header: safe[0], value: safe[1] };
}

function isHeaderLine(line: unknown): line is HeaderLine {
  return Array.isArray(line) && line.length === 2 && line.every((part) => typeof part === "string");
}
