import type { HeaderLine, Redactor } from "./redact.ts";

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
