import { isPlainArray, isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { pointerToken } from "#core/json/read.ts";

/**
 * What the members of a part of a document are: words of OpenAPI and JSON Schema, names that the document gives, or data of
 * the service's own, in which a `$ref` or a `nullable` means nothing.
 */
export type PartKind = "words" | "names" | "examples" | "example" | "data";

const named = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs"],
  ...["schemas", "responses", "parameters", "requestBodies", "headers", "securitySchemes", "links"],
  ...["callbacks", "pathItems", "paths", "webhooks", "content", "encoding", "variables", "mapping"],
]);

/** Of the member `name` of a part of this kind. */
export function kindOfMember(name: string, within: PartKind, isArray: boolean): PartKind {
  switch (within) {
    case "data":
      return "data";
    case "names":
      return "words";
    case "examples":
      return "example";
    case "example":
      return name === "value" ? "data" : "words";
    case "words":
      if (name === "examples") return isArray ? "data" : "examples";
      if (["example", "default", "enum", "const"].includes(name) || name.startsWith("x-")) return "data";
      return named.has(name) ? "names" : "words";
  }
}

export type Reference = PlainObject & { readonly $ref: string };

/** An object or array of a file. */
interface DocumentPart {
  readonly value: PlainValue & object;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
  readonly kind: PartKind;
  /** The part itself where it refers to another; in an example's value, and in data, it does not. */
  readonly reference: Reference | undefined;
}

/**
 * Calls back for each object and array of a file, once. By an alias, data of the service's own may be a part of the document
 * as well: it then comes a second time, as that part.
 */
export function eachPart(root: PlainValue, kindOfFile: PartKind, visit: (part: DocumentPart) => void): void {
  /** Whether it was data when it came. */
  const seen = new Map<PlainValue, boolean>();
  const walk = (value: PlainValue | undefined, pointer: string, kind: PartKind): void => {
    if (typeof value !== "object" || value === null) return;
    const isData = kind === "data";
    const before = seen.get(value);
    if (before === false || (before === true && isData)) return;
    seen.set(value, isData);
    const mayRefer = kind === "words" || kind === "example";
    visit({ value, pointer, kind, reference: mayRefer && isReference(value) ? value : undefined });
    for (const [name, child] of Object.entries(value))
      walk(child, `${pointer}/${pointerToken(name)}`, kindOfMember(name, kind, isPlainArray(child)));
  };
  walk(root, "", kindOfFile);
}

export function isReference(value: PlainValue | undefined): value is Reference {
  return isPlainObject(value) && typeof own(value, "$ref") === "string";
}
