import { hash, randomBytes } from "node:crypto";
import { BoundedMap } from "../memory/bounded-map.ts";
import { knownIn } from "../memory/derived-from.ts";
import { type Redactor, redacted, redactorOf } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";

/** How many secrets keep their number; one that returns after as many others gets a new one. */
const mostNumbers = 100_000;

const mostRedactors = 64;

/** A service may show one client what another sent: so many secrets are looked for in what comes next. */
const mostRecent = 8;

export class RecentSecrets {
  readonly #recent = new BoundedMap<string, true>(mostRecent);

  /** Takes in those of an exchange. Gives the others that were sent before it. */
  next(own: readonly string[]): readonly string[] {
    const others = [...this.#recent.entries()].flatMap(([secret]) => (own.includes(secret) ? [] : secret));
    for (const secret of own) this.#recent.set(secret, true);
    return others;
  }
}

/** The credentials of many clients in traffic: each is forgotten as soon as it is redacted. */
export class NumberedSecrets {
  // What is remembered for a secret's number reveals nothing about it.
  readonly #salt = randomBytes(32).toString("base64");
  readonly #numbers = new BoundedMap<string, number>(mostNumbers);
  #count = 0;
  readonly #recent = new RecentSecrets();
  readonly #redactors = new BoundedMap<string, Redactor>(mostRedactors);

  /** What stands in the place of a secret, `{key 7}`. */
  mark(secret: string): string {
    const tag = hash("sha256", this.#salt + secret, "base64");
    return `{key ${knownIn(this.#numbers, tag, () => ++this.#count)}}`;
  }

  /**
   * A copy without these secrets, and without those that were sent last. In the place of each stands `{key 7}`: the same
   * number for the same secret, so that clients can be distinguished.
   * @param own the secrets of the exchange itself: none of them is mistaken for a part of another
   */
  redact<T>(value: T, own: readonly string[]): Redacted<T> {
    const others = this.#recent.next(own).toSorted();
    // Its own first: a near-miss of another's key is a secret of its own.
    const first = own.length === 0 ? value : redactValue(value, this.#redactorOf(own));
    return (others.length === 0 ? first : redactValue(first, this.#redactorOf(others))) as Redacted<T>;
  }

  #redactorOf(secrets: readonly string[]): Redactor {
    return knownIn(this.#redactors, JSON.stringify(secrets), () =>
      redactorOf(secrets, this.#marksOf(secrets)),
    );
  }

  #marksOf(secrets: readonly string[]) {
    const marks = new Map(secrets.map((secret) => [secret, this.mark(secret)]));
    // Of several that begin alike, the one that occurs whole.
    return (found: string, secret: string) => marks.get(found) ?? marks.get(secret) ?? redacted;
  }
}
