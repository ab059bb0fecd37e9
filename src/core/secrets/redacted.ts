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

type AnyFunction = (...given: never) => unknown;
