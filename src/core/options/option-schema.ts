import { type Kind, type Option, text } from "./option.ts";
import { datePattern } from "./read-value.ts";
import { sizePattern } from "./words.ts";

/** The only key of a file of options that is not an option: on the command line it is an operand. */
export const baseUrlOption = {
  name: "base-url",
  value: text("a URL"),
  help: "The base address of the target, where the command line names none.",
} as const satisfies Option;

/** The keys of a file of options. */
export function configOptions(table: readonly Option[]): readonly Option[] {
  return [baseUrlOption, ...table.filter(({ notInConfig }) => notInConfig === undefined)];
}

/** The JSON Schema (2020-12) of an option in such a file. */
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
