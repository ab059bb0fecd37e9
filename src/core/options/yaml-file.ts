import {
  isPlainArray,
  linesOf,
  offsetOf,
  type PlainObject,
  type PlainValue,
  YamlFault,
} from "../json/plain.ts";
import { asText, readValue } from "./kinds.ts";
import { type Given, type Option, type OptionValue, text } from "./option.ts";
import { didYouMean, UsageError } from "./usage-error.ts";

/**
 * Reads YAML and keeps the lines: `where` gives file and line, for messages, of the member or item that names lead to. The value
 * is null for an empty text; its integers keep their digits, and aliases are what they stand for.
 * @param what names the file in messages: `the configuration file`
 * @param schema of YAML: with `failsafe`, every plain value stays text
 * @throws UsageError with the line for what is not YAML
 */
export async function parseYaml(
  text: string,
  file: string,
  what: string,
  schema: "core" | "failsafe" = "core",
) {
  const { readYaml } = await import("../json/yaml.ts");
  const placeOf = linesOf(text);
  const lineAt = (offset: number) => `${file}:${placeOf(offset).line}`;
  try {
    const { value, mark } = readYaml(text, { schema });
    const where = (...names: readonly (string | number)[]) => lineAt(offsetOf(mark, names.map(String)));
    return { value, where };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError({
      what: `${what} cannot be read as YAML: ${error.message}`,
      where: lineAt(error.offset),
      remedy: "Correct that line.",
    });
  }
}

/**
 * Reads the members of a file as options.
 * @param known what may stand there: of the options of `table`, and of others
 * @param file names it in messages: `the configuration file`
 * @throws UsageError, with the line, for an unknown name or a wrong value
 */
export function readOptions(
  members: PlainObject,
  whereIs: (name: string) => string,
  known: readonly Option[],
  table: readonly Option[],
  file: string,
): Given {
  return new Map(
    Object.entries(members).map(([name, value]) => {
      const option = known.find((one) => one.name === name);
      if (option === undefined) {
        const banned = table.find((one) => one.name === name)?.notInConfig;
        if (banned === undefined) throw unknownName(name, whereIs(name), known);
        const what = `${name} may not stand in ${file}, because ${banned}`;
        const remedy = `Give --${name} on the command line.`;
        throw new UsageError({ what, where: whereIs(name), remedy });
      }
      return [name, readOption(option, value, whereIs(name))];
    }),
  );
}

function readOption(option: Option, value: PlainValue | undefined, where: string): readonly OptionValue[] {
  const { name } = option;
  if (isPlainArray(value) && option.repeatable !== true) {
    throw new UsageError({ what: `${name} takes one value, not a list`, where, remedy: "Write one value." });
  }
  return (isPlainArray(value) ? value : [value]).map((one) => {
    const read = readValue(option.value, one);
    if (read.ok) return read.value;
    throw new UsageError({
      what: `${name} must be ${read.mustBe}`,
      where,
      remedy: `Write, for example, \`${name}: ${asText(option.value, option.value.example)}\`.`,
    });
  });
}

function unknownName(name: string, where: string, known: readonly Option[]): UsageError {
  const names = known.map((option) => option.name);
  const written = name.replace(/_|(?<=[a-z])(?=[A-Z])/g, "-");
  const remedy = didYouMean(written, names, `The keys are ${names.join(", ")}.`);
  return new UsageError({ what: `unknown key ${JSON.stringify(name)}`, where, remedy });
}

/** The only key of a file of options that is not an option: on the command line it is an operand. */
export const baseUrlOption = {
  name: "base-url",
  value: text("a URL"),
  help: "The base address of the target, where the command line names none.",
} as const satisfies Option;

export function configOptions(table: readonly Option[]): readonly Option[] {
  return [baseUrlOption, ...table.filter(({ notInConfig }) => notInConfig === undefined)];
}
