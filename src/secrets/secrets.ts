import { createPlaceholders, placeholders } from "./placeholders.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";
import { replacing } from "./replacing.ts";

/**
 * What must not leave a run, and the one door out. It lives as long as the run: whatever sends adds what it sends to
 * authenticate, before it sends it, and what is redacted from then on holds none of it.
 */
export interface Secrets {
  add(...secrets: readonly string[]): void;
  /** Secrets of other runs, which this one does not send: they are taken out, too. */
  addOthers(...secrets: readonly string[]): void;
  /** A copy without any secret that is known by now. Only this makes a `Redacted`. */
  redact<T>(value: T): Redacted<T>;
  /** The same for a recording: what stands in the place of a secret says what judging needs of it. */
  redactForJudging<T>(value: T): Redacted<T>;
  /** Takes the secrets out of an exception where it stands, its causes too, so that its class stays. */
  redactError(error: unknown): unknown;
}

/** Texts that are remembered, in characters: a run's events and its reports hold the same ones. */
const mostRemembered = 1 << 25;

export function createSecrets(...given: readonly string[]): Secrets {
  const known = new Set<string>();
  const redactor = createRedactor();
  const placeholderOf = createPlaceholders();
  const forJudging = createRedactor([], placeholderOf);
  // What a target writes like a placeholder is none.
  const withPlaceholders = inTurn(replacing(placeholders, placeholderOf), forJudging);
  let remembered: Redactor | undefined;

  const add = (secrets: readonly string[], isOwn: boolean) => {
    for (const secret of secrets) {
      if (secret === "" || known.has(secret)) continue;
      known.add(secret);
      redactor.add(secret, isOwn);
      forJudging.add(secret, isOwn);
      remembered = undefined;
    }
  };
  const redact = <T>(value: T): Redacted<T> => {
    remembered ??= remembering(redactor);
    return redactValue(value, remembered) as Redacted<T>;
  };
  const redactError = (error: unknown, seen = new Set<unknown>()): unknown => {
    if (typeof error === "string") return redact(error);
    if (Array.isArray(error)) return error.map((one) => redactError(one, seen));
    if (typeof error !== "object" || error === null || seen.has(error)) return error;
    // What else hangs on an exception (a socket, a request) is for nobody to read.
    if (!(error instanceof Error)) return undefined;
    seen.add(error);
    for (const name of Object.getOwnPropertyNames(error))
      Reflect.set(error, name, redactError(Reflect.get(error, name), seen));
    return error;
  };
  const secrets: Secrets = {
    add: (...more) => add(more, true),
    addOthers: (...more) => add(more, false),
    redact,
    redactForJudging: <T>(value: T) => redactValue(value, withPlaceholders) as Redacted<T>,
    redactError: (error) => redactError(error),
  };
  secrets.add(...given);
  return secrets;
}

function inTurn(first: Redactor, then: Redactor): Redactor {
  return {
    text: (text) => then.text(first.text(text)),
    bytes: (bytes) => then.bytes(first.bytes(bytes)),
    headers: (lines) => then.headers(first.headers(lines)),
  };
}

/** The same, but a text or a body is looked through once. */
function remembering({ text, bytes, headers }: Redactor): Redactor {
  const texts = new Map<string, string>();
  const bodies = new WeakMap<Uint8Array, Uint8Array>();
  let remembered = 0;
  return {
    headers,
    text: (given) => {
      const before = texts.get(given);
      if (before !== undefined) return before;
      remembered += given.length;
      if (remembered > mostRemembered) {
        texts.clear();
        remembered = given.length;
      }
      const safe = text(given);
      texts.set(given, safe);
      return safe;
    },
    bytes: (given) => {
      const safe = bodies.get(given) ?? bytes(given);
      bodies.set(given, safe);
      return safe;
    },
  };
}
