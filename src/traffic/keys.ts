import { hash } from "node:crypto";
import { keyIn } from "../core/exchange/bearer-key.ts";

/** The states of keys are kept in so many slots, and a part of the work is whole slots. */
export const slots = 1024;

/** The first four bytes of the key's SHA-256 as a big-endian number, modulo 1024. */
export function slotOf(key: string): number {
  return hash("sha256", key, "buffer").readUInt32BE(0) % slots;
}

/** One of `of` parts, from 1. */
export interface Part {
  readonly part: number;
  readonly of: number;
  /** Of this part a part again, as the threads of one process share it. */
  readonly within?: Part;
}

export const whole: Part = { part: 1, of: 1 };

/** What a part of the work is cut by: the slot of the key, or for an exchange without a key its line. */
export function shareOf(key: string | undefined, line: number): number {
  return key === undefined ? line : slotOf(key);
}

export function isIn({ part, of, within }: Part, share: number): boolean {
  return share % of === part - 1 && (within === undefined || isIn(within, Math.floor(share / of)));
}

export function isWhole({ of, within }: Part): boolean {
  return of === 1 && (within === undefined || isWhole(within));
}

const name = /"authorization"/gi;
const field = /"authorization"\s*[,:]\s*"([^"\\]*)"\s*([^\s:])/gi;
/** Letters that are written as escapes could spell the name. */
const escapedLetter = /\\u00[4-7]/;

/**
 * The same for a line that is not parsed yet; undefined where it has to be. The field stands there as `"Authorization",
 * "Bearer …"` or as a member. Quotes within texts, such as bodies, are escaped, so that nothing there looks like it.
 */
export function shareOfText(text: string, line: number): number | undefined {
  const [found, ...more] = text.matchAll(field);
  const named = [...text.matchAll(name)].length;
  if (more.length > 0 || named > (found === undefined ? 0 : 1) || escapedLetter.test(text)) return undefined;
  return shareOf(keyIn(found?.[1] ?? ""), line);
}
