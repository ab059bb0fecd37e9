import type { Option, Options } from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";

/**
 * The declarations of `run-input.ts` as the package has them: a member of an interface for each row of a table, with what it
 * does, what it may be and its default, for whoever writes code against the library.
 */
export function inputDeclarations(table: Options): string {
  const members = Object.entries(table).flatMap(([name, option]) => [
    "  /**",
    ...documented(option).map((line) => `   * ${line}`),
    "   */",
    `  readonly ${name}?: Given["${name}"] | undefined;`,
  ]);
  return [
    'import type { Given } from "./library-options.js";',
    "",
    "/** Options of a run, as `--help` has them; what is left out, or undefined, has its default. */",
    "export interface LibraryOptions {",
    ...members,
    "}",
    "",
  ].join("\n");
}

function documented(option: Option): string[] {
  const { name, value, help, repeatable, default: byDefault, otherwise, inFileOnly } = option;
  const place =
    inFileOnly === true ? `In the configuration file \`${name}\`.` : `On the command line \`--${name}\`.`;
  const { unit = "", words } = value;
  const isSaid = value.kind === "flag" || value.kind === "choice" || help.includes(words);
  const values = `${repeatable === true ? "each " : ""}${words}${unit}`;
  const standard = otherwise ?? (byDefault === undefined ? undefined : `\`${JSON.stringify(byDefault)}\``);
  return [
    help,
    ...(isSaid ? [] : [`${values.charAt(0).toUpperCase()}${values.slice(1)}.`]),
    `${standard === undefined ? "" : `Default: ${standard}. `}${name === runOptions.runId.name ? "" : place}`.trim(),
  ];
}
