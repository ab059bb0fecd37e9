import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from "yaml";
import { pointerTokens } from "../json/read.ts";
import { type linesOf, SpecError } from "./spec-error.ts";
import type { ReadText, SpecValue } from "./spec-file.ts";

/** As often as that, one anchor may be used; beyond it stands an alias bomb. */
const maxAliases = 10_000;

/** Reads all that YAML 1.2 has. @throws SpecError as `parseSpecFile` does */
export function parseWholeYaml(text: string, name: string, at: ReturnType<typeof linesOf>): ReadText {
  const advice = "Correct the file's syntax; it must be one YAML 1.2 or JSON document.";
  let document: Document.Parsed;
  let value: SpecValue;
  try {
    document = parseDocument(text, {
      intAsBigInt: true,
      uniqueKeys: true,
      // YAML 1.2 has no merge keys, and nearly everything that reads documents knows them.
      merge: true,
      prettyErrors: false,
      logLevel: "error",
    });
    const error = document.errors[0] ?? document.warnings[0];
    if (error !== undefined) {
      const place = { file: name, ...at(error.pos[0]), pointer: "" };
      throw new SpecError(firstLine(error.message), place, advice);
    }
    value = document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    if (cause instanceof SpecError) throw cause;
    throw new SpecError(`not readable: ${firstLine(String(cause))}`, { file: name }, advice);
  }
  return { value, offsetOf: (pointer) => offsetOf(document, pointer) };
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
  return (message.split("\n")[0] ?? "").replace(/^\w*Error: /, "").replace(/(?<![.:])[.:]+$/, "");
}
