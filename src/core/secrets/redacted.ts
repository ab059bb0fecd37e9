/** Made by nothing but redaction. Where an object is spread it is lost, so that what is added there stands out. */
declare class Mark {
  protected readonly madeByRedaction: true;
}

/**
 * What may leave a run: a value out of which `Secrets.redact` took every secret, all the way down. Whatever writes,
 * prints or hands on evidence asks for this type, so that no member can go round redaction. An object whose names are
 * texts that nobody knows beforehand has no such form: its names would stay as they are.
 */
export type Redacted<T> = Mark & RedactedParts<T>;

type RedactedParts<T> = T extends string
  ? string extends T
    ? T & Mark
    : T
  : T extends Uint8Array
    ? T & Mark
    : T extends AnyFunction
      ? T
      : T extends readonly unknown[]
        ? Mark & { readonly [Key in keyof T]: RedactedParts<T[Key]> }
        : T extends object
          ? string extends keyof T
            ? never
            : Mark & { readonly [Key in keyof T]: RedactedParts<T[Key]> }
          : T;

/** Put together of parts that are redacted already: what is a word of ours in one of them is not taken for a secret now. */
export function ofRedacted<T extends object>(
  parts: { readonly [Key in keyof T]: Part<T[Key]> },
): Redacted<T> {
  return parts as Redacted<T>;
}

/** A list may be put together of redacted items, too. */
type Part<T> =
  | RedactedParts<T>
  | (T extends readonly (infer Item)[] ? readonly RedactedParts<Item>[] : never);

type AnyFunction = (...given: never) => unknown;
