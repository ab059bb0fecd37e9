import type { Kind, OptionValue } from "./option.ts";
import { bytesIn, exampleOf, inWords, unitInCode } from "./words.ts";

/** Why something is no value of an option: what it must be, and one that would do, in the unit of the code. */
interface ValueProblem {
  /** Completes "--name must be". */
  readonly mustBe: string;
  readonly example: OptionValue;
}

export type ReadValue =
  | { readonly ok: true; readonly value: OptionValue }
  | ({ readonly ok: false } & ValueProblem);

export const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Reads a value as it stands on the command line or, with its YAML type, in the configuration file. */
export function readValue(kind: Kind, given: unknown): ReadValue {
  const text = textOf(given);
  const refused: ReadValue = {
    ok: false,
    mustBe: `${inWords(kind)}${kind.kind === "bytes" ? ", with its unit or in bytes" : ""}`,
    example: exampleOf(kind),
  };
  switch (kind.kind) {
    case "whole":
      return within(kind, text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN, refused);
    case "seconds":
      return within(millisecondBounds(kind), millisecondsIn(text ?? ""), refused);
    case "bytes":
      return within(kind, bytesIn(text ?? ""), refused);
    case "int64":
      return text !== undefined && isInt64(text) ? { ok: true, value: text } : refused;
    default:
      return readWord(kind, given, refused);
  }
}

/** Reads a value that code gives: a number in the unit of the code, an int64 as its digits. */
export function readInCode(kind: Kind, given: unknown): ReadValue {
  const refused: ReadValue = {
    ok: false,
    mustBe: `${inWords(kind)}${unitInCode(kind)}`,
    example: exampleOf(kind),
  };
  switch (kind.kind) {
    case "whole":
    case "bytes":
      return within(kind, Number.isInteger(given) ? given : Number.NaN, refused);
    case "seconds":
      return within(millisecondBounds(kind), given, refused);
    case "int64":
      return typeof given === "string" && isInt64(given) ? { ok: true, value: given } : refused;
    default:
      return readWord(kind, given, refused);
  }
}

type Word = Exclude<Kind, { readonly kind: "whole" | "seconds" | "bytes" | "int64" }>;

/** What reads alike everywhere. */
function readWord(kind: Word, given: unknown, refused: ReadValue): ReadValue {
  if (kind.kind === "flag") return typeof given === "boolean" ? { ok: true, value: given } : refused;
  if (typeof given !== "string") return refused;
  const read: ReadValue = { ok: true, value: given };
  switch (kind.kind) {
    case "choice":
      return kind.of.includes(given.toLowerCase()) ? { ok: true, value: given.toLowerCase() } : refused;
    case "pattern":
      return kind.pattern.test(given) ? read : refused;
    case "date":
      if (!datePattern.test(given)) return refused;
      return isCalendarDay(given)
        ? read
        : { ok: false, mustBe: "a day of the calendar", example: exampleOf(kind) };
    case "path":
    case "text":
      return given === "" ? refused : read;
  }
}

function within(
  { least, most }: { readonly least: number; readonly most: number },
  value: unknown,
  refused: ReadValue,
): ReadValue {
  return typeof value === "number" && value >= least && value <= most ? { ok: true, value } : refused;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function millisecondsIn(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitMs[unit] ?? Number.NaN));
}

function millisecondBounds({ least, most }: { readonly least: number; readonly most: number }): {
  readonly least: number;
  readonly most: number;
} {
  return { least: least * 1000, most: most * 1000 };
}

function isInt64(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** YAML reads digits as a number, exact ones as a BigInt. */
function textOf(given: unknown): string | undefined {
  return typeof given === "string" || typeof given === "number" || typeof given === "bigint"
    ? String(given)
    : undefined;
}
