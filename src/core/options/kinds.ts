import type { Kind, Option, OptionValue } from "./option.ts";

type ReadValue =
  | { readonly ok: true; readonly value: OptionValue }
  /** `mustBe` completes "--name must be". */
  | { readonly ok: false; readonly mustBe: string };

/** Reads a value as it stands on the command line or, with its YAML type, in the configuration file. */
export function readValue(kind: Kind, given: unknown): ReadValue {
  // YAML reads digits as a number, exact ones as a BigInt.
  const text = typeof given === "number" || typeof given === "bigint" ? String(given) : given;
  const value = kind.read === undefined || typeof text !== "string" ? given : kind.read(text);
  return judged(kind, value, kind.unitInText);
}

/** Reads a value that code gives: a number in the unit of the code, an int64 as its digits. */
export function readInCode(kind: Kind, given: unknown): ReadValue {
  return judged(kind, given, kind.unit);
}

function judged(kind: Kind, given: unknown, unit = ""): ReadValue {
  const value = kind.of !== undefined && typeof given === "string" ? given.toLowerCase() : given;
  if (kind.accepts(value)) return { ok: true, value };
  return { ok: false, mustBe: kind.closerWords?.(value) ?? kind.words + unit };
}

/** What stands for the value in the help; undefined for a flag, which has none. */
export function placeholderOf({ value, placeholder }: Option): string | undefined {
  return placeholder ?? value.placeholder;
}

/** The default, as the help says it; a flag that is off by default needs no words. */
export function defaultInWords({ value, default: byDefault, otherwise }: Option): string | undefined {
  if (otherwise !== undefined || byDefault === undefined || value.kind === "flag") return otherwise;
  return asText(value, byDefault);
}

/** A value as a command line takes it: `10` for ten seconds, `2MiB`. */
export function asText(kind: Kind, value: OptionValue): string {
  return typeof value === "number" && kind.asText !== undefined ? kind.asText(value) : String(value);
}
