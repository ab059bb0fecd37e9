import { asText, readValue } from "./kinds.ts";
import { type Given, type Option, type OptionValue, text } from "./option.ts";
import { didYouMean, UsageError } from "./usage-error.ts";
import type { YamlMember } from "./yaml-file.ts";

/** Reads members as options. @throws UsageError, with the line, for an unknown name or a wrong value */
export function readOptions(
  members: readonly YamlMember[],
  known: readonly Option[],
  unknown: (member: YamlMember) => UsageError,
): Given {
  return new Map(
    members.map((member) => {
      const option = known.find(({ name }) => name === member.name);
      if (option === undefined) throw unknown(member);
      return [member.name, readOption(option, member)];
    }),
  );
}

function readOption(option: Option, { name, value, where }: YamlMember): readonly OptionValue[] {
  const plain = value.kind === "mapping" ? undefined : value.plain;
  if (Array.isArray(plain) && option.repeatable !== true) {
    throw new UsageError({ what: `${name} takes one value, not a list`, where, remedy: "Write one value." });
  }
  const values: readonly unknown[] = Array.isArray(plain) ? plain : [plain];
  return values.map((one) => {
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
