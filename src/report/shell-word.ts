import { isPlainText } from "../core/json/escape.ts";

/** A longer text is searched for repetitions. */
const longestAsItIs = 120;

/** From so many repetitions on, one or two characters are written by a loop of the shell. */
const fewestRepeated = 40;

/**
 * One word of a POSIX shell. What repeats in a long text is counted and not written out; text with control or deceptive
 * characters goes through printf, which is portable.
 */
export function shellWord(text: string): string {
  if (!isPlainText(text)) return `"$(printf ${printfFormat(new TextEncoder().encode(text))})"`;
  if (text.length <= longestAsItIs) return quoted(text);
  const words: string[] = [];
  let end = 0;
  for (const { index, 0: run, 1: unit = "" } of text.matchAll(repeated)) {
    const format = printfFormat(new TextEncoder().encode(unit)).replace(/'$/u, "%.0s'");
    words.push(quoted(text.slice(end, index)), `"$(printf ${format} $(seq ${run.length / unit.length}))"`);
    end = index + run.length;
  }
  return [...words, quoted(text.slice(end))].filter((word) => word !== "''").join("");
}

const repeated = new RegExp(`([!-~]{1,2}?)\\1{${fewestRepeated - 1},}`, "gu");

/** One word of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A format string for POSIX printf that writes exactly these bytes: octal escapes, since `\x` is not portable. */
export function printfFormat(bytes: Uint8Array): string {
  let format = "";
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x25 && byte !== 0x5c && byte !== 0x27;
    format += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  }
  return `'${format}'`;
}
