import type { JsonNode } from "../json/json.ts";
import { exactInteger } from "../json/number.ts";
import { parseJson } from "../json/parse.ts";
import { member, pointerToken, pointerTokens } from "../json/read.ts";
import { linesOf, SpecError, type SpecPlace } from "./spec-error.ts";
import type { ReadText, SpecFile, SpecValue } from "./spec-file.ts";

const maxDepth = 100;
const maxNodes = 1_000_000;

/** Reads YAML 1.2 or JSON. @throws SpecError with line and column, also for repeated keys and for aliases that multiply. */
export async function parseSpecFile(text: string, name: string, url: URL): Promise<SpecFile> {
  const at = linesOf(text);
  const { value, offsetOf } =
    parsePlainJson(text) ??
    // Imported here: a run with the suite's own document needs neither, and they cost a tenth of a start.
    (await import("./plain-yaml.ts")).parsePlainYaml(text, maxNodes) ??
    (await import("./whole-yaml.ts")).parseWholeYaml(text, name, at);
  const place = (pointer: string): SpecPlace => {
    const offset = offsetOf(pointer);
    return { file: name, ...(offset !== undefined && at(offset)), pointer };
  };
  boundSize(value, place);
  return { name, url, value, place };
}

/** Everything behind this reads documents by recursion, and may meet an alias as often as it is used. */
function boundSize(root: SpecValue, place: (pointer: string) => SpecPlace): void {
  let nodes = 0;
  const path: string[] = [];
  const visit = (value: SpecValue | undefined): void => {
    nodes += 1;
    if (path.length > maxDepth || nodes > maxNodes) {
      const problem =
        path.length > maxDepth ? `more than ${maxDepth} levels deep` : `more than ${maxNodes} values`;
      const pointer = path.map((name) => `/${pointerToken(name)}`).join("");
      throw new SpecError(problem, place(pointer), "Give a document of ordinary size.");
    }
    if (typeof value !== "object" || value === null) return;
    for (const [name, child] of Object.entries(value)) {
      path.push(name);
      visit(child);
      path.pop();
    }
  };
  visit(root);
}

/**
 * A document in JSON, which is read ten times as fast as YAML; undefined where it is not plain JSON, so that whoever
 * reads YAML says what is wrong with it.
 */
function parsePlainJson(text: string): ReadText | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const parsed = parseJson(text, { maxValues: maxNodes });
  const value = parsed.ok ? plainValueOf(parsed.value) : undefined;
  if (!parsed.ok || value === undefined) return undefined;
  return { value, offsetOf: (pointer) => offsetIn(parsed.value, pointer) };
}

/** Undefined where a name occurs twice in its object, or has a meaning in JavaScript. */
function plainValueOf(node: JsonNode): SpecValue | undefined {
  switch (node.kind) {
    case "literal":
    case "string":
      return node.value;
    case "number":
      return exactInteger(node.raw) ?? Number(node.raw);
    case "array": {
      const items = node.items.map(plainValueOf);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case "object": {
      const object: Record<string, SpecValue> = {};
      for (const { name, value } of node.members) {
        const plain = plainValueOf(value);
        if (plain === undefined || name === "__proto__" || Object.hasOwn(object, name)) return undefined;
        object[name] = plain;
      }
      return object;
    }
  }
}

function offsetIn(root: JsonNode, pointer: string): number {
  let node = root;
  for (const name of pointerTokens(pointer)) {
    const child = node.kind === "array" ? node.items[Number(name)] : member(node, name);
    if (child === undefined) return node.start;
    node = child;
  }
  return node.start;
}
