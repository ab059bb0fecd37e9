import type { Facts } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { mayBeAbsent, separators, sideOf } from "#core/contract/classification/classify-parameter.ts";
import type { Operation, Parameter, RequestBodySchema } from "#core/contract/contract.ts";
import { elements, members } from "#core/contract/operations.ts";
import { partsOf, requiredOf } from "#core/contract/schema-shape.ts";
import { percentDecoded } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { toPlain } from "#core/json/read.ts";
import { type WritableJson, writeJson } from "#core/json/write.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import type { Subject } from "./family.ts";
import { untested } from "./reasons.ts";
import { declaredInputs } from "./settings.ts";
import { answersOf, idsIn, isWriting } from "./sources.ts";

/**
 * A value for each parameter that has to be sent; those that may be left out are, unless `--input` names them. It comes from
 * `--input`, from earlier answers, or from the document's examples and bounds, in this order.
 */
export function requiredValues(
  subject: Subject,
  facts: Facts,
): ReadonlyMap<Parameter, WritableJson> | Unresolved {
  const { operation } = subject;
  const values = new Map<Parameter, WritableJson>();
  // An inner id determines the ids before it, so the innermost is looked up first.
  const isSent = ({ required, name }: Parameter) => required || inputOf(operation, name, facts) !== undefined;
  for (const parameter of operation.parameters.filter(isSent).toReversed()) {
    if (values.has(parameter)) continue;
    const value = valueFor(subject, parameter, facts, values);
    if (value === undefined) return noValue(operation, parameter);
    if (!values.has(parameter)) values.set(parameter, value);
  }
  return values;
}

/** A value of one parameter, whether it has to be sent or not. */
export function knownValue(
  subject: Subject,
  parameter: Parameter,
  facts: Facts,
): { readonly value: WritableJson } | Unresolved {
  const value = valueFor(subject, parameter, facts, new Map());
  return value === undefined ? noValue(subject.operation, parameter) : { value };
}

function valueFor(
  { operation, sourcesOf }: Subject,
  parameter: Parameter,
  facts: Facts,
  values: Map<Parameter, WritableJson>,
): WritableJson | undefined {
  const given = inputOf(operation, parameter.name, facts);
  if (given !== undefined) return inputValue(parameter, given);
  for (const source of sourcesOf(operation, parameter)) {
    for (const answer of answersOf(source, facts)) {
      const [found] = idsIn(answer, parameter.name);
      if (found === undefined) continue;
      bindOuter(operation, source.operation, answer.request.path, values);
      return found;
    }
  }
  // A write goes only to what `--input` names or what this run created.
  if (parameter.in === "path" && isWriting(operation)) return undefined;
  const example = fittingExample(parameter);
  if (example !== undefined || parameter.in === "path") return example;
  if (mayBeAbsent(parameter)) return {};
  const { minimum, maximum, types } = parameter.field;
  return minimum ?? maximum ?? (types?.join() === "boolean" ? false : undefined);
}

/** The example, unless the document itself does not allow it. */
function fittingExample(parameter: Parameter): WritableJson | undefined {
  const example = exampleGiven(parameter);
  if (example === undefined || parameter.field.types?.includes("object") === true) return example;
  const texts =
    parameter.in === "query"
      ? queryPairs(parameter, example).map(([, text]) => text)
      : [plainText(parameter, example)];
  return sideOf(parameter, texts) === "outside" ? undefined : example;
}

/** An id belongs to the ids in the path where it was found: `/pets/7/photos` has photos of pet 7. */
function bindOuter(
  operation: Operation,
  source: Operation,
  path: string,
  values: Map<Parameter, WritableJson>,
): void {
  const [own = [], template = [], given = []] = [operation.path, source.path, path].map((one) =>
    one.split("/"),
  );
  for (const [index, segment] of template.entries()) {
    const name = /^\{(.*)\}$/.exec(own[index] ?? "")?.[1];
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    if (!segment.startsWith("{") || parameter === undefined || given[index] === undefined) continue;
    values.set(parameter, percentDecoded(given[index]));
  }
}

/** `--input NAME=VALUE`, or `--input OPERATION/NAME=VALUE` for one operation alone. */
export function inputOf(operation: Operation, name: string, { setting }: Facts): string | undefined {
  const inputs = declaredInputs(setting.declared);
  return inputs[`${operation.name}/${name}`] ?? inputs[name];
}

function inputValue({ field }: Parameter, text: string): WritableJson {
  const isPlain = field.types?.some((type) => type === "array" || type === "object") !== true;
  const parsed = isPlain ? undefined : parseJson(text);
  return parsed?.ok === true ? toPlain(parsed.value) : text;
}

function noValue(operation: Operation, parameter: Parameter): Unresolved {
  const { name, in: where } = parameter;
  const scope = isWriting(operation) ? `${operation.name}/` : "";
  const hasExample = exampleGiven(parameter) !== undefined;
  return untested(
    isWriting(operation) ? "no-created-value" : hasExample ? "example-not-allowed" : "no-value",
    { where, name },
    { options: [{ option: "input", value: `${scope}${name}=VALUE` }] },
  );
}

