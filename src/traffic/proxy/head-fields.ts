import type { HeaderLine } from "../../core/exchange/exchange.ts";

/** How a body ends (RFC 9112, section 6.3); `opaque` where what follows is no HTTP. */
export type Framing = "none" | "chunked" | "close" | "opaque" | { readonly length: number };

export class NotHttp extends Error {
  override readonly name: string = "NotHttp";
}

/** Thrown where a head is longer than there is room for. */
export class NoRoom extends NotHttp {
  override readonly name = "NoRoom";
}

// With the lines in which a value goes on (obs-fold).
const framingField = /(transfer-encoding|content-length)[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)/iy;

/** What the fields of a head say of the body; undefined where they say nothing. @throws NotHttp where they contradict themselves */
export function framingOf(head: string): Framing | undefined {
  const [codings, lengths]: [string[], string[]] = [[], []];
  for (let at = head.indexOf("\n") + 1; at > 0; at = head.indexOf("\n", at) + 1) {
    // Called for each head that passes: the first letter says of most lines that they are none of these.
    const letter = head.charCodeAt(at) | 32;
    if (letter !== 116 && letter !== 99) continue;
    framingField.lastIndex = at;
    const [, name = "", value] = framingField.exec(head) ?? [];
    if (value === undefined) continue;
    const isLength = name.length === "content-length".length;
    (isLength ? lengths : codings).push(...value.split(",").map((one) => one.trim()));
  }
  if (codings.length > 0) return codings.at(-1)?.toLowerCase() === "chunked" ? "chunked" : "close";
  const [length] = lengths;
  if (length === undefined) return undefined;
  if (!/^[0-9]{1,15}$/.test(length) || lengths.some((other) => other !== length)) throw new NotHttp();
  return { length: Number(length) };
}

/** The lines of a head after the first one, without whitespace around values. */
export function linesOf(head: string): readonly HeaderLine[] {
  const lines: [string, string][] = [];
  for (const line of head.trimStart().split(/\r?\n/).slice(1)) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    else if (line !== "") {
      const at = line.indexOf(":");
      lines.push([line.slice(0, at), trimmed(line, at + 1)]);
    }
  }
  return lines;
}

function trimmed(line: string, at: number): string {
  let [from, to] = [at, line.length];
  while (from < to && isBlank(line.charCodeAt(from))) from += 1;
  while (from < to && isBlank(line.charCodeAt(to - 1))) to -= 1;
  return line.slice(from, to);
}

const isBlank = (code: number): boolean => code === 32 || code === 9;
