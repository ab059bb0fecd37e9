import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { asText, placeholderOf, readValue } from "#core/options/kinds.ts";
import {
  type Given,
  type Option,
  type Options,
  type OptionValue,
  type Values,
  valuesOf,
} from "#core/options/option.ts";
import { didYouMean, UsageError } from "#core/options/usage-error.ts";

export interface Arguments {
  readonly given: Given;
  readonly positionals: readonly string[];
  /** `--help`, or `--help all`; undefined: neither. */
  readonly help: "everyday" | "all" | undefined;
}

/** Throws UsageError for an unknown option, one of files alone, a missing or wrong value, a single option given twice. */
export function readArguments(argv: readonly string[], table: readonly Option[]): Arguments {
  const options: ParseArgsOptionsConfig = { help: { type: "boolean", short: "h" } };
  for (const { name, value, short } of table)
    options[name] = {
      type: value.kind === "flag" ? "boolean" : "string",
      ...(short !== undefined && { short }),
    };
  const args = [...argv];
  const read = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const named = read.tokens.filter((token) => token.kind === "option");
  const given = new Map<string, OptionValue[]>();
  for (const token of named) if (token.name !== "help") addOption(given, token, table);
  const { positionals } = read;
  const asked = positionals.includes("all") ? "all" : "everyday";
  return { given, positionals, help: named.some(({ name }) => name === "help") ? asked : undefined };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function addOption(given: Map<string, OptionValue[]>, token: OptionToken, table: readonly Option[]): void {
  const negated = table.find(({ name, value }) => value.kind === "flag" && `no-${name}` === token.name);
  const option = negated ?? table.find(({ name }) => name === token.name);
  if (option === undefined) throw unknownOption(token, table);
  if (option.inFileOnly === true)
    throw misused(
      `--${option.name} stands in a file alone`,
      `Write \`${option.name}: …\` in petstore-conformance.yaml, or in the list of targets of a fleet.`,
    );
  const read =
    option.value.kind === "flag" ? [flagValue(token, negated === undefined)] : textValues(token, option);
  const values = given.get(option.name) ?? [];
  if (values.length > 0 && option.repeatable === undefined && option.value.kind !== "flag") {
    throw misused(`--${option.name} is given twice`, "Give it once.");
  }
  given.set(option.name, option.repeatable === true ? [...values, ...read] : [...read]);
}

function flagValue({ rawName, inlineValue }: OptionToken, value: boolean): boolean {
  if (inlineValue !== true) return value;
  throw misused(`${rawName} takes no value`, `Write ${rawName} alone.`);
}

function textValues({ value, inlineValue }: OptionToken, option: Option): readonly OptionValue[] {
  const { name, separator } = option;
  // In `--only --strict` a value is missing; `--only=--strict` has one.
  if (value === undefined || (inlineValue !== true && value.startsWith("--"))) {
    throw misused(`--${name} needs a value`, `Write --${name} ${placeholderOf(option)}.`);
  }
  return (separator === undefined ? [value] : value.split(separator)).map((one) => textValue(one, option));
}

function textValue(value: string, option: Option): OptionValue {
  const { name, secret } = option;
  const read = readValue(option.value, value);
  if (read.ok) return read.value;
  throw misused(
    `--${name} must be ${read.mustBe}; got ${secret === true ? "something else" : JSON.stringify(value)}`,
    `Try --${name} ${asText(option.value, option.value.example)}.`,
  );
}

function unknownOption({ rawName }: OptionToken, table: readonly Option[]): UsageError {
  const names = table.flatMap(({ name, value }) =>
    value.kind === "flag" ? [`--${name}`, `--no-${name}`] : [`--${name}`],
  );
  const remedy = didYouMean(rawName, [...names, "--help"], "--help lists the options.");
  return misused(`unknown option ${JSON.stringify(rawName)}`, remedy);
}

/** The options that name a file to be written; those of the kind `path` beside them are read. */
const written: readonly string[] = ["out", "record", "report"];

/** @throws UsageError where a file that the command reads would be overwritten: a key, a recording, a report */
export function refuseOverwriting(
  { given, positionals }: Arguments,
  table: readonly Option[],
  folder: string,
): void {
  const filesOf = (isMeant: (option: Option) => boolean) =>
    table.filter(isMeant).flatMap(({ name }) => (given.get(name) ?? []).map(String));
  const read = filesOf(({ name, value }) => value.kind === "path" && !written.includes(name));
  const kept = new Set([...positionals, ...read].flatMap((file) => identityOf(resolve(folder, file)) ?? []));
  for (const value of filesOf(({ name }) => written.includes(name))) {
    const file = value.replace(/^[a-z]+=/, "");
    const identity = identityOf(resolve(folder, file));
    if (identity !== undefined && kept.has(identity))
      throw misused(
        `${JSON.stringify(file)} is read, and would be overwritten`,
        "Name another file to write.",
      );
  }
}

/** The same for every name of one file; undefined for what is no file. */
function identityOf(path: string): string | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  return there?.isFile() === true ? `${there.dev}:${there.ino}` : undefined;
}

export function valuesGiven<Table extends Options>(table: Table, given: Given): Values<Table> {
  return valuesOf(table, ({ name }) => given.get(name));
}

export function refuseOperands(positionals: readonly string[], command: string, remedy: string): void {
  if (positionals.length > 0) throw misused(`${command} takes options only`, remedy);
}

export function misused(what: string, remedy: string): UsageError {
  return new UsageError({ what, where: "command line", remedy });
}

/** @param example a command line without the name of the program */
export function lacksOperands(what: string, example: string): UsageError {
  return misused(what, `Write, for example, petstore-conformance ${example}.`);
}
