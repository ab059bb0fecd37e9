import { parseHttpDate } from "../http-date.ts";

export type RetryAfter =
  | { readonly kind: "seconds"; readonly seconds: number }
  | { readonly kind: "date"; readonly atMs: number };

/**
 * Retry-After (RFC 9110, section 10.2.3): whole seconds without a sign, or an HTTP-date.
 * Undefined for anything else. More than 2^53 - 1 seconds are given as so many.
 */
export function parseRetryAfter(value: string): RetryAfter | undefined {
  if (/^[0-9]+$/.test(value)) {
    return { kind: "seconds", seconds: Math.min(Number(value), Number.MAX_SAFE_INTEGER) };
  }
  const atMs = parseHttpDate(value);
  return atMs === undefined ? undefined : { kind: "date", atMs };
}
