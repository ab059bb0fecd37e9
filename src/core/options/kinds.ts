import { isInt64 } from "../json/number.ts";
import type { Kind, Option, OptionValue } from "./option.ts";

/** All that is known of one kind of value. Values are in the unit of the code, where nothing else is said. */
interface KindRow<K extends Kind> {
  /** What a value must be, as it completes "must be". */
  words(kind: K): string;
  /** The unit or type in code, where the words do not say it. */
  readonly unit?: string;
  /** A value that would do. */
  example(kind: K): OptionValue;
  /** What stands for the value in the help; undefined for a flag, which has none. */
  placeholder?(kind: K): string;
  /** What a text means; without it, itself. */
  read?(text: string): unknown;
  accepts(value: unknown, kind: K): boolean;
  /** The JSON Schema (2020-12) of a value in a file of options. */
  schema(kind: K): object;
}

const days = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** A size in bytes, or with its unit. */
const sizes = /^(\d{1,9}(?:\.\d{1,3})?)(B|kB|KB|MB|KiB|MiB)?$/;

const anyText: Omit<KindRow<Extract<Kind, { readonly kind: "path" | "text" }>>, "placeholder"> = {
  words: ({ words }) => words,
  example: () => "…",
  accepts: (value) => isText(value) && value !== "",
  schema: () => ({ type: "string", minLength: 1 }),
};

const kinds: { readonly [Name in Kind["kind"]]: KindRow<Extract<Kind, { readonly kind: Name }>> } = {
  flag: {
    words: () => "true or false",
    example: () => true,
    accepts: (value) => typeof value === "boolean",
    schema: () => ({ type: "boolean" }),
  },
  choice: {
    words: ({ of }) => `one of ${of.join(", ")}`,
    example: ({ of }) => of[0] ?? "",
    placeholder: ({ of }) => of.join("|"),
    accepts: (value, { of }) => isText(value) && of.includes(value),
    schema: ({ of }) => ({ enum: of }),
  },
  whole: {
    words: ({ least, most }) => `a whole number from ${grouped(least)} to ${grouped(most)}`,
    example: ({ least, most }) => Math.min(most, Math.max(least, 100)),
    placeholder: () => "N",
    read: (text) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN),
    accepts: (value, kind) => Number.isInteger(value) && isWithin(kind, value, 1),
    schema: ({ least, most }) => ({ type: "integer", minimum: least, maximum: most }),
  },
  seconds: {
    words: ({ least, most }) => `a time from ${grouped(least)} to ${grouped(most)} seconds`,
    unit: ", in milliseconds",
    example: ({ least, most }) => 1000 * Math.min(most, Math.max(least, 30)),
    placeholder: () => "SECONDS",
    read: millisecondsIn,
    accepts: (value, kind) => isWithin(kind, value, 1000),
    schema: ({ least, most }) => ({
      anyOf: [
        { type: "number", minimum: least, maximum: most },
        { type: "string", pattern: "^\\d{1,9}(\\.\\d{1,3})?(ms|s|m)$" },
      ],
    }),
  },
  bytes: {
    words: ({ least, most }) => `a size from ${least / 1000} kB to ${most / 1_000_000} MB`,
    unit: ", in bytes",
    example: () => 8_000_000,
    placeholder: () => "SIZE",
    read: bytesIn,
    accepts: (value, kind) => Number.isInteger(value) && isWithin(kind, value, 1),
    schema: ({ least, most }) => ({
      anyOf: [
        { type: "integer", minimum: least, maximum: most },
        { type: "string", pattern: sizes.source },
      ],
    }),
  },
  date: {
    words: () => "a date as YYYY-MM-DD",
    example: () => "2030-12-05",
    placeholder: () => "DATE",
    accepts: (value) => hasFormOfDay(value) && isCalendarDay(value),
    schema: () => ({ type: "string", pattern: days.source }),
  },
  int64: {
    words: () => "a whole number of 64 bits",
    unit: ", as text",
    example: () => "1",
    placeholder: () => "N",
    read: (text) => text,
    accepts: (value) => isText(value) && /^(?:0|-?[1-9]\d{0,18})$/.test(value) && isInt64(BigInt(value)),
    schema: () => ({ anyOf: [{ type: "integer" }, { type: "string", pattern: "^(0|-?[1-9]\\d{0,18})$" }] }),
  },
  pattern: {
    words: ({ words }) => words,
    example: ({ example }) => example,
    placeholder: () => "VALUE",
    accepts: (value, { pattern }) => isText(value) && pattern.test(value),
    schema: ({ pattern }) => ({ type: "string", pattern: pattern.source }),
  },
  path: { ...anyText, placeholder: () => "FILE" },
  text: { ...anyText, placeholder: () => "VALUE" },
};

