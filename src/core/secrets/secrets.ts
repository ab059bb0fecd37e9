import {
  createPlaceholders,
  type OwnWords,
  placeholderSign,
  placeholders,
  replacing,
} from "./placeholders.ts";
import { knownSecrets, type MarkOf, type Redactor, redacted, redactorOf } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";

export type Secrets = ReturnType<typeof createSecrets>;

/** What the evidence of one run is redacted with before it is judged. */
export type ForJudging = ReturnType<Secrets["forJudging"]>;

/**
 * What must not leave a run, and the one door out. It lives as long as the run: whatever sends adds what it sends to
 * authenticate, before it sends it, and what is redacted from then on holds none of it.
 */
export function createSecrets(...given: readonly string[]) {
  const all = new Set<string>();
  const known = knownSecrets();
  const made: { forget(): void }[] = [];
  const redactorFor = (markOf?: MarkOf): Redactor => {
    const redactor = redactorOf(known, markOf);
    made.push(redactor);
    return redactor;
  };
  const redactor = redactorFor();

  const add = (secrets: readonly string[], isOwn: boolean) => {
    for (const secret of secrets) {
      if (secret === "" || all.has(secret)) continue;
      all.add(secret);
      known.add(secret, isOwn);
      for (const { forget } of made) forget();
    }
  };
  /**
   * A copy without any secret that is known by now. Only this makes a `Redacted`.
   * @param structure members that hold names and words of ours, as file names do: they stay
   */
  const redact = <T>(value: T, structure: readonly (keyof T)[] = []): Redacted<T> => {
    const safe = redactValue(value, redactor);
    if (structure.length === 0) return safe as Redacted<T>;
    return Object.assign({}, safe, ...structure.map((name) => ({ [name]: value[name] })));
  };
  /** What stands in the place of a secret says what judging needs of it (`placeholders.ts`). */
  const forJudging = (words: OwnWords) => {
    const placeholderOf = createPlaceholders(words);
    const isOurs = (found: string) => words.tagOf(found) !== undefined;
    const using =
      (used: Redactor) =>
      <T>(value: T) =>
        redactValue(value, used) as Redacted<T>;
    return {
      /** What the target sent, or was said of it. Text of the target's that looks like a placeholder is not one. */
      evidence: using(
        inTurn(
          replacing(placeholders, (found) => placeholderOf(found), { sign: placeholderSign }),
          redactorFor((found, _, isName) => (isName && isOurs(found) ? found : placeholderOf(found))),
        ),
      ),
      /** What the suite sent: it writes its own words itself, so they stay; what it has from answers is redacted as they are. */
      request: using(redactorFor((found) => (isOurs(found) ? found : placeholderOf(found)))),
      /** What the user gave, in which our own words stay, too. */
      given: using(redactorFor((found) => (isOurs(found) ? found : redacted))),
    };
  };
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
    redact,
    forJudging,
    /** Takes the secrets out of an exception where it stands, its causes too, so that its class stays. */
    redactError: (error: unknown): unknown => redactError(error),
  };
}

function inTurn(first: Redactor, then: Redactor): Redactor {
  return {
    text: (text) => then.text(first.text(text)),
    bytes: (bytes) => then.bytes(first.bytes(bytes)),
    headers: (lines) => then.headers(first.headers(lines)),
  };
}
