import { isPlainObject, memberAt, own, type PlainObject, type PlainValue } from "../json/plain.ts";
import type { Bodies } from "./bodies.ts";
import type {
  Access,
  CredentialHeader,
  FieldSchema,
  HeaderSpec,
  Parameter,
  ParameterStyle,
  RequestBodySchema,
  ResponseSpec,
} from "./contract.ts";
import { elements, jsonMediaOf, jsonMediaType, members } from "./operations.ts";
import { fieldOf, partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";

type Where = Parameter["in"];

const defaultStyles: Readonly<Record<Where, string>> = {
  query: "form",
  path: "simple",
  header: "simple",
  cookie: "form",
};

/**
 * Other parts of OpenAPI describe the first three; as parameters they are ignored (OpenAPI, Parameter Object). The others are
 * those of a message and its connection (RFC 9112, 3.2 and 6; RFC 9110, 7.6.1 and 10.1.1), which whatever sends it decides.
 */
const ignoredHeaders = [
  ...["accept", "content-type", "authorization"],
  ...["host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "expect"],
];

export function compileParameter(spec: Spec, bodies: Bodies, parameter: PlainObject): Parameter[] {
  const [where, name] = [own(parameter, "in"), own(parameter, "name")];
  if (!isWhere(where) || typeof name !== "string") return [];
  if (where === "header" && ignoredHeaders.includes(name.toLowerCase())) return [];
  const [media] = members(own(parameter, "content"));
  const schema = own(media === undefined ? parameter : media[1], "schema");
  return [
    {
      name,
      in: where,
      required: own(parameter, "required") === true,
      field: fieldOf(schema),
      item: itemOf(schema),
      ...styleOf(parameter),
      members: hasOtherMembers(schema) ? "any" : [...shapeOf(schema).properties.keys()],
      hasMediaType: media !== undefined,
      holders: media === undefined ? [parameter] : [parameter, media[1]],
      validate: (value) => bodies.of(schema)?.validate(value) ?? [],
      place: () => spec.place(parameter),
    },
  ];
}

/** How its arrays and objects are written, where it does not say so itself, too. */
export function styleOf(parameter: PlainObject): ParameterStyle {
  const [where, given, explode] = ["in", "style", "explode"].map((name) => own(parameter, name));
  const style = typeof given === "string" ? given : isWhere(where) ? defaultStyles[where] : "";
  return { style, explode: explode === undefined ? style === "form" : explode === true };
}

/** A map of names that the document does not know. */
function hasOtherMembers(schema: PlainValue | undefined): boolean {
  const others = partsOf(schema).map((part) => own(part, "additionalProperties"));
  return others.some((one) => one === true || isPlainObject(one));
}

/** Of a schema of arrays and nothing else. */
function itemOf(schema: PlainValue | undefined): FieldSchema | undefined {
  if (fieldOf(schema).types?.join() !== "array") return undefined;
  return fieldOf(...partsOf(schema).map((part) => own(part, "items")));
}

function isWhere(value: unknown): value is Where {
  return value === "query" || value === "path" || value === "header" || value === "cookie";
}

export function bodyOf(bodies: Bodies, node: PlainObject): RequestBodySchema | undefined {
  const body = own(node, "requestBody");
  const media = jsonMediaOf(body);
  const [label] = members(own(body, "content")).find(([, one]) => one === media) ?? [""];
  const schema = bodies.of(own(media, "schema"), "request");
  if (!isPlainObject(body) || schema === undefined) return undefined;
  return {
    shape: schema.shape,
    isArray: schema.isArray,
    validate: (value) => schema.validate(value),
    required: own(body, "required") === true,
    // A range names no type to send.
    mediaType: label.includes("*") ? "application/json" : mediaTypeOf(label),
    holders: media === undefined ? [] : [media],
  };
}

export function otherBodyOf(node: PlainObject): readonly string[] {
  const body = own(node, "requestBody");
  if (own(body, "required") !== true) return [];
  const types = bodyTypesOf(node);
  return types.some((type) => jsonMediaType.test(type)) ? [] : types;
}

export function bodyTypesOf(node: PlainObject): readonly string[] {
  return members(memberAt(node, "requestBody", "content")).map(([label]) => mediaTypeOf(label));
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

/** @param holder the Responses Object */
export function compileResponse(
  spec: Spec,
  bodies: Bodies,
  holder: PlainValue | undefined,
  name: string,
): ResponseSpec {
  const response = own(holder, name);
  return {
    name,
    content: new Map(
      [...Map.groupBy(members(own(response, "content")), ([label]) => mediaTypeOf(label))].map(
        ([type, all]) => [type, jsonMediaType.test(type) ? bodies.of(anyOfThese(all)) : undefined],
      ),
    ),
    headers: members(own(response, "headers")).flatMap(([each, header]) => headerOf(bodies, each, header)),
    headersPlace: () => spec.place(response, "headers"),
  };
}

/** Media types that differ in their parameters alone, as in versions of one format: a body is as one of their schemas says. */
function anyOfThese(all: readonly (readonly [string, PlainValue])[]): PlainValue | undefined {
  const schemas = all.map(([, media]) => own(media, "schema"));
  const different = [...new Set(schemas)].filter((schema) => schema !== undefined);
  if (different.length === 0 || schemas.includes(undefined)) return undefined;
  return different.length === 1 ? different[0] : { anyOf: different };
}

/** `application/json` of `Application/JSON; charset=utf-8`. */
export function mediaTypeOf(label: string): string {
  return (label.split(";")[0] ?? "").trim().toLowerCase();
}

/** Content-Type is described by `content`, and ignored here (OpenAPI, Response Object). */
function headerOf(bodies: Bodies, name: string, header: PlainValue | undefined): HeaderSpec | [] {
  if (name.toLowerCase() === "content-type") return [];
  const schema = own(header, "schema");
  return {
    name,
    required: own(header, "required") === true,
    field: fieldOf(schema),
    validate: (value) => bodies.of(schema)?.validate(value) ?? [],
  };
}

/**
 * What it takes to call an operation (OpenAPI, Security Requirement Object): one of several requirements is enough, and an
 * empty one, or none at all, lets a request in without a credential.
 */
export function accessOf(spec: Spec, node: PlainObject): Access {
  const declared = own(node, "security") ?? own(spec.root.value, "security");
  const requirements = elements(declared).map((one) => members(one).map(([name]) => name));
  if (requirements.length === 0 || requirements.some((names) => names.length === 0))
    return { kind: "public", stated: declared !== undefined };
  const schemes = memberAt(spec.root.value, "components", "securitySchemes");
  const isKey = (names: readonly string[]) => names.every((name) => isSentAsBearer(own(schemes, name)));
  if (requirements.some(isKey)) return { kind: "bearer", alone: requirements.every(isKey) };
  const allInWords = (names: readonly string[]) =>
    names.map((name) => `${name} (${inWords(own(schemes, name))})`).join(" with ");
  const asToken = requirements.some((names) => names.some((name) => isToken(own(schemes, name))));
  const headersOf = (names: readonly string[]) => {
    const fields = names.flatMap((name) => headerOfScheme(own(schemes, name)) ?? []);
    return fields.length < names.length ? [] : fields;
  };
  return {
    kind: "other",
    schemes: requirements.map(allInWords),
    asToken,
    headers: requirements.map(headersOf),
  };
}

function isToken(scheme: PlainValue | undefined): boolean {
  const isAuthorization = text(own(scheme, "name")).toLowerCase() === "authorization";
  return isSentAsBearer(scheme) || (text(own(scheme, "in")) === "header" && isAuthorization);
}

/** A token of OAuth 2 or OpenID Connect is sent as a bearer key is (RFC 6750, 2.1). */
function isSentAsBearer(scheme: PlainValue | undefined): boolean {
  const type = text(own(scheme, "type"));
  const isBearer = type === "http" && text(own(scheme, "scheme")).toLowerCase() === "bearer";
  return isBearer || type === "oauth2" || type === "openIdConnect";
}

/** The header field that carries it (RFC 9110, 11.6.2; OpenAPI, Security Scheme Object); undefined where none does. */
function headerOfScheme(scheme: PlainValue | undefined): CredentialHeader | undefined {
  const type = text(own(scheme, "type"));
  if (isSentAsBearer(scheme)) return { name: "authorization", scheme: "Bearer" };
  if (type === "http") return { name: "authorization", scheme: text(own(scheme, "scheme")) };
  if (type !== "apiKey" || own(scheme, "in") !== "header") return undefined;
  return { name: text(own(scheme, "name")).toLowerCase(), scheme: undefined };
}

/** `API key in the header X-Key`, `HTTP basic`. */
function inWords(scheme: PlainValue | undefined): string {
  const type = text(own(scheme, "type"));
  if (type === "http") return `HTTP ${text(own(scheme, "scheme")).toLowerCase()}`;
  if (type === "apiKey") return `API key in the ${text(own(scheme, "in"))} ${text(own(scheme, "name"))}`;
  return type;
}

function text(value: PlainValue | undefined): string {
  return typeof value === "string" ? value : "";
}
