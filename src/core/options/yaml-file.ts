import {
  isPlainArray,
  isPlainObject,
  linesOf,
  type Mark,
  type PlainValue,
  partOf,
  startOf,
  YamlFault,
} from "../json/plain.ts";
import { UsageError } from "./usage-error.ts";

export interface YamlMember {
  readonly name: string;
  readonly value: YamlValue;
  /** File and line, for messages. */
  readonly where: string;
}

/** What a file of options is made of; anything else is a plain value. Aliases are read as what they stand for. */
export type YamlValue =
  | { readonly kind: "mapping"; readonly members: readonly YamlMember[]; readonly where: string }
  | { readonly kind: "list"; readonly items: readonly YamlValue[]; readonly plain: readonly unknown[] }
  | { readonly kind: "plain"; readonly plain: unknown };

/**
 * Reads YAML and keeps the lines. Undefined for an empty text. Integers keep their digits.
 * @param what names the file in messages: `the configuration file`
 * @param schema of YAML: with `failsafe`, every plain value stays text
 * @throws UsageError with the line for what is not YAML
 */
export async function parseYaml(
  text: string,
  file: string,
  what: string,
  schema: "core" | "failsafe" = "core",
): Promise<YamlValue | undefined> {
  const { readYaml } = await import("../json/yaml.ts");
  const linesIn = linesOf(text);
  const at = (offset: number) => `${file}:${linesIn(offset).line}`;
  try {
    const { value, mark } = readYaml(text, { schema });
    return value === null ? undefined : valueAt(value, mark, at);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const where = at(error.offset);
    throw new UsageError({
      what: `${what} cannot be read as YAML: ${error.message}`,
      where,
      remedy: "Correct that line.",
    });
  }
}

function valueAt(value: PlainValue, mark: Mark, at: (offset: number) => string): YamlValue {
  const inside = (part: PlainValue, name: string) => valueAt(part, partOf(mark, name), at);
  const lineOf = (name: string) => at(startOf(partOf(mark, name)));
  if (isPlainObject(value)) {
    const members = Object.entries(value).map(
      ([name, part = null]): YamlMember => ({ name, value: inside(part, name), where: lineOf(name) }),
    );
    return { kind: "mapping", members, where: at(startOf(mark)) };
  }
  if (!isPlainArray(value)) return { kind: "plain", plain: value };
  const items = value.map((item, index) => inside(item, String(index)));
  return { kind: "list", items, plain: items.map((item) => (item.kind === "mapping" ? {} : item.plain)) };
}
