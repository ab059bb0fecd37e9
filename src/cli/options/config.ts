import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../../assembly/usage-error.ts";
import type { Option, OptionValue } from "../../options/option.ts";
import { readValue } from "../../options/read-value.ts";
import { nearest } from "../../options/suggest.ts";
import { asText } from "../../options/words.ts";
import type { Given } from "./args.ts";
import { configOptions } from "./config-schema.ts";

/** The names of a configuration file that need not be given; the first is the one that `init` writes. */
export const defaultFiles = ["petstore-conformance.yaml", "petstore-conformance.yml"] as const;

export interface Config {
  readonly given: Given;
  /** The file that was read; undefined if there is none. */
  readonly file: string | undefined;
}

/**
 * Reads the configuration file: the named one, else one of `defaultFiles` where there is one.
 * Throws UsageError for two of them, and, with the line, for a file that cannot be read, is not a mapping, or has an
 * unknown key or a wrong value.
 */
export async function readConfig(
  named: string | undefined,
  folder: string,
  table: readonly Option[],
): Promise<Config> {
  const files = named === undefined ? defaultFiles : [named];
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readText(file, folder, named !== undefined) })),
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

async function readText(file: string, folder: string, needed: boolean): Promise<string | undefined> {
  try {
    return await readFile(resolve(folder, file), "utf8");
  } catch (error) {
    const absent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (absent && !needed) return undefined;
    const what = `the configuration file ${absent ? "does not exist" : "cannot be read"}`;
    throw new UsageError({
      what,
      where: file,
      remedy: "Give the path of a readable YAML file with --config.",
    });
  }
}

/** As `readConfig`, from a text. */
export async function parseConfig(text: string, file: string, table: readonly Option[]): Promise<Given> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { intAsBigInt: true, lineCounter: lines });
  const at = (offset: number | undefined): string =>
    offset === undefined ? file : `${file}:${lines.linePos(offset).line}`;
  const [error] = document.errors;
  if (error !== undefined) {
    const what = `the configuration file is not YAML: ${error.message.split("\n")[0]?.replace(/:$/, "") ?? ""}`;
    throw new UsageError({ what, where: at(error.pos[0]), remedy: "Correct that line." });
  }
  const given = new Map<string, readonly OptionValue[]>();
  if (document.contents === null) return given;
  if (!isMap(document.contents)) {
    throw new UsageError({
      what: "the configuration file is not a list of `name: value` lines",
      where: file,
      remedy: "Write, for example, `profile: quick`.",
    });
  }
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : "";
    const where = at(isScalar(key) ? key.range?.[0] : undefined);
    const js: unknown = isNode(value) ? value.toJS(document) : null;
    given.set(name, readEntry(name, js, where, table));
  }
  return given;
}

interface YamlNode {
  toJS(document: unknown): unknown;
}

function isNode(value: unknown): value is YamlNode {
  return typeof value === "object" && value !== null && "toJS" in value;
}

function readEntry(
  name: string,
  value: unknown,
  where: string,
  table: readonly Option[],
): readonly OptionValue[] {
  const known = configOptions(table);
  const option = known.find((candidate) => candidate.name === name);
  if (option === undefined) throw unknownKey(name, where, table);
  if (Array.isArray(value) && option.repeatable !== true) {
    throw new UsageError({ what: `${name} takes one value, not a list`, where, remedy: "Write one value." });
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
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

function unknownKey(name: string, where: string, table: readonly Option[]): UsageError {
  const banned = table.find((option) => option.name === name && option.notInConfig !== undefined);
  if (banned !== undefined) {
    const what = `${name} may not stand in the configuration file, because ${banned.notInConfig}`;
    const remedy =
      name === "api-key"
        ? "Set PETSTORE_API_KEY, or name a file with api-key-file."
        : `Give --${name} on the command line.`;
    return new UsageError({ what, where, remedy });
  }
  const names = configOptions(table).map((option) => option.name);
  const meant = nearest(name.replace(/_|(?<=[a-z])(?=[A-Z])/g, "-"), names);
  const remedy = meant === undefined ? `The keys are ${names.join(", ")}.` : `Did you mean ${meant}?`;
  return new UsageError({ what: `unknown key ${JSON.stringify(name)}`, where, remedy });
}
