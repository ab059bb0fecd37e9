import type { JsonNode } from "#core/json/json.ts";
import { exactInteger } from "#core/json/number.ts";
import { parseJson } from "#core/json/parse.ts";
import { linesOf } from "./spec-error.ts";
import {
  type Bounds,
  type Mark,
  maxDepth,
  mostInDocument,
  offsetOf,
  type Read,
  type SpecFile,
  type SpecValue,
} from "./spec-file.ts";

/**
 * Reads YAML 1.2 or JSON.
 * @throws SpecError with line and column, also for repeated keys and for aliases that multiply
 */
export async function parseSpecFile(
  text: string,
  name: string,
  url: URL,
  { most = mostInDocument, onReading = () => {} }: Partial<Bounds> = {},
): Promise<SpecFile> {
  const at = linesOf(text);
  const { value, mark, size } =
    readJson(text, most) ??
    // Imported here: a run with the suite's own document does not need it, and it costs a tenth of a start.
    (await import("./read-yaml.ts")).readYaml(text, name, at, { most, onReading });
  return {
    name,
    url,
    value,
    size,
    place: (pointer) => ({ file: name, ...at(offsetOf(mark, pointer)), pointer }),
  };
}

/**
 * A document in JSON, which is read ten times as fast as YAML; undefined where it is not plain JSON, so that whoever
 * reads YAML says what is wrong with it.
 */
function readJson(text: string, maxValues: number): (Read & { readonly size: number }) | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const parsed = parseJson(text, { maxValues, maxDepth });
  const found = parsed.ok ? readNode(parsed.value) : undefined;
  return parsed.ok && found ? { ...found, size: parsed.values } : undefined;
}

/** Undefined where a name occurs twice in its object, or has a meaning in JavaScript. */
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
      const object: Record<string, SpecValue> = {};
      const parts: Mark[] = [];
      for (const { name, value } of node.members) {
        const found = readNode(value);
        if (found === undefined || name === "__proto__" || Object.hasOwn(object, name)) return undefined;
        object[name] = found.value;
        parts.push(found.mark);
      }
      return { value: object, mark: { start, names: node.members.map(({ name }) => name), parts } };
    }
  }
}
