import type { HeaderLine } from "./exchange.ts";
import { assertRecorded } from "./not-recorded.ts";

/** The values of every line with that name, in any case (RFC 9110, 5.1), without the whitespace around them (5.5). */
export function headerValues(lines: readonly HeaderLine[], name: string): string[] {
  const wanted = name.toLowerCase();
  assertRecorded(lines, wanted);
  return lines
    .filter(([n]) => n.toLowerCase() === wanted)
    .map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ""));
}

/** The value of the one line with that name; undefined when there is none or more than one. */
export function headerValue(lines: readonly HeaderLine[], name: string): string | undefined {
  const values = headerValues(lines, name);
  return values.length === 1 ? values[0] : undefined;
}
