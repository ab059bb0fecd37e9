import { createSecrets } from "../core/secrets/secrets.ts";

/** Tells whether what a client sent is, or holds, the key that it was given. */
export interface KeyMatcher {
  /** The token of a bearer credential. */
  isKey(token: string): boolean;
  /** In any encoding in which reports look for it, or cut in two. */
  isIn(text: string): boolean;
}

/** For an exam that gave the key itself. */
export function matcherOf(key: string): KeyMatcher {
  const secrets = createSecrets(key);
  return { isKey: (token) => token === key, isIn: (text) => secrets.redact(text) !== text };
}