/** A value that the document gives as an example of it, or that follows from its examples; undefined where it gives none. */
export function exampleGiven({
  holders,
}: Pick<Parameter | RequestBodySchema, "holders">): PlainValue | undefined {
  return holders.values().map(exampleOf).find(isThere);
}

function isThere(value: PlainValue | undefined): value is PlainValue {
  return value !== undefined;
}

/** A schema may contain itself, so that its example would never end. */
const deepest = 6;

function exampleOf(holder: PlainValue | undefined): PlainValue | undefined {
  const named = members(own(holder, "examples")).map(([, one]) => own(one, "value"));
  const given = [own(holder, "example"), ...named].find(isThere);
  return given === undefined ? exampleOfSchema(own(holder, "schema"), deepest) : given;
}

/** By depth, remembered of each schema: several may have it as a choice, and each has several choices. */
const examplesAt = Array.from({ length: deepest + 1 }, (_, depth) =>
  derivedFrom((schema: PlainObject) => exampleMadeOf(schema, depth)),
);

function exampleOfSchema(schema: PlainValue | undefined, depth: number): PlainValue | undefined {
  return isPlainObject(schema) ? examplesAt[depth]?.(schema) : undefined;
}

function exampleMadeOf(schema: PlainObject, depth: number): PlainValue | undefined {
  const parts = partsOf(schema);
  for (const part of parts) {
    const [first] = elements(own(part, "examples"));
    const [allowed] = elements(own(part, "enum"));
    const given = own(part, "example") ?? first ?? own(part, "default") ?? own(part, "const") ?? allowed;
    if (given !== undefined) return given;
  }
  if (depth === 0) return undefined;
  const below = (schema: PlainValue | undefined) => exampleOfSchema(schema, depth - 1);
  const choices = parts.flatMap((part) => elements(own(part, "oneOf") ?? own(part, "anyOf")));
  const chosen = choices.values().map(below).find(isThere);
  if (chosen !== undefined) return chosen;
  if (parts.some((part) => own(part, "properties") !== undefined)) return objectOf(parts, depth);
  const item = below(parts.map((part) => own(part, "items")).find(isThere));
  return item === undefined ? undefined : [item];
}

/** Every required member, and those that have an example; undefined where a required one has none. */
function objectOf(parts: readonly PlainObject[], depth: number): PlainValue | undefined {
  const required = new Set(requiredOf(parts));
  const found: Record<string, PlainValue> = {};
  for (const [name, property] of parts.flatMap((part) => members(own(part, "properties")))) {
    // Only a service sends it.
    if (partsOf(property).some((part) => own(part, "readOnly") === true)) {
      required.delete(name);
      continue;
    }
    const value = exampleOfSchema(property, depth - 1);
    if (value !== undefined) found[name] = value;
  }
  const isWhole = [...required].every((name) => Object.hasOwn(found, name));
  return isWhole && isPlainObject(found) && Object.keys(found).length > 0 ? found : undefined;
}

type Pair = readonly [name: string, value: string];

/** A scalar, an item of an array, or a member of an object; only a member has a name. */
type Part = readonly [name: string | undefined, text: string];

/** A value as the document writes it in a query. */
export function queryPairs(parameter: Parameter, value: WritableJson): readonly Pair[] {
  const { name, style, explode, hasMediaType } = parameter;
  if (hasMediaType) return [[name, writeJson(value)]];
  const parts = writtenParts(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && style === "deepObject") return parts.map(([member, text]) => [`${name}[${member}]`, text]);
  if (explode && (isObject || style === "form")) return parts.map(([member, text]) => [member ?? name, text]);
  return [[name, listed(parts, false).join(separators[style] ?? ",")]];
}

/** A value as it stands in a path, percent-encoded, with what its style puts in front of it. */
export function pathText(parameter: Parameter, value: WritableJson): string {
  const { name, style, explode } = parameter;
  const parts = writtenParts(value);
  if (style === "matrix" && explode)
    return parts.map(([member, text]) => `;${member ?? name}=${encodeURIComponent(text)}`).join("");
  const texts = listed(parts, explode).map(encodeURIComponent);
  if (style === "label") return `.${texts.join(explode ? "." : ",")}`;
  return `${style === "matrix" ? `;${name}=` : ""}${texts.join(",")}`;
}

/** A value as it stands in a header or a cookie. */
export function plainText({ hasMediaType, explode }: Parameter, value: WritableJson): string {
  return hasMediaType ? writeJson(value) : listed(writtenParts(value), explode).join(",");
}

function listed(parts: readonly Part[], explode: boolean): readonly string[] {
  return parts.flatMap(([member, text]) => {
    if (member === undefined) return text;
    return explode ? `${member}=${text}` : [member, text];
  });
}

function writtenParts(value: WritableJson): readonly Part[] {
  if (typeof value !== "object" || value === null) return [[undefined, scalarText(value)]];
  if (Array.isArray(value)) return value.map((item: WritableJson) => [undefined, scalarText(item)]);
  return Object.entries(value).flatMap(([name, item]) =>
    item === undefined ? [] : [[name, scalarText(item)] as const],
  );
}

function scalarText(value: WritableJson): string {
  return typeof value === "string" ? value : writeJson(value);
}
