import { recorded } from "../contract/recorded.ts";
import { type Exchange, headerValue, headerValues } from "./exchange.ts";
import type { WireExchange } from "./wire-exchange.ts";

/**
 * The key that a request was sent with. Undefined for none, and for a mark in place of a key (`[redacted]`, `***`),
 * which distinguishes no client.
 */
export function keyOf({ headers }: WireExchange): string | undefined {
  const authorization = headerValue(headers, "authorization");
  return authorization === undefined ? undefined : keyIn(authorization);
}

// RFC 6750, section 2.1, or a placeholder with a number: `{key 3}`.
const token = /^bearer +([A-Za-z0-9._~+/-]+=*|\{key [0-9]+\})[ \t]*$/i;
const mark = /redacted|masked|filtered|sanitized|^(?:hidden|removed|secret|token|api[-_]?key|key|x+|[.-]+)$/i;

export function keyIn(authorization: string): string | undefined {
  const [, key] = token.exec(authorization.trim()) ?? [];
  return key === undefined || mark.test(key) ? undefined : key;
}

/** Characters of the body that are searched: a reason stands near its beginning. */
const longestRead = 4096;

/** Whether a request with the valid key was answered 401 by a service that says that the key expired. */
export function namesExpiry({ request, outcome }: Exchange): boolean {
  if (request.credential.kind !== "valid" || outcome.kind !== "answer") return false;
  const { status, headers, body } = outcome.answer;
  if (status !== 401) return false;
  const { text } = recorded(body);
  // RFC 6750, section 3.1: `error="invalid_token", error_description="The access token expired"`.
  return [...headerValues(headers, "www-authenticate"), text.slice(0, longestRead)].some((said) =>
    /expired/i.test(said),
  );
}
