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
