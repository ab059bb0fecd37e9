import type { HeaderLine, Redactor } from "./redact.ts";

type Replace = (found: string, ...groups: string[]) => string;

/** A redactor that replaces what a pattern finds. Its bytes are read as UTF-8 where they are that. */
export function replacing(pattern: RegExp, replace: Replace, replaceInHeader = replace): Redactor {
  const text = (given: string) => given.replaceAll(pattern, replace);
  return {
    text,
    bytes: (given) => {
      const buffer = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      const utf8 = buffer.toString("utf8");
      const isUtf8 = Buffer.from(utf8, "utf8").equals(buffer);
      const read = isUtf8 ? utf8 : buffer.toString("latin1");
      const replaced = text(read);
      return replaced === read ? given : Buffer.from(replaced, isUtf8 ? "utf8" : "latin1");
    },
    headers: (lines: readonly HeaderLine[]) =>
      lines.map(([name, value]): HeaderLine => {
        const inHeader = (given: string) => given.replaceAll(pattern, replaceInHeader);
        return [inHeader(name), inHeader(value)];
      }),
  };
}
