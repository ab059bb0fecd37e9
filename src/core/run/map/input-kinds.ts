import querystring from "node:querystring";
import type { FieldSchema, ObjectShape, Operation, Parameter } from "../../contract/contract.ts";
import { derivedFrom } from "../../exchange/derived-from.ts";
import type { RequestBody, RequestSpec } from "../../exchange/exchange.ts";
import type { JsonNode } from "../../json/json.ts";
import { exactInteger, isInt64 } from "../../json/number.ts";
import { parseJson } from "../../json/parse.ts";
import { member } from "../../json/read.ts";

/** One input of an operation, and the kinds of values that it may have. */
export interface InputPlace {
  /** `limit`, `id`, `body`, `body /name`, `Content-Type`. */
  readonly place: string;
  readonly kinds: readonly string[];
  /** Which kind a request has there; undefined where it has no such place. */
  readonly kindOf: (request: RequestSpec) => string | undefined;
}

/** Of each parameter and field that the document gives an operation. */
export function inputPlaces(operation: Operation): readonly InputPlace[] {
  const { body } = operation;
  return [
    ...operation.parameters.map((parameter) => parameterPlace(operation, parameter)),
    ...(body === undefined ? [] : bodyPlaces(body.shape)),
  ];
}

function parameterPlace(operation: Operation, { name, in: where, field }: Parameter): InputPlace {
  return {
    place: name,
    kinds: parameterKinds(field, where),
    kindOf: (request) => kindOfText(textOf(request, name, where, operation), field),
  };
}

function bodyPlaces(shape: ObjectShape): readonly InputPlace[] {
  const fields = [...shape.properties].map(
    ([name, field]): InputPlace => ({
      place: `body /${name}`,
      kinds: fieldKinds(field),
      kindOf: ({ body }) => {
        const node = body && jsonOf(body);
        return node?.kind === "object" ? kindOfNode(member(node, name), field) : undefined;
      },
    }),
  );
  return [
    {
      place: "body",
      kinds: ["an object", "another JSON value", "not JSON", "empty"],
      kindOf: ({ body }) => kindOfBody(body),
    },
    ...fields,
    {
      place: "Content-Type",
      kinds: ["application/json", "the same in another spelling", "another", "none"],
      kindOf: ({ body }) => kindOfLabel(body?.contentType),
    },
  ];
}

function kindOfBody(body: RequestBody | undefined): string {
  if (body === undefined || body.bytes.length === 0) return "empty";
  const node = jsonOf(body);
  if (node === undefined) return "not JSON";
  return node.kind === "object" ? "an object" : "another JSON value";
}

const jsonOf = derivedFrom((body: RequestBody): JsonNode | undefined => {
  const parsed = parseJson(new TextDecoder().decode(body.bytes));
  return parsed.ok ? parsed.value : undefined;
});

function textOf(
  { path, query, headers }: RequestSpec,
  name: string,
  where: Parameter["in"],
  operation: Operation,
): string | undefined {
  if (where === "query") return query?.find(([key]) => key === name)?.[1];
  if (where === "header") return headers?.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  // No cookie is sent.
  if (where === "cookie") return undefined;
  const segment = operation.path.split("/").findIndex((part) => part.includes(`{${name}}`));
  const text = path.split("/")[segment];
  // Unlike decodeURIComponent, it throws at no text.
  return text === undefined ? undefined : querystring.unescape(text);
}

const isIntegral = ({ types }: FieldSchema) => types?.includes("integer") === true;

const isText = ({ types }: FieldSchema) => types?.includes("string") === true;

function parameterKinds(field: FieldSchema, where: Parameter["in"]): readonly string[] {
  // A path without the segment is another path.
  const always = where === "path" ? [] : ["absent", "empty"];
  if (field.enum !== undefined) return [...field.enum.map(String), "another value", ...always];
  if (!isIntegral(field)) return ["text", ...always];
  return [...integerKinds(field), "a fraction", "not a number", ...always];
}

function integerKinds({ minimum, maximum, format }: FieldSchema): readonly string[] {
  return [
    ...(minimum === undefined ? [] : ["below the minimum", "the minimum"]),
    ...(minimum === undefined && format === "int64" ? ["below int64", "negative", "zero"] : []),
    "in between",
    ...(maximum === undefined ? [] : ["the maximum", "above the maximum"]),
    ...(maximum === undefined && format === "int64" ? ["beyond 2^53", "above int64"] : []),
  ];
}

function fieldKinds(field: FieldSchema): readonly string[] {
  const others = ["absent", "null", "another type"];
  if (field.enum !== undefined) return [...field.enum.map(String), "another value", ...others];
  if (isIntegral(field)) return [...integerKinds(field), "a fraction", ...others];
  if (!isText(field)) return ["a value", ...others];
  return [
    "plain ASCII",
    "beyond ASCII",
    "control characters",
    "empty",
    "longer than 64 UTF-16 units",
    ...others,
  ];
}

function kindOfText(text: string | undefined, field: FieldSchema): string {
  if (text === undefined) return "absent";
  if (text === "") return "empty";
  if (field.enum !== undefined) return field.enum.map(String).includes(text) ? text : "another value";
  if (!isIntegral(field)) return "text";
  if (/^-?[0-9]+$/.test(text)) return kindOfInteger(BigInt(text), field);
  return /^-?[0-9]+\.[0-9]+$/.test(text) ? "a fraction" : "not a number";
}

function kindOfNode(node: JsonNode | undefined, field: FieldSchema): string {
  if (node === undefined) return "absent";
  if (node.kind === "literal" && node.value === null) return "null";
  if (!isOfType(node, field)) return "another type";
  if (field.enum !== undefined)
    return field.enum.map(String).find((one) => one === textIn(node)) ?? "another value";
  if (isIntegral(field) && node.kind === "number") {
    const value = exactInteger(node.raw);
    return value === undefined ? "a fraction" : kindOfInteger(value, field);
  }
  return isText(field) && node.kind === "string" ? kindOfName(node.value) : "a value";
}

function isOfType({ kind }: JsonNode, { types }: FieldSchema): boolean {
  const own = { literal: ["boolean"], number: ["integer", "number"] }[kind as "literal" | "number"] ?? [kind];
  return types === undefined || own.some((type) => types.includes(type));
}

function textIn(node: JsonNode): string | undefined {
  if (node.kind === "number") return node.raw;
  return node.kind === "string" || node.kind === "literal" ? String(node.value) : undefined;
}

function kindOfInteger(value: bigint, { minimum, maximum, format }: FieldSchema): string {
  if (minimum !== undefined && value <= BigInt(minimum))
    return value < BigInt(minimum) ? "below the minimum" : "the minimum";
  if (maximum !== undefined && value >= BigInt(maximum))
    return value > BigInt(maximum) ? "above the maximum" : "the maximum";
  if (format !== "int64") return "in between";
  if (!isInt64(value)) return value < 0n ? "below int64" : "above int64";
  if (minimum === undefined && value <= 0n) return value < 0n ? "negative" : "zero";
  return maximum === undefined && value > 2n ** 53n ? "beyond 2^53" : "in between";
}

function kindOfName(text: string): string {
  if (text === "") return "empty";
  if (text.length > 64) return "longer than 64 UTF-16 units";
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return "control characters";
  return /^[\x20-\x7e]*$/.test(text) ? "plain ASCII" : "beyond ASCII";
}

function kindOfLabel(label: string | undefined): string {
  if (label === undefined) return "none";
  if (label === "application/json") return label;
  return /^application\/json *(?:;|$)/i.test(label) ? "the same in another spelling" : "another";
}
