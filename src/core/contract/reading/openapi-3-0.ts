import { isPlainArray, isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { pointerToken } from "#core/json/read.ts";
import type { SpecFile } from "./parse-spec-file.ts";

export function isOpenApi30(root: PlainValue): boolean {
  const version = own(root, "openapi");
  return typeof version === "string" && /^3\.0\.\d+$/.test(version);
}

/**
 * A file of a document in the form that everything behind knows. Of OpenAPI 3.0: `nullable` is a type, an exclusive bound is a
 * number, and what stands beside a `$ref` is left out. Of 3.1: a schema that says more beside a `$ref` is an `allOf`.
 */
export function inOneForm(file: SpecFile, isOlder: boolean): SpecFile {
  const value = rewritten(file.value, "words", isOlder);
  return {
    ...file,
    value: isPlainObject(value) && isOpenApi30(value) ? { ...value, openapi: "3.1.0" } : value,
  };
}

/** What else than schemas may have beside a `$ref`: it says nothing of what is allowed. */
const ofReferences = new Set([
  ...["summary", "description"],
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace", "parameters", "servers"],
]);

/** The part itself where 3.1 has it so, too: nearly all of a document is not copied. */
function rewritten(value: PlainValue, kind: PartKind, isOlder: boolean): PlainValue {
  if (kind === "data") return value;
  if (isPlainArray(value)) {
    const items = value.map((item) => rewritten(item, "words", isOlder));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isPlainObject(value)) return value;
  const reference = own(value, "$ref");
  if (kind === "words" && typeof reference === "string") {
    const { $ref, nullable: isNullable, ...beside } = value;
    if (Object.keys(value).length === 1) return value;
    if (isOlder) return isNullable === true ? orNull({ $ref: reference }) : { $ref: reference };
    if (Object.keys(beside).every((name) => ofReferences.has(name))) return { $ref: reference };
    const others = isPlainArray(beside.allOf) ? beside.allOf : [];
    return rewritten({ ...beside, allOf: [{ $ref: reference }, ...others] }, kind, isOlder);
  }
  const changed = Object.entries(value).flatMap(([name, part]): (readonly [string, PlainValue])[] => {
    const now = part && rewritten(part, kindOfMember(name, kind, isPlainArray(part)), isOlder);
    return now === undefined || now === part ? [] : [[name, now]];
  });
  const members = changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
  return kind === "words" && isOlder ? exclusive(nullable(members)) : members;
}

/**
 * A schema is nullable where it has a type, too (OpenAPI 3.0.3, Schema Object). Where it refers to another one in place of that, as
 * generators write it, the author means the same.
 */
function nullable(schema: PlainObject): PlainObject {
  const { nullable: isNullable, ...rest } = schema;
  if (typeof isNullable !== "boolean") return schema;
  const { type, enum: allowed } = rest;
  if (!isNullable) return rest;
  if (typeof type !== "string") {
    const { allOf, oneOf, anyOf, discriminator, ...others } = rest;
    const all = Object.entries({ allOf, oneOf, anyOf, discriminator }).filter(([, one]) => one !== undefined);
    return all.length === 0 ? rest : { ...others, ...orNull(Object.fromEntries(all)) };
  }
  return {
    ...rest,
    type: [type, "null"],
    // Authors often leave null out of the enum, but mean it.
    ...(isPlainArray(allowed) && !allowed.includes(null) && { enum: [...allowed, null] }),
  };
}

function orNull(schema: PlainObject): PlainObject {
  return { anyOf: [schema, { type: "null" }] };
}

function exclusive(schema: PlainObject): PlainObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  if (typeof exclusiveMinimum !== "boolean" && typeof exclusiveMaximum !== "boolean") return schema;
  return {
    ...rest,
    ...(minimum !== undefined && { [exclusiveMinimum === true ? "exclusiveMinimum" : "minimum"]: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum === true ? "exclusiveMaximum" : "maximum"]: maximum }),
  };
}

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

/**
 * Visits every object and array of a file, each once, with its JSON pointer. By an alias, data of the service's own may be a
 * part of the document as well: it is then visited as both.
 */
export function forEachPart(
  root: PlainValue,
  kindOfRoot: PartKind = "words",
  visit: (part: PlainObject | readonly PlainValue[], pointer: string, kind: PartKind) => void,
): void {
  const seen = { data: new Set<PlainValue>(), parts: new Set<PlainValue>() };
  const walk = (value: PlainValue | undefined, pointer: string, kind: PartKind): void => {
    if (typeof value !== "object" || value === null || seen.parts.has(value)) return;
    if (kind === "data" && seen.data.has(value)) return;
    (kind === "data" ? seen.data : seen.parts).add(value);
    visit(value, pointer, kind);
    for (const [name, child] of Object.entries(value))
      walk(child, `${pointer}/${pointerToken(name)}`, kindOfMember(name, kind, isPlainArray(child)));
  };
  walk(root, "", kindOfRoot);
}
