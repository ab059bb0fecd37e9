import { type HeaderLine, type Redactor, redacted } from "./redact.ts";

/**
 * Members that hold a word of ours out of a closed list, never a text: what reads a run tells one thing from another
 * by it, and a secret that is the same word must not change that.
 */
export const wordMembers = [
  "kind",
  "verdict",
  "level",
  "profile",
  "clock",
  "outcome",
  "method",
  "phase",
  "bound",
  "why",
  "cause",
  "looks",
  "failureKind",
] as const;

/** `reason` is one of these words in a run, and a sentence in a verdict. */
export const reasonWords = [
  "unreachable",
  "own-machine",
  "key-refused",
  "not-the-service",
  "outage",
  "redirected",
  "key-stopped",
  "rate-limited",
  "interrupted",
  "budget",
  "creates-refused",
  "required-untested",
  "evidence-lost",
  "nothing-judged",
  "should-failed",
] as const;

const words: ReadonlySet<string> = new Set(wordMembers);
const reasons: ReadonlySet<string> = new Set(reasonWords);

const isWord = (text: string, member: string): boolean =>
  words.has(member) || (member === "reason" && reasons.has(text));

/**
 * The value without secrets, itself where it holds none: of every text in it, bytes too, whatever the member's name. Header lines, in `headers`, are
 * looked through together. Parsed JSON, in `json`, is left out: reports show the text, and the places in a parsed
 * value would not fit it any more. A function, which may hold a secret, becomes one that gives the placeholder.
 */
export function redactValue(value: unknown, redactor: Redactor, member = ""): unknown {
  if (typeof value === "string") return isWord(value, member) ? value : redactor.text(value, member);
  if (typeof value === "function") return () => redacted;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return redactor.bytes(value);
  if (Array.isArray(value)) {
    if (member === "headers" && value.every(isHeaderLine)) {
      const lines = redactor.headers(value);
      return lines.some((line, place) => isOther(line, value[place] ?? line)) ? lines : value;
    }
    const copy = value.map((part: unknown) => redactValue(part, redactor, member));
    return isOther(copy, value) ? copy : value;
  }
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value))
    copy[name] = name === "json" ? undefined : redactValue(part, redactor, name);
  const safe = withHeader(copy, value, redactor);
  return isOther(safe, value) ? safe : value;
}

/** What is no plain object (an address, a date) may hold more than its members. */
function isOther(copy: object, given: object): boolean {
  const isPlain = Object.getPrototypeOf(given) === Object.getPrototypeOf(copy);
  return !isPlain || Object.entries(copy).some(([name, part]) => part !== Reflect.get(given, name));
}

function isHeaderLine(line: unknown): line is HeaderLine {
  return Array.isArray(line) && line.length === 2 && line.every((part) => typeof part === "string");
}

/** What names the header that it stands in (`Credential`) is redacted as that header is. */
function withHeader(
  copy: Record<string, unknown>,
  given: { readonly header?: unknown; readonly value?: unknown },
  redactor: Redactor,
): Record<string, unknown> {
  const line = [given.header, given.value];
  if (!isHeaderLine(line)) return copy;
  const [[header, value] = line] = redactor.headers([line]);
  return { ...copy, header, value };
}
