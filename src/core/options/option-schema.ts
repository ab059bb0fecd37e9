import { rowOf } from "./kinds.ts";
import { type Option, text } from "./option.ts";

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
  const one = rowOf(option.value).schema(option.value);
  const described = { description: option.help };
  return option.repeatable === true
    ? { ...described, anyOf: [one, { type: "array", items: one }] }
    : { ...described, ...one };
}
