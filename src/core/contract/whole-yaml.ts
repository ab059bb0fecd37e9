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
import { pointerTokens } from "../json/read.ts";
import { SpecError, type SpecPlace } from "./spec-error.ts";
import type { SpecFile, SpecValue } from "./spec-file.ts";

/** 100 stands for an alias bomb; a document that uses anchors well has a dozen. */
const maxAliases = 100;

/**
 * Reads a document with all that YAML 1.2 has.
 * @throws SpecError with line and column, also for repeated keys and for aliases that multiply.
 */
export function parseWholeYaml(text: string, name: string, url: URL): SpecFile {
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

function offsetOf(document: Document.Parsed, pointer: string): number | undefined {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0];
  for (const name of pointerTokens(pointer)) {
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
