import { hash } from "node:crypto";
import type { ForeignExchange } from "./foreign-exchange.ts";

/** The states of keys are kept in so many slots, and a part of the work is whole slots. */
export const slots = 1024;

/**
 * The key that a request was sent with, as far as it tells one client from another; undefined for none, and for a
 * mark that stands for any key (`[redacted]`, `***`).
 */
export function keyOf({ headers }: Pick<ForeignExchange, "headers">): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === "authorization");
  const [line] = values;
  return line === undefined || values.length > 1 ? undefined : keyIn(line[1]);
}

// RFC 6750, section 2.1, or a placeholder with a number: `{key 3}`.
const token = /^bearer +([A-Za-z0-9._~+/-]+=*|\{key [0-9]+\})[ \t]*$/i;
const mark = /redacted|masked|filtered|sanitized|^(?:hidden|removed|secret|token|api[-_]?key|key|x+|[.-]+)$/i;

/** The key in the value of an Authorization field. */
export function keyIn(authorization: string): string | undefined {
  const [, key] = token.exec(authorization.trim()) ?? [];
  return key === undefined || mark.test(key) ? undefined : key;
}

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

/** True where every exchange is in it. */
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
