import { readInCode } from "#core/options/kinds.ts";
import { type Option, type Options, type OptionValue, type Values, valuesOf } from "#core/options/option.ts";
import { didYouMean } from "#core/options/suggest.ts";
import { UsageError } from "#core/options/usage-error.ts";

/** Where an option stands that is wrong. */
export const optionsOfRun = "options of run";

const where = optionsOfRun;

/**
 * Reads what code gave against a table of options, by their names in the code. Throws UsageError, in the sentences of
 * the command line, for an unknown option or a wrong value.
 * @param others names that stand beside the table, for a suggestion
 */
export function readLibraryOptions<Table extends Options>(
  table: Table,
  given: Readonly<Record<string, unknown>>,
  others: readonly string[] = [],
): Values<Table> {
  for (const name of Object.keys(given)) if (!Object.hasOwn(table, name)) throw unknown(name, table, others);
  return valuesOf(table, (option, name) => {
    const value = given[name];
    if (value === undefined) return undefined;
    const values: readonly unknown[] = option.repeatable === true ? listOf(name, value) : [value];
    return values.map((one) => read(name, option, one));
  });
}

function read(name: string, option: Option, given: unknown): OptionValue {
  const value = readInCode(option.value, given);
  if (value.ok) return value.value;
  throw new UsageError({
    what: `${name} must be ${value.mustBe}; got ${shown(given)}`,
    where,
    remedy: `Try ${name}: ${JSON.stringify(option.repeatable === true ? [value.example] : value.example)}.`,
  });
}

function listOf(name: string, given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  const list = typeof given === "string" ? JSON.stringify([given]) : "[…]";
  throw new UsageError({
    what: `${name} must be a list; got ${shown(given)}`,
    where,
    remedy: `Try ${name}: ${list}.`,
  });
}

function shown(given: unknown): string {
  if (typeof given === "string") return JSON.stringify(given);
  return (typeof given === "object" && given !== null) || typeof given === "function"
    ? `a value of type ${Array.isArray(given) ? "array" : typeof given}`
    : String(given);
}

function unknown(name: string, table: Options, others: readonly string[]): UsageError {
  const names = [...Object.keys(table), ...others];
  return new UsageError({
    what: `unknown option ${JSON.stringify(name)}`,
    where,
    remedy: didYouMean(name, names, `The options are ${names.join(", ")}.`),
  });
}
