import type { JsonNode } from "../json/json.ts";
import { exactInteger } from "../json/number.ts";
import { parseJson } from "../json/parse.ts";
import { duplicateMembers, member } from "../json/read.ts";
import type { SpecFile, SpecValue } from "./spec-file.ts";
import { linesOf } from "./text-lines.ts";

/**
 * A document in JSON, which is read ten times as fast as YAML; undefined where it is not plain JSON, so that whoever
 * reads YAML says what is wrong with it.
 */
export function parseJsonFile(text: string, name: string, url: URL, maxValues: number): SpecFile | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const parsed = parseJson(text, { maxValues });
  if (!parsed.ok || duplicateMembers(parsed.value).length > 0) return undefined;
  const at = linesOf(text);
  return {
    name,
    url,
    value: specValue(parsed.value),
    place: (pointer) => ({ file: name, ...at(offsetOf(parsed.value, pointer)), pointer }),
  };
}

function specValue(node: JsonNode): SpecValue {
  switch (node.kind) {
    case "literal":
    case "string":
      return node.value;
    case "number":
      return exactInteger(node.raw) ?? Number(node.raw);
    case "array":
      return node.items.map(specValue);
    case "object":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, specValue(value)]));
  }
}

/** Of the nearest value that is there. */
function offsetOf(root: JsonNode, pointer: string): number {
  let node = root;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const child = node.kind === "array" ? node.items[Number(name)] : member(node, name);
    if (child === undefined) return node.start;
    node = child;
  }
  return node.start;
}
