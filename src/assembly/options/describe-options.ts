import type { Kind, Option, Options } from "../../core/options/option.ts";
import { inWords, unitInCode } from "../../core/options/words.ts";

/**
 * The source of `run-input.ts`: a member of an interface for each row of a table, with what it does, what it may be and
 * its default, for whoever writes code against the library.
 */
export function inputSource(table: Options): string {
  const members = Object.entries(table).flatMap(([name, option]) => [
    "  /**",
    ...documented(option).map((line) => `   * ${line}`),
    "   */",
    `  readonly ${name}?: ${typeOf(option)} | undefined;`,
  ]);
  return [
    "// Written by `npm run record` from the tables of options. A change belongs there.",
    "",
    "/** Options of a run, as `--help` has them; what is left out, or undefined, has its default. */",
    "export interface LibraryOptions {",
    ...members,
    "}",
    "",
  ].join("\n");
}

function documented({ name, value, help, repeatable, default: byDefault, otherwise }: Option): string[] {
  const words = inWords(value);
  const isSaid = value.kind === "flag" || value.kind === "choice" || help.includes(words);
  const values = `${repeatable === true ? "each " : ""}${words}${unitInCode(value)}`;
  const standard = otherwise ?? (byDefault === undefined ? undefined : `\`${JSON.stringify(byDefault)}\``);
  return [
    help,
    ...(isSaid ? [] : [`${capitalised(values)}.`]),
    `${standard === undefined ? "" : `Default: ${standard}. `}On the command line \`--${name}\`.`,
  ];
}

function typeOf({ value, repeatable }: Option): string {
  const one = typeName(value);
  return repeatable === true ? `readonly ${one}[]` : one;
}

function typeName(value: Kind): string {
  switch (value.kind) {
    case "flag":
      return "boolean";
    case "choice":
      return value.of.map((one) => JSON.stringify(one)).join(" | ");
    case "whole":
    case "seconds":
    case "bytes":
      return "number";
    default:
      return "string";
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
