import type { Contract, FieldSchema, ObjectShape, OperationId } from "../contract/contract.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { JsonNode } from "../json/json.ts";
import { exactInteger, isInt64 } from "../json/number.ts";
import { parseJson } from "../json/parse.ts";
import { member } from "../json/read.ts";

/** What of one input's values a run has sent: each kind of value, and how many requests had one. */
export interface InputPlace {
  /** `limit`, `id`, `body`, `body /name`, `Content-Type`. */
  readonly place: string;
  /** Every kind that there is, those that were not sent too. */
  readonly kinds: readonly { readonly kind: string; readonly sent: number }[];
}

/** Which kinds of values were tried of each parameter and field that the document has. Pure. */
export function inputsTried(contract: Contract, exchanges: readonly Exchange[]): readonly InputPlace[] {
  const keyed = exchanges.filter((e) => e.request.credential.kind === "valid");
  const byOperation = Map.groupBy(keyed, (e) => contract.classify(e.request).operation);
  const of = (id: OperationId) => byOperation.get(id) ?? [];
  const parameters = [...contract.operations.values()].flatMap(({ id, parameters: declared }) =>
    declared.flatMap(({ name, in: where, field }) =>
      where !== "query" && where !== "path"
        ? []
        : tally(
            name,
            parameterKinds(field, where),
            of(id).map((e) => kindOfText(textOf(e, name, where), field)),
          ),
    ),
  );
  return [
    ...parameters,
    ...[...contract.operations.values()].flatMap(({ id, body }) =>
      body === undefined ? [] : bodyPlaces(body.shape, of(id)),
    ),
  ];
}

function bodyPlaces(shape: ObjectShape, exchanges: readonly Exchange[]): readonly InputPlace[] {
  const bodies = exchanges.map(({ request }) => request.body);
  const nodes = bodies.map((body) => parseJson(new TextDecoder().decode(body?.bytes)));
  const objects = nodes.flatMap((node) => (node.ok && node.value.kind === "object" ? [node.value] : []));
  const fields = [...shape.properties].map(([name, field]) =>
    tally(
      `body /${name}`,
      fieldKinds(field),
      objects.map((node) => kindOfNode(member(node, name), field)),
    ),
  );
  const body = tally(
    "body",
    ["an object", "another JSON value", "no JSON", "empty"],
    nodes.map((node, i) =>
      bodies[i]?.bytes.length === 0
        ? "empty"
        : !node.ok
          ? "no JSON"
          : node.value.kind === "object"
            ? "an object"
            : "another JSON value",
    ),
  );
  const labels = tally(
    "Content-Type",
    ["application/json", "the same in another spelling", "another", "none"],
    bodies.map((sent) => kindOfLabel(sent?.contentType)),
  );
  return [body, ...fields, labels];
}

function tally(place: string, kinds: readonly string[], seen: readonly string[]): InputPlace {
  return { place, kinds: kinds.map((kind) => ({ kind, sent: seen.filter((s) => s === kind).length })) };
}

function textOf({ request }: Exchange, name: string, where: "query" | "path"): string | undefined {
  if (where === "path") return decodeURIComponent(request.path.split("/").at(-1) ?? "");
  return request.query?.find(([key]) => key === name)?.[1];
}

const isIntegral = ({ types }: FieldSchema) => types?.includes("integer") === true;

function parameterKinds(field: FieldSchema, where: "query" | "path"): readonly string[] {
  // A path without the segment is another path.
  const always = where === "query" ? ["absent", "empty"] : [];
  if (field.enum !== undefined) return [...field.enum.map(String), "none of them", ...always];
  if (!isIntegral(field)) return ["text", ...always];
  return [...integerKinds(field), "a fraction", "no number", ...always];
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
  if (field.enum !== undefined) return [...field.enum.map(String), "none of them", ...others];
  if (isIntegral(field)) return [...integerKinds(field), "a fraction", ...others];
  return ["plain ASCII", "beyond ASCII", "control characters", "empty", "longer than 64 units", ...others];
}

function kindOfText(text: string | undefined, field: FieldSchema): string {
  if (text === undefined) return "absent";
  if (text === "") return "empty";
  if (field.enum !== undefined) return field.enum.includes(text) ? text : "none of them";
  if (!isIntegral(field)) return "text";
  if (/^-?[0-9]+$/.test(text)) return kindOfInteger(BigInt(text), field);
  return /^-?[0-9]+\.[0-9]+$/.test(text) ? "a fraction" : "no number";
}

function kindOfNode(node: JsonNode | undefined, field: FieldSchema): string {
  if (node === undefined) return "absent";
  if (node.kind === "literal" && node.value === null) return "null";
  if (isIntegral(field)) {
    if (node.kind !== "number") return "another type";
    const value = exactInteger(node.raw);
    return value === undefined ? "a fraction" : kindOfInteger(value, field);
  }
  if (node.kind !== "string") return "another type";
  if (field.enum !== undefined) return field.enum.includes(node.value) ? node.value : "none of them";
  return kindOfName(node.value);
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
  if (text.length > 64) return "longer than 64 units";
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return "control characters";
  return /^[\x20-\x7e]*$/.test(text) ? "plain ASCII" : "beyond ASCII";
}

function kindOfLabel(label: string | undefined): string {
  if (label === undefined) return "none";
  if (label === "application/json") return label;
  return /^application\/json *(?:;|$)/i.test(label) ? "the same in another spelling" : "another";
}
