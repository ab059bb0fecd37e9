import { KnownSecrets, Redactor } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";

/**
 * What must not leave a run, and the one door out. It lives as long as the run: whatever sends adds what it sends to
 * authenticate, before it sends it, and what is redacted from then on holds none of it.
 */
export class Secrets {
  readonly #all = new Set<string>();
  readonly #known = new KnownSecrets();
  readonly #redactor = new Redactor(this.#known);
  readonly #close = new Redactor(this.#known, true);

  constructor(...given: readonly string[]) {
    this.#add(given, true);
  }

  add(...more: readonly string[]): void {
    this.#add(more, true);
  }

  /** Secrets of other runs, which this one does not send: they are taken out, too. */
  addOthers(...more: readonly string[]): void {
    this.#add(more, false);
  }

  // Functions, because they are handed on without their object.

  /**
   * A copy without any secret that is known by now. Only this makes a `Redacted`.
   * @param structure members that hold names and words of ours, as file names do: they stay
   */
  readonly redact = <T>(value: T, structure: readonly (keyof T)[] = []): Redacted<T> =>
    redactBy(this.#redactor, value, structure);

  /** The same for what was concluded from an answer that held a secret: a part of it may have been truncated there. */
  readonly redactClosely = <T>(value: T, structure: readonly (keyof T)[] = []): Redacted<T> =>
    redactBy(this.#close, value, structure);

  /** Takes the secrets out of an exception where it stands, its causes too, so that its class stays. */
  redactError(error: unknown, seen = new Set<unknown>()): unknown {
    if (typeof error === "string") return this.redact(error);
    if (Array.isArray(error)) return error.map((one) => this.redactError(one, seen));
    if (typeof error !== "object" || error === null || seen.has(error)) return error;
    // What else an exception holds (a socket, a request) is dropped.
    if (!(error instanceof Error)) return undefined;
    seen.add(error);
    for (const name of Object.getOwnPropertyNames(error))
      Reflect.set(error, name, this.redactError(Reflect.get(error, name), seen));
    return error;
  }

  #add(secrets: readonly string[], isOwn: boolean): void {
    for (const secret of secrets) {
      if (secret === "" || this.#all.has(secret)) continue;
      this.#all.add(secret);
      this.#known.add(secret, isOwn);
      for (const redactor of [this.#redactor, this.#close]) redactor.forget();
    }
  }
}

function redactBy<T>(redactor: Redactor, value: T, structure: readonly (keyof T)[]): Redacted<T> {
  if (structure.length === 0) return redactValue(value, redactor) as Redacted<T>;
  const kept = new Set<PropertyKey>(structure);
  const others = Object.entries(value as object).filter(([name]) => !kept.has(name));
  const safe = redactValue(Object.fromEntries(others), redactor) as object;
  return Object.assign({}, value, safe) as Redacted<T>;
}
