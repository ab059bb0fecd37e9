import { isPlainArray, type PlainObject, type PlainValue } from "../json/plain.ts";
import { asText, readValue } from "./kinds.ts";
import { type Given, type Option, type OptionValue, text } from "./option.ts";
import { didYouMean, UsageError } from "./usage-error.ts";

/** Reads the members of a file as options. @throws UsageError, with the line, for an unknown name or a wrong value */
export function readOptions(
  members: PlainObject,
  whereIs: (name: string) => string,
  known: readonly Option[],
  unknown: (name: string, where: string) => UsageError,
): Given {
  return new Map(
    Object.entries(members).map(([name, value]) => {
      const option = known.find((one) => one.name === name);
      if (option === undefined) throw unknown(name, whereIs(name));
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
      remedy: `Write, for example, \`${name}: ${asText(option.value, read.example)}\`.`,
    });
  });
}

/** For a name that the file may not have; the remedy names the one that was probably meant. */
export function unknownName(name: string, where: string, known: readonly Option[]): UsageError {
  const names = known.map((option) => option.name);
  const written = name.replace(/_|(?<=[a-z])(?=[A-Z])/g, "-");
  const remedy = didYouMean(written, names, `The keys are ${names.join(", ")}.`);
  return new UsageError({ what: `unknown key ${JSON.stringify(name)}`, where, remedy });
}

/** Undefined for an option that may stand in a file. */
export function bannedName(
  name: string,
  where: string,
  table: readonly Option[],
  file: string,
): UsageError | undefined {
  const { notInConfig: banned } = table.find((option) => option.name === name) ?? {};
  if (banned === undefined) return undefined;
  const what = `${name} may not stand in ${file}, because ${banned}`;
  return new UsageError({ what, where, remedy: `Give --${name} on the command line.` });
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
