import { linesOf, offsetOf, type PlainValue, YamlFault } from "../json/plain.ts";
import { UsageError } from "./usage-error.ts";

interface YamlFile {
  /** Null for an empty text. Integers keep their digits; aliases are what they stand for. */
  readonly value: PlainValue;
  /** File and line, for messages, of the member or item that these names lead to. */
  where(...names: readonly (string | number)[]): string;
}

/**
 * Reads YAML and keeps the lines.
 * @param what names the file in messages: `the configuration file`
 * @param schema of YAML: with `failsafe`, every plain value stays text
 * @throws UsageError with the line for what is not YAML
 */
export async function parseYaml(
  text: string,
  file: string,
  what: string,
  schema: "core" | "failsafe" = "core",
): Promise<YamlFile> {
  const { readYaml } = await import("../json/yaml.ts");
  const placeOf = linesOf(text);
  const lineAt = (offset: number) => `${file}:${placeOf(offset).line}`;
  try {
    const { value, mark } = readYaml(text, { schema });
    return { value, where: (...names) => lineAt(offsetOf(mark, names.map(String))) };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError({
      what: `${what} cannot be read as YAML: ${error.message}`,
      where: lineAt(error.offset),
      remedy: "Correct that line.",
    });
  }
}
