import { isPlainArray, isPlainObject, own, type PlainObject, type PlainValue } from "../json/plain.ts";
import type { Spec } from "./spec.ts";

/** What a suite calls an operation that it knows; of any other its `operationId`, else `GET:/path`. */
export type OperationId = string;

export const operationMethods = [
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
] as const;
export type OperationMethod = (typeof operationMethods)[number];

export type ParameterPlace = "query" | "path" | "header" | "cookie";

/** How the arrays and objects of a parameter are written (OpenAPI, Parameter Object). */
export interface ParameterStyle {
  readonly style: string;
  readonly explode: boolean;
}

/** An Operation Object of the document, with the path item that it stands in. */
export interface OperationCall {
  readonly path: string;
  /** In lower case, as the document has it. */
  readonly method: string;
}

export interface OperationNode extends OperationCall {
  readonly pathItem: PlainObject;
  readonly node: PlainObject;
}

export function operationsOf(spec: Spec): OperationNode[] {
  return members(own(spec.root.value, "paths")).flatMap(([path, item]) => {
    if (!isPlainObject(item)) return [];
    return operationMethods.flatMap((name) => {
      const method = name.toLowerCase();
      const node = own(item, method);
      return isPlainObject(node) ? [{ path, method, pathItem: item, node }] : [];
    });
  });
}

/** What the document calls an operation: its `operationId`, else `GET:/path`. */
export function documentName({ node, method, path }: OperationNode): string {
  const name = own(node, "operationId");
  return typeof name === "string" && name !== "" ? name : `${method.toUpperCase()}:${path}`;
}

/** The Parameter Objects of an operation; its own go before those of its path (OpenAPI 3.1, Operation Object). */
export function parametersOf({ pathItem, node }: OperationNode): PlainObject[] {
  const all = [pathItem, node].flatMap((holder) => elements(own(holder, "parameters"))).filter(isPlainObject);
  return [...new Map(all.map((parameter) => [parameterKey(parameter), parameter])).values()];
}

export function parameterKey(parameter: PlainObject): string {
  return `${String(own(parameter, "in"))} ${String(own(parameter, "name"))}`;
}

/** `application/json`, `application/problem+json`, and the ranges that admit them. */
export const jsonMediaType = /^(application\/(json|[^;]+\+json|\*)|\*\/\*)\s*(;|$)/i;

/** The schema of a JSON body among the media types of a `content` map; undefined when there is none. */
export function jsonSchemaOf(holder: PlainValue | undefined): PlainValue | undefined {
  return own(jsonMediaOf(holder)?.[1], "schema");
}

/** The media type of a JSON body and its Media Type Object, likewise. */
export function jsonMediaOf(holder: PlainValue | undefined): readonly [string, PlainValue] | undefined {
  const types = members(own(holder, "content"));
  const wanted = [
    /^application\/json\s*(;|$)/i,
    /^application\/[^;]+\+json\s*(;|$)/i,
    /^(application|\*)\/\*/i,
  ];
  return wanted.flatMap((pattern) => types.filter(([name]) => pattern.test(name)))[0];
}

/** `application/json` of `Application/JSON; charset=utf-8`. */
export function mediaTypeOf(label: string): string {
  return (label.split(";")[0] ?? "").trim().toLowerCase();
}

/** Under which of these names a media type stands: its own, or a range; the most specific one (OpenAPI, Response Object). */
export function nameOfType(names: readonly string[], type: string): string | undefined {
  return [type, `${type.split("/")[0]}/*`, "*/*"].find((name) => names.includes(name));
}

/**
 * The name under which a document has the answer with this status, or with this key of another document: the code, its
 * range, or `default`.
 */
export function nameAmong(responses: PlainValue | undefined, status: number | string): string | undefined {
  const key = String(status);
  return [key, `${key[0]}XX`, "default"].find((name) => own(responses, name) !== undefined);
}

export function members(value: PlainValue | undefined): [string, PlainValue][] {
  if (!isPlainObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, PlainValue] => entry[1] !== undefined);
}

export function elements(value: PlainValue | undefined): readonly PlainValue[] {
  return isPlainArray(value) ? value : [];
}

/** A path with `{}` for each parameter. */
export function templateShape(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

const defaultStyles: Readonly<Record<ParameterPlace, string>> = {
  query: "form",
  path: "simple",
  header: "simple",
  cookie: "form",
};

export function isParameterPlace(value: unknown): value is ParameterPlace {
  return value === "query" || value === "path" || value === "header" || value === "cookie";
}

/** How its arrays and objects are written, where it does not say so itself, too. */
export function styleOf(parameter: PlainObject): ParameterStyle {
  const [where, given, explode] = ["in", "style", "explode"].map((name) => own(parameter, name));
  const style = typeof given === "string" ? given : isParameterPlace(where) ? defaultStyles[where] : "";
  return { style, explode: explode === undefined ? style === "form" : explode === true };
}
