import type { Kind, Option, OptionValue } from "./option.ts";

/** What a value must be, as it completes "must be". */
export function inWords(kind: Kind): string {
  switch (kind.kind) {
    case "flag":
      return "true or false";
    case "choice":
      return `one of ${kind.of.join(", ")}`;
    case "whole":
      return `a whole number from ${grouped(kind.least)} to ${grouped(kind.most)}`;
    case "seconds":
      return `a time from ${grouped(kind.least)} to ${grouped(kind.most)} seconds`;
    case "bytes":
      return `a size from ${kind.least / 1000} kB to ${kind.most / 1_000_000} MB`;
    case "date":
      return "a date as YYYY-MM-DD";
    case "int64":
      return "a whole number of 64 bits";
    case "path":
    case "pattern":
    case "text":
      return kind.words;
  }
}

/** The unit or type of the value in code, where the words do not say it. */
export function unitInCode({ kind }: Kind): string {
  if (kind === "seconds") return ", in milliseconds";
  if (kind === "bytes") return ", in bytes";
  return kind === "int64" ? ", as text" : "";
}

/** A value that would do, in the unit of the code. */
export function exampleOf(kind: Kind): OptionValue {
  switch (kind.kind) {
    case "flag":
      return true;
    case "choice":
      return kind.of[0] ?? "";
    case "whole":
      return Math.min(kind.most, Math.max(kind.least, 100));
    case "seconds":
      return 1000 * Math.min(kind.most, Math.max(kind.least, 30));
    case "bytes":
      return 8_000_000;
    case "date":
      return "2030-12-05";
    case "int64":
      return "1";
    case "pattern":
      return kind.example;
    case "path":
    case "text":
      return "…";
  }
}

/** What stands for the value in the help; undefined for a flag, which has none. */
export function placeholderOf({ value, placeholder }: Option): string | undefined {
  if (value.kind === "choice") return placeholder ?? value.of.join("|");
  return placeholder ?? placeholders[value.kind];
}

const placeholders: Readonly<Record<Exclude<Kind["kind"], "choice">, string | undefined>> = {
  flag: undefined,
  whole: "N",
  seconds: "SECONDS",
  bytes: "SIZE",
  date: "DATE",
  int64: "N",
  path: "FILE",
  pattern: "VALUE",
  text: "VALUE",
};

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

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

/** A size in bytes, or with its unit. */
export const sizePattern = /^(\d{1,9}(?:\.\d{1,3})?)(B|kB|KB|MB|KiB|MiB)?$/;

const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1_000_000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
};

/** Reads a size in bytes; NaN for any other text. */
export function bytesIn(size: string): number {
  const [, digits, unit = "B"] = sizePattern.exec(size) ?? [];
  return digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitBytes[unit] ?? Number.NaN));
}

/** As `bytesIn` reads it: `2MiB`, `500kB`, `1234567`. */
export function sizeInWords(bytes: number): string {
  const units = ["MiB", "MB", "kB", "KiB"].map((unit) => [unit, unitBytes[unit] ?? 1] as const);
  const fitting = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return fitting === undefined ? String(bytes) : `${bytes / fitting[1]}${fitting[0]}`;
}