export function rowOf({ kind }: Kind): KindRow<Kind> {
  return kinds[kind];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a text is a date but for the calendar, which may lack that day. */
function hasFormOfDay(value: unknown): value is string {
  return isText(value) && days.test(value);
}

function isWithin(
  { least, most }: { readonly least: number; readonly most: number },
  value: unknown,
  unit: number,
): boolean {
  return typeof value === "number" && value >= least * unit && value <= most * unit;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function millisecondsIn(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return Math.round(Number(digits) * (unitMs[unit] ?? Number.NaN));
}

const unitBytes: Readonly<Record<string, number>> = {
  ...{ B: 1, kB: 1000, KB: 1000, MB: 1_000_000 },
  ...{ KiB: 2 ** 10, MiB: 2 ** 20 },
};

/** Reads a size in bytes; NaN for any other text. */
export function bytesIn(size: string): number {
  const [, digits, unit = "B"] = sizes.exec(size) ?? [];
  return Math.round(Number(digits) * (unitBytes[unit] ?? Number.NaN));
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

type ReadValue =
  | { readonly ok: true; readonly value: OptionValue }
  /** `mustBe` completes "--name must be"; `example`: a value that would do, in the unit of the code. */
  | { readonly ok: false; readonly mustBe: string; readonly example: OptionValue };

/** Reads a value as it stands on the command line or, with its YAML type, in the configuration file. */
export function readValue(kind: Kind, given: unknown): ReadValue {
  // YAML reads digits as a number, exact ones as a BigInt.
  const text = typeof given === "number" || typeof given === "bigint" ? String(given) : given;
  const { read } = rowOf(kind);
  const value = read === undefined || typeof text !== "string" ? given : read(text);
  return judged(kind, value, kind.kind === "bytes" ? ", with its unit or in bytes" : "");
}

/** Reads a value that code gives: a number in the unit of the code, an int64 as its digits. */
export function readInCode(kind: Kind, given: unknown): ReadValue {
  return judged(kind, given, rowOf(kind).unit);
}

function judged(kind: Kind, given: unknown, unit = ""): ReadValue {
  const value = kind.kind === "choice" && typeof given === "string" ? given.toLowerCase() : given;
  const row = rowOf(kind);
  // The row accepts nothing else.
  if (row.accepts(value, kind)) return { ok: true, value: value as OptionValue };
  const isNoDay = kind.kind === "date" && hasFormOfDay(value);
  const mustBe = isNoDay ? "a day of the calendar" : row.words(kind) + unit;
  return { ok: false, mustBe, example: row.example(kind) };
}

/** What stands for the value in the help; undefined for a flag, which has none. */
export function placeholderOf({ value, placeholder }: Option): string | undefined {
  return placeholder ?? rowOf(value).placeholder?.(value);
}

/** The default, as the help says it; a flag that is off by default needs no words. */
export function defaultInWords({ value, default: byDefault, otherwise }: Option): string | undefined {
  if (otherwise !== undefined || byDefault === undefined || value.kind === "flag") return otherwise;
  return asText(value, byDefault);
}

/** A value as a command line takes it: `10` for ten seconds, `2MiB`. */
export function asText({ kind }: Kind, value: OptionValue): string {
  if (kind === "seconds") return String(Number(value) / 1000);
  return kind === "bytes" ? sizeInWords(Number(value)) : String(value);
}

/** As `bytesIn` reads it: `2MiB`, `500kB`, `1234567`. */
export function sizeInWords(bytes: number): string {
  const units = ["MiB", "MB", "kB", "KiB"].map((unit) => [unit, unitBytes[unit] ?? 1] as const);
  const fitting = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return fitting === undefined ? String(bytes) : `${bytes / fitting[1]}${fitting[0]}`;
}
