import { type Kind, type Option, text } from "../../core/options/option.ts";
import { datePattern } from "../../core/options/read-value.ts";
import { sizePattern } from "../../core/options/words.ts";

/** The only key of the configuration file that is not an option: on the command line it is an operand. */
export const baseUrlOption = {
  name: "base-url",
  value: text("a URL"),
  help: "The base address of the target, where the command line names none.",
} as const satisfies Option;

/** The keys of the configuration file. */
export function configOptions(table: readonly Option[]): readonly Option[] {
  return [baseUrlOption, ...table.filter(({ notInConfig }) => notInConfig === undefined)];
}

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

export function optionSchema(option: Option): object {
  const one = valueSchema(option.value);
  const described = { description: option.help };
  return option.repeatable === true
    ? { ...described, anyOf: [one, { type: "array", items: one }] }
    : { ...described, ...one };
}

function valueSchema(kind: Kind): object {
  switch (kind.kind) {
    case "flag":
      return { type: "boolean" };
    case "choice":
      return { enum: kind.of };
    case "whole":
      return { type: "integer", minimum: kind.least, maximum: kind.most };
    case "seconds":
      return {
        anyOf: [
          { type: "number", minimum: kind.least, maximum: kind.most },
          { type: "string", pattern: "^\\d{1,9}(\\.\\d{1,3})?(ms|s|m)$" },
        ],
      };
    case "bytes":
      return {
        anyOf: [
          { type: "integer", minimum: kind.least, maximum: kind.most },
          { type: "string", pattern: sizePattern.source },
        ],
      };
    case "pattern":
      return { type: "string", pattern: kind.pattern.source };
    case "int64":
      return { anyOf: [{ type: "integer" }, { type: "string", pattern: "^(0|-?[1-9]\\d{0,18})$" }] };
    case "date":
      return { type: "string", pattern: datePattern.source };
    case "path":
    case "text":
      return { type: "string", minLength: 1 };
  }
}
