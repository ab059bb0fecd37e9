import { quoted } from "../../../../src/core/contract/problem-words.ts";
import { longestName } from "./marks.ts";

/** Names that have to come back exactly (ruling 11). */
export function isJudgedName(name: string | undefined): name is string {
  return (
    name !== undefined &&
    name.length >= 1 &&
    name.length <= longestName &&
    name.isWellFormed() &&
    !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(name)
  );
}

export function isAscii(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name);
}

/** Whether whitespace around a name is kept is a `should` (CREATE-18). */
export function sameButForWhitespace(a: string, b: string): boolean {
  return a.trim() === b.trim();
}

/** The same but for whitespace around it and its Unicode normal form (ruling 11: those are a `should`). */
export function sameText(a: string, b: string): boolean {
  return a.trim().normalize("NFKC") === b.trim().normalize("NFKC");
}

/** Not truncated, since the difference may be at its end; an escaped name may be twice as long. */
export function nameInWords(name: string): string {
  return quoted(name, 2 * longestName);
}
