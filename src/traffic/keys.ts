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
}

export const whole: Part = { part: 1, of: 1 };

/** Whether a part judges an exchange: those without a key go round by their line. */
export function isIn({ part, of }: Part, key: string | undefined, line: number): boolean {
  return (key === undefined ? line : slotOf(key)) % of === part - 1;
}
