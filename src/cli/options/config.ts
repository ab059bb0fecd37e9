import { resolve } from "node:path";
import { isPlainObject } from "#core/json/plain.ts";
import type { Given, Option } from "#core/options/option.ts";
import { reading, UsageError } from "#core/options/usage-error.ts";
import { configOptions, parseYaml, readOptions } from "#core/options/yaml-file.ts";
import { mostBytes, readBounded, readIfThere } from "#files/read-bounded.ts";

export const defaultFiles = ["petstore-conformance.yaml", "petstore-conformance.yml"] as const;

/** Throws UsageError for two default files, and, with the line, for one that cannot be read, an unknown key or a wrong value. */
export async function readConfig(named: string | undefined, folder: string, table: readonly Option[]) {
  const files = named === undefined ? defaultFiles : [named];
  const read = named === undefined ? readIfThere : readBounded;
  const remedy = "Give the path of a readable YAML file with --config.";
  const texts = await Promise.all(
    files.map(async (file) => {
      const path = resolve(folder, file);
      const words = { what: whatItIs, where: file, remedy };
      return { file, text: (await reading(words, () => read(path, mostBytes.written)))?.toString("utf8") };
    }),
  );
  const [found, second] = texts.filter(({ text }) => text !== undefined);
  if (second !== undefined)
    throw new UsageError({
      what: "there are two configuration files, and only one is read",
      where: defaultFiles.join(" and "),
      remedy: "Remove one of them, or name one with --config.",
    });
  if (found?.text === undefined) return { given: new Map(), file: undefined };
  return { given: await parseConfig(found.text, found.file, table), file: found.file };
}

const whatItIs = "the configuration file";

export async function parseConfig(text: string, file: string, table: readonly Option[]): Promise<Given> {
  const { value, where } = await parseYaml(text, file, whatItIs);
  if (value === null) return new Map();
  if (!isPlainObject(value)) {
    throw new UsageError({
      what: `${whatItIs} is not a list of \`name: value\` lines`,
      where: file,
      remedy: "Write, for example, `profile: quick`.",
    });
  }
  return readOptions(value, where, configOptions(table), table, whatItIs);
}
