import { rowOf, unitBytes } from "./kinds.ts";
import type { Kind, Option, OptionValue } from "./option.ts";

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
