import { hasFormOfDay, rowOf } from "./kinds.ts";
import type { Kind, OptionValue } from "./option.ts";

/** Why something is no value of an option: what it must be, and one that would do, in the unit of the code. */
interface ValueProblem {
  /** Completes "--name must be". */
  readonly mustBe: string;
  readonly example: OptionValue;
}

type ReadValue = { readonly ok: true; readonly value: OptionValue } | ({ readonly ok: false } & ValueProblem);

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
