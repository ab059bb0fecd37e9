import type { Kind, OptionValue } from "./option.ts";
import { bytesIn, exampleOf, inWords, unitInCode } from "./words.ts";

/** Why something is no value of an option: what it must be, and one that would do, in the unit of the code. */
interface ValueProblem {
  /** Completes "--name must be". */
  readonly mustBe: string;
  readonly example: OptionValue;
}

type ReadValue = { readonly ok: true; readonly value: OptionValue } | ({ readonly ok: false } & ValueProblem);

export const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Reads a value as it stands on the command line or, with its YAML type, in the configuration file. */
export function readValue(kind: Kind, given: unknown): ReadValue {
  return judged(kind, inCode(kind, given), kind.kind === "bytes" ? ", with its unit or in bytes" : "");
}

/** Reads a value that code gives: a number in the unit of the code, an int64 as its digits. */
export function readInCode(kind: Kind, given: unknown): ReadValue {
  return judged(kind, given, unitInCode(kind));
}

/** What a text means, in the unit of the code. */
function inCode({ kind }: Kind, given: unknown): unknown {
  // YAML reads digits as a number, exact ones as a BigInt.
  const text = typeof given === "number" || typeof given === "bigint" ? String(given) : given;
  if (typeof text !== "string") return given;
  switch (kind) {
    case "whole":
      return /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    case "seconds":
      return millisecondsIn(text);
    case "bytes":
      return bytesIn(text);
    case "int64":
      return text;
    default:
      return given;
  }
}

function judged(kind: Kind, given: unknown, unit: string): ReadValue {
  const value = kind.kind === "choice" && typeof given === "string" ? given.toLowerCase() : given;
  if (isValue(kind, value)) return { ok: true, value };
  const isNoDay = kind.kind === "date" && typeof value === "string" && datePattern.test(value);
  return {
    ok: false,
    mustBe: isNoDay ? "a day of the calendar" : inWords(kind) + unit,
    example: exampleOf(kind),
  };
}

function isValue(kind: Kind, value: unknown): value is OptionValue {
  switch (kind.kind) {
    case "flag":
      return typeof value === "boolean";
    case "whole":
    case "bytes":
      return Number.isInteger(value) && isWithin(kind, value, 1);
    case "seconds":
      return isWithin(kind, value, 1000);
    case "int64":
      return typeof value === "string" && isInt64(value);
    case "choice":
      return typeof value === "string" && kind.of.includes(value);
    case "pattern":
      return typeof value === "string" && kind.pattern.test(value);
    case "date":
      return typeof value === "string" && datePattern.test(value) && isCalendarDay(value);
    case "path":
    case "text":
      return typeof value === "string" && value !== "";
  }
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function isWithin({ least, most }: Bounds, value: unknown, unit: number): boolean {
  return typeof value === "number" && value >= least * unit && value <= most * unit;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function millisecondsIn(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitMs[unit] ?? Number.NaN));
}

function isInt64(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
