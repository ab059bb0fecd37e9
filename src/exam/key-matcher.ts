import type { KeyMatcher } from "../core/check/client-check.ts";
import { createSecrets } from "../core/secrets/secrets.ts";

/** For an exam that gave the key itself. */
export function matcherOf(key: string): KeyMatcher {
  const secrets = createSecrets(key);
  return { isKey: (token) => token === key, isIn: (text) => secrets.redact(text) !== text };
}
