import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from "yaml";
import { pointerToken } from "../json/read.ts";
import { parseJsonFile } from "./json-file.ts";
import { SpecError, type SpecPlace } from "./spec-error.ts";

/** Plain data of a YAML or JSON document. Integers are bigints, so that no digit of a bound is lost. */
export type SpecValue = null | boolean | number | bigint | string | readonly SpecValue[] | SpecObject;
export interface SpecObject {
  readonly [name: string]: SpecValue | undefined;
}

/** One file of a document: its data, and where each part of it stands. */
export interface SpecFile {
  /** As people know it: a path or a URL. */
  readonly name: string;
  readonly url: URL;
  readonly value: SpecValue;
  /** The place of a JSON pointer; of its nearest ancestor when nothing is there. */
  place(pointer: string): SpecPlace;
}

/** 100 stands for an alias bomb; a document that uses anchors well has a dozen. */
const maxAliases = 100;
const maxDepth = 100;
const maxNodes = 1_000_000;

/**
 * Reads YAML 1.2 or JSON.
 * @throws SpecError with line and column, also for repeated keys and for aliases that multiply.
 */
export function parseSpecFile(text: string, name: string, url: URL): SpecFile {
  const file = parseJsonFile(text, name, url, maxNodes) ?? parseYamlFile(text, name, url);
  boundSize(file.value, file.place);
  return file;
}

function parseYamlFile(text: string, name: string, url: URL): SpecFile {
  const lines = new LineCounter();
  const advice = "Correct the file's syntax; it must be one YAML 1.2 or JSON document.";
  let document: Document.Parsed;
  let value: SpecValue;
  try {
    document = parseDocument(text, {
      intAsBigInt: true,
      lineCounter: lines,
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: "error",
    });
    const error = document.errors[0] ?? document.warnings[0];
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0]);
      throw new SpecError(firstLine(error.message), { file: name, line, column: col, pointer: "" }, advice);
    }
    value = document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    if (cause instanceof SpecError) throw cause;
    throw new SpecError(`not readable: ${firstLine(String(cause))}`, { file: name }, advice);
  }
  const place = (pointer: string): SpecPlace => {
    const offset = offsetOf(document, pointer);
    const position = offset === undefined ? undefined : lines.linePos(offset);
    return { file: name, line: position?.line, column: position?.col, pointer };
  };
  return { name, url, value, place };
}

export function isSpecObject(value: SpecValue | undefined): value is SpecObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSpecArray(value: SpecValue | undefined): value is readonly SpecValue[] {
  return Array.isArray(value);
}

/** An own member; a document may name its members `constructor` or `__proto__`. */
export function own(value: SpecValue | undefined, name: string): SpecValue | undefined {
  return isSpecObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Everything behind this reads documents by recursion, and may meet an alias as often as it is used. */
function boundSize(root: SpecValue, place: (pointer: string) => SpecPlace): void {
  let nodes = 0;
  const waiting: { value: SpecValue; pointer: string; depth: number }[] = [
    { value: root, pointer: "", depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes += 1;
    const { value, pointer, depth } = next;
    if (depth > maxDepth || nodes > maxNodes) {
      const problem = depth > maxDepth ? `more than ${maxDepth} levels deep` : `more than ${maxNodes} values`;
      throw new SpecError(problem, place(pointer), "Give a document of ordinary size.");
    }
    if (typeof value !== "object" || value === null) continue;
    for (const [name, child] of Object.entries(value)) {
      if (child !== undefined)
        waiting.push({ value: child, pointer: `${pointer}/${pointerToken(name)}`, depth: depth + 1 });
    }
  }
}

function offsetOf(document: Document.Parsed, pointer: string): number | undefined {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0];
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isAlias(node)) node = node.resolve(document);
    if (isMap<Node, Node | null>(node)) {
      // A key such as 200 is a number to YAML and a name to OpenAPI.
      const pair: Pair<Node, Node | null> | undefined = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === name,
      );
      offset = pair?.key.range?.[0] ?? offset;
      node = pair?.value ?? undefined;
    } else if (isSeq<Node>(node)) {
      node = node.items[Number(name)];
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

function firstLine(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/^\w*Error: /, "").replace(/[.:]+$/, "");
}
