import type { Option } from "../../core/options/option.ts";
import { configOptions, optionSchema } from "../../core/options/yaml-options.ts";

/** The JSON Schema (2020-12) of the configuration file; `config.schema.json` is this, printed. */
export function configSchema(table: readonly Option[]): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "petstore-conformance.yaml",
    description:
      "Options of `petstore-conformance run`, by their names on the command line, which wins over this file.",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(configOptions(table).map((option) => [option.name, optionSchema(option)])),
  };
}
