/**
 * What a value of an option may be. `seconds` are read from `10`, `2.5`, `500ms`, `10s` or `15m`
 * and kept in milliseconds; `bytes` from `2097152`, `500kB`, `1.5MB` or `8MiB`.
 */
export type ValueKind =
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "seconds"; readonly least: number; readonly most: number }
  | { readonly kind: "bytes"; readonly least: number; readonly most: number }
  | { readonly kind: "pattern"; readonly pattern: RegExp; readonly words: string; readonly example: string }
  /** Exact digits; in the configuration file a number too. */
  | { readonly kind: "int64" }
  | { readonly kind: "text"; readonly words: string };

/** What a shell may complete a value from: its files, the ids of one kind (selectors: ids and areas), or these words. */
export type Completes = "files" | "requirements" | "selectors" | "faults" | "variants" | readonly string[];

/** One option: everything that parsing, help, completion, the configuration file and its schema need to know. */
export interface OptionSpec {
  /** Without the dashes: `max-burst`; the same name is the key in the configuration file. */
  readonly name: string;
  readonly value: ValueKind;
  /** What stands for the value in the help: `N`. */
  readonly placeholder?: string;
  /** Where the kind does not say what the values are. */
  readonly completes?: Completes;
  /** May be given more than once; in the configuration file a list. */
  readonly repeatable?: true;
  /** May not stand in the configuration file, and why: it completes "…, because". */
  readonly notInConfig?: string;
  /** A flag that is on by default: the help shows `--no-…`. */
  readonly onByDefault?: true;
  readonly help: string;
  /** In words, for the help; undefined where leaving it out means nothing is asked. */
  readonly default?: string;
}

/** A value that was read: a flag, a number (milliseconds for `seconds`), a text. */
export type OptionValue = boolean | number | string;

/** Why a text is no value of an option: what it must be, and one that would do. */
export interface ValueProblem {
  /** Completes "--name must be". */
  readonly mustBe: string;
  readonly example: string;
}

export type ReadValue =
  | { readonly ok: true; readonly value: OptionValue }
  | ({ readonly ok: false } & ValueProblem);

/** A size in bytes, or with its unit. */
export const sizePattern = /^(\d{1,9}(?:\.\d{1,3})?)(B|kB|KB|MB|KiB|MiB)?$/;

/** Reads a value as it stands on the command line or, with its YAML type, in the configuration file. */
export function readValue(kind: ValueKind, given: unknown): ReadValue {
  switch (kind.kind) {
    case "flag":
      return typeof given === "boolean"
        ? { ok: true, value: given }
        : { ok: false, mustBe: "true or false", example: "true" };
    case "choice":
      if (typeof given === "string" && kind.of.includes(given)) return { ok: true, value: given };
      return { ok: false, mustBe: `one of ${kind.of.join(", ")}`, example: kind.of[0] ?? "" };
    case "whole":
      return readWhole(kind, given);
    case "seconds":
      return readSeconds(kind, given);
    case "bytes":
      return readBytes(kind, given);
    case "pattern":
      if (typeof given === "string" && kind.pattern.test(given)) return { ok: true, value: given };
      return { ok: false, mustBe: kind.words, example: kind.example };
    case "int64": {
      const text = textOf(given);
      const isInt64 =
        text !== undefined &&
        /^(?:0|-?[1-9]\d{0,18})$/.test(text) &&
        BigInt.asIntN(64, BigInt(text)) === BigInt(text);
      return isInt64
        ? { ok: true, value: text }
        : { ok: false, mustBe: "a whole number of 64 bits", example: "1" };
    }
    case "text":
      if (typeof given === "string" && given !== "") return { ok: true, value: given };
      return { ok: false, mustBe: kind.words, example: "…" };
  }
}

function readWhole(
  { least, most }: { readonly least: number; readonly most: number },
  given: unknown,
): ReadValue {
  const text = textOf(given);
  const value = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return { ok: true, value };
  return {
    ok: false,
    mustBe: `a whole number from ${grouped(least)} to ${grouped(most)}`,
    example: String(Math.min(most, Math.max(least, 100))),
  };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function readSeconds(
  { least, most }: { readonly least: number; readonly most: number },
  given: unknown,
): ReadValue {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(textOf(given) ?? "") ?? [];
  const value = digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitMs[unit] ?? Number.NaN));
  if (value >= least * 1000 && value <= most * 1000) return { ok: true, value };
  return {
    ok: false,
    mustBe: `a time from ${grouped(least)} to ${grouped(most)} seconds`,
    example: String(Math.min(most, Math.max(least, 30))),
  };
}

const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1_000_000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
};

function readBytes(
  { least, most }: { readonly least: number; readonly most: number },
  given: unknown,
): ReadValue {
  const [, digits, unit = "B"] = sizePattern.exec(textOf(given) ?? "") ?? [];
  const value =
    digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitBytes[unit] ?? Number.NaN));
  if (value >= least && value <= most) return { ok: true, value };
  return {
    ok: false,
    mustBe: `a size from ${least / 1000} kB to ${most / 1_000_000} MB, with its unit or in bytes`,
    example: "8MB",
  };
}

/** YAML reads digits as a number, exact ones as a BigInt. */
function textOf(given: unknown): string | undefined {
  return typeof given === "string" || typeof given === "number" || typeof given === "bigint"
    ? String(given)
    : undefined;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
