import { knownSecrets, type Redactor, redactorOf } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";

export type Secrets = ReturnType<typeof createSecrets>;

/**
 * What must not leave a run, and the one door out. It lives as long as the run: whatever sends adds what it sends to
 * authenticate, before it sends it, and what is redacted from then on holds none of it.
 */
export function createSecrets(...given: readonly string[]) {
  const all = new Set<string>();
  const known = knownSecrets();
  const redactor = redactorOf(known);
  const close = redactorOf(known, { anyPart: true });

  const add = (secrets: readonly string[], isOwn: boolean) => {
    for (const secret of secrets) {
      if (secret === "" || all.has(secret)) continue;
      all.add(secret);
      known.add(secret, isOwn);
      for (const { forget } of [redactor, close]) forget();
    }
  };
  const redactBy =
    (used: Redactor) =>
    <T>(value: T, structure: readonly (keyof T)[] = []): Redacted<T> => {
      if (structure.length === 0) return redactValue(value, used) as Redacted<T>;
      const kept = new Set<PropertyKey>(structure);
      const others = Object.entries(value as object).filter(([name]) => !kept.has(name));
      const safe = redactValue(Object.fromEntries(others), used) as object;
      return Object.assign({}, value, safe) as Redacted<T>;
    };
  const redact = redactBy(redactor);
  const redactError = (error: unknown, seen = new Set<unknown>()): unknown => {
    if (typeof error === "string") return redact(error);
    if (Array.isArray(error)) return error.map((one) => redactError(one, seen));
    if (typeof error !== "object" || error === null || seen.has(error)) return error;
    // What else an exception holds (a socket, a request) is dropped.
    if (!(error instanceof Error)) return undefined;
    seen.add(error);
    for (const name of Object.getOwnPropertyNames(error))
      Reflect.set(error, name, redactError(Reflect.get(error, name), seen));
    return error;
  };
  add(given, true);
  return {
    add: (...more: readonly string[]): void => add(more, true),
    /** Secrets of other runs, which this one does not send: they are taken out, too. */
    addOthers: (...more: readonly string[]): void => add(more, false),
    /**
     * A copy without any secret that is known by now. Only this makes a `Redacted`.
     * @param structure members that hold names and words of ours, as file names do: they stay
     */
    redact,
    /** The same for what was concluded from an answer that held a secret: a part of it may have been truncated there. */
    redactClosely: redactBy(close),
    /** Takes the secrets out of an exception where it stands, its causes too, so that its class stays. */
    redactError: (error: unknown): unknown => redactError(error),
  };
}
