import { NotRecorded, type Recorded, recorded } from "../contract/recorded.ts";
import type { HeaderFields, HeaderLine } from "./exchange.ts";

const notRecorded = new NotRecorded("a field of the answer");

/** Lines from Node's raw headers, in which names and values alternate. */
export function linesOfRaw(raw: readonly string[]): HeaderLine[] {
  return raw.flatMap((name, at): HeaderLine[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
}

/** The lines of a request with Accept: JSON, unless the request has an Accept of its own. */
export function withAccept(lines: readonly HeaderLine[] = []): HeaderLine[] {
  const isOwn = lines.some(([name]) => name === "Accept");
  return isOwn ? [...lines] : [["Accept", "application/json"], ...lines];
}

/** True of what people and tools write in place of a secret value: `[redacted]`, `***`, `<hidden>`. */
export function isCutOut(value: string): boolean {
  return /^(?:(?:[[<({](?:[\w-]{1,40} )?)?(?:redacted|hidden|removed|masked|filtered|sanitized|secret)\b.*|[*•xX]{3,})$/i.test(
    value.trim(),
  );
}

export function recordedLines(fields: HeaderFields): readonly HeaderLine[] {
  return "lines" in fields ? fields.lines : fields;
}

/**
 * The values of every line with that name, in any case (RFC 9110, 5.1), without the whitespace around them (5.5). Not
 * recorded where nobody knows whether the field was sent.
 */
export function recordedValues(fields: HeaderFields, name: string): Recorded<string[]> {
  const wanted = name.toLowerCase();
  if ("lines" in fields) {
    const { recordedNames, cutOutNames = [] } = fields;
    if (recordedNames?.includes(wanted) === false || cutOutNames.includes(wanted)) return notRecorded;
  }
  return (
    recordedLines(fields)
      .filter(([n]) => n.toLowerCase() === wanted)
      // Without the lookbehind, whitespace within a value would take quadratic time.
      .map(([, value]) => value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ""))
  );
}

/** The same, for checks that need them. @throws NotRecorded */
export function headerValues(fields: HeaderFields, name: string): string[] {
  return recorded(recordedValues(fields, name));
}

/** The value of the one line with that name; undefined when there is none or more than one. @throws NotRecorded */
export function headerValue(fields: HeaderFields, name: string): string | undefined {
  const values = headerValues(fields, name);
  return values.length === 1 ? values[0] : undefined;
}
