import { exactInteger } from "#core/json/number.ts";
import { parseJson } from "#core/json/parse.ts";
import {
  linesOf,
  maxDepth,
  mostInDocument,
  offsetOf,
  type PlainValue,
  type Read,
  type SizedRead,
  wordsOfValue,
  type YamlBounds,
  YamlFault,
} from "#core/json/plain.ts";
import { type JsonNode, pointerTokens } from "#core/json/read.ts";
import { SpecError, type SpecPlace } from "./spec-error.ts";

/** One file of a document: its data, and where each part of it stands. */
export interface SpecFile {
  /** As people know it: a path or a URL. */
  readonly name: string;
  readonly url: URL;
  readonly value: PlainValue;
  /** How much it holds, in words and signs of YAML. */
  readonly size: number;
  /** The place of a JSON pointer; of its nearest ancestor when nothing is there. */
  place(pointer: string): SpecPlace;
}

/**
 * Reads YAML 1.2 or JSON.
 * @throws SpecError with line and column, also for repeated keys and for aliases that multiply
 */
export async function parseSpecFile(
  text: string,
  name: string,
  url: URL,
  bounds: YamlBounds = {},
): Promise<SpecFile> {
  const at = linesOf(text);
  const read = async (): Promise<SizedRead> => {
    const found = readJson(text, bounds.most);
    // Imported here: a run with the suite's own document does not need it, and it costs a tenth of a start.
    return found ?? (await import("#core/json/yaml.ts")).readYaml(text, bounds);
  };
  const { value, mark, size } = await read().catch((cause: unknown) => {
    if (!(cause instanceof YamlFault)) throw cause;
    const advice = cause.isTooMuch
      ? "Leave operations and schemas out of it."
      : "Correct the file's syntax; it must be one YAML 1.2 or JSON document.";
    throw new SpecError(cause.message, { file: name, ...at(cause.offset), pointer: "" }, advice);
  });
  return {
    name,
    url,
    value,
    size,
    place: (pointer) => ({ file: name, ...at(offsetOf(mark, pointerTokens(pointer))), pointer }),
  };
}

/**
 * A document in JSON, which is read ten times as fast as YAML; undefined where it is not plain JSON, so that whoever
 * reads YAML says what is wrong with it.
 */
function readJson(text: string, most = mostInDocument): SizedRead | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const parsed = parseJson(text, { maxValues: most / wordsOfValue, maxDepth });
  const found = parsed.ok ? readNode(parsed.value) : undefined;
  return parsed.ok && found ? { ...found, size: parsed.values * wordsOfValue } : undefined;
}

/** Undefined where a name occurs twice in its object. */
function readNode(node: JsonNode): Read | undefined {
  const { start } = node;
  switch (node.kind) {
    case "literal":
    case "string":
      return { value: node.value, mark: start };
    case "number":
      return { value: exactInteger(node.raw) ?? Number(node.raw), mark: start };
    case "array": {
      const items = node.items.map(readNode);
      if (!items.every((item) => item !== undefined)) return undefined;
      const mark = { start, names: undefined, parts: items.map((item) => item.mark) };
      return { value: items.map(({ value }) => value), mark };
    }
    case "object": {
      const names = node.members.map(({ name }) => name);
      const parts = node.members.map(({ value }) => readNode(value));
      if (!parts.every((part) => part !== undefined) || new Set(names).size < names.length) return undefined;
      const value = Object.fromEntries(names.map((name, index) => [name, parts[index]?.value]));
      return { value, mark: { start, names, parts: parts.map(({ mark }) => mark) } };
    }
  }
}
