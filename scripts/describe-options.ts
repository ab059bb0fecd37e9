import type { Option, Options } from "#core/options/option.ts";
import { baseUrlOption, configOptions } from "#core/options/yaml-file.ts";
import { runOptions } from "#core/run/options.ts";
import { defaultOptions, entryOptions, nameOption } from "#fleet/targets-file.ts";

/** The JSON Schema (2020-12) of the configuration file; `config.schema.json` is this, printed. */
export function configSchema(table: readonly Option[]): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "petstore-conformance.yaml",
    description:
      "Options of `petstore-conformance run`, by their names on the command line, which wins over this file.",
    ...mapping(configOptions(table)),
  };
}

/** The JSON Schema (2020-12) of `targets.yaml`; `targets.schema.json` is this, printed. */
export function targetsSchema(table: readonly Option[]): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "targets.yaml",
    description: "The targets of `petstore-conformance fleet`, each with the options of its run.",
    type: "object",
    additionalProperties: false,
    required: ["targets"],
    properties: {
      defaults: {
        description: "Options of every target, unless the target has its own.",
        ...mapping(defaultOptions(table)),
      },
      targets: {
        description: "Each target once.",
        type: "array",
        minItems: 1,
        items: mapping(entryOptions(table), [nameOption.name, baseUrlOption.name]),
      },
    },
  };
}

function mapping(options: readonly Option[], required: readonly string[] = []): object {
  return {
    type: "object",
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(options.map((option) => [option.name, optionSchema(option)])),
  };
}

/** The JSON Schema (2020-12) of an option in one of these files. */
function optionSchema(option: Option): object {
  const one = option.value.schema;
  const described = { description: option.help };
  return option.repeatable === true
    ? { ...described, anyOf: [one, { type: "array", items: one }] }
    : { ...described, ...one };
}

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
