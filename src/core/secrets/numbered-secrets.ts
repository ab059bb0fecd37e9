import { hash, randomBytes } from "node:crypto";
import { createRedactor, type Redactor, redacted } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";

export type NumberedSecrets = ReturnType<typeof createNumberedSecrets>;

/** How many secrets keep their number; one that returns after as many others gets a new one. */
const mostNumbers = 100_000;

/** Secrets of other requests that are still looked for: a service may show one client what another sent. */
const mostRecent = 8;

const mostRedactors = 64;

/** The credentials of many clients in traffic: each is forgotten as soon as it is redacted. */
export function createNumberedSecrets() {
  // What is remembered for a secret's number reveals nothing about it.
  const salt = randomBytes(32).toString("base64");
  const numbers = new Map<string, number>();
  let count = 0;
  const recent = new Set<string>();
  const redactors = new Map<string, Redactor>();

  const numberOf = (secret: string): number => {
    const tag = hash("sha256", salt + secret, "base64");
    const known = numbers.get(tag);
    if (known !== undefined) return known;
    count += 1;
    numbers.set(tag, count);
    dropOldest(numbers, mostNumbers);
    return count;
  };
  const marksOf = (secrets: readonly string[]) => {
    const marks = new Map(secrets.map((secret) => [secret, `{key ${numberOf(secret)}}`]));
    // Of several that begin alike, the one that occurs whole.
    return (found: string, secret: string) => marks.get(found) ?? marks.get(secret) ?? redacted;
  };
  const redactorOf = (secrets: readonly string[]): Redactor => {
    const name = JSON.stringify(secrets);
    const known = redactors.get(name);
    const redactor = known ?? createRedactor(secrets, marksOf(secrets));
    redactors.delete(name);
    redactors.set(name, redactor);
    dropOldest(redactors, mostRedactors);
    return redactor;
  };
  return {
    /** What stands in the place of a secret, `{key 7}`. */
    mark: (secret: string): string => `{key ${numberOf(secret)}}`,
    /**
     * A copy without these secrets, and without those that were sent last. In the place of each stands `{key 7}`: the same
     * number for the same secret, so that clients can be distinguished.
     * @param own the secrets of the exchange itself: none of them is mistaken for a part of another
     */
    redact: <T>(value: T, own: readonly string[]): Redacted<T> => {
      const others = [...recent].filter((secret) => !own.includes(secret)).toSorted();
      for (const secret of own) {
        recent.delete(secret);
        recent.add(secret);
      }
      while (recent.size > mostRecent) recent.delete(recent.values().next().value ?? "");
      // Its own first: a near-miss of another's key is a secret of its own.
      const first = own.length === 0 ? value : redactValue(value, redactorOf(own));
      return (others.length === 0 ? first : redactValue(first, redactorOf(others))) as Redacted<T>;
    },
  };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
