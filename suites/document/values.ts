import type { Facts } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { mayBeAbsent, sideOf } from "#core/contract/classification/classify-parameter.ts";
import type { Operation, Parameter } from "#core/contract/contract.ts";
import { percentDecoded } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { toPlain } from "#core/json/read.ts";
import type { WritableJson } from "#core/json/write.ts";
import { exampleGiven } from "./examples.ts";
import type { Sourced } from "./family.ts";
import { untested } from "./reasons.ts";
import { declaredInputs } from "./settings.ts";
import { answersOf, idsIn, isWriting, nameOf } from "./sources.ts";
import { plainText, queryPairs } from "./styles.ts";

/**
 * A value for each parameter that has to be sent; those that may be left out are, unless `--input` names them. It comes from
 * `--input`, from earlier answers, or from the document's examples and bounds, in this order.
 */
export function requiredValues(
  sourced: Sourced,
  facts: Facts,
): ReadonlyMap<Parameter, WritableJson> | Unresolved {
  const { operation } = sourced;
  const values = new Map<Parameter, WritableJson>();
  // An inner id determines the ids before it, so the innermost is looked up first.
  const isSent = ({ required, name }: Parameter) => required || inputOf(operation, name, facts) !== undefined;
  for (const parameter of operation.parameters.filter(isSent).toReversed()) {
    if (values.has(parameter)) continue;
    const value = valueFor(sourced, parameter, facts, values);
    if (value === undefined) return noValue(operation, parameter);
    if (!values.has(parameter)) values.set(parameter, value);
  }
  return values;
}

/** A value of one parameter, whether it has to be sent or not. */
export function knownValue(
  sourced: Sourced,
  parameter: Parameter,
  facts: Facts,
): { readonly value: WritableJson } | Unresolved {
  const value = valueFor(sourced, parameter, facts, new Map());
  return value === undefined ? noValue(sourced.operation, parameter) : { value };
}

function valueFor(
  { operation, sourcesOf }: Sourced,
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
  const inputs = declaredInputs(setting);
  return inputs[`${nameOf(operation)}/${name}`] ?? inputs[name];
}

function inputValue({ field }: Parameter, text: string): WritableJson {
  const isPlain = field.types?.some((type) => type === "array" || type === "object") !== true;
  const parsed = isPlain ? undefined : parseJson(text);
  return parsed?.ok === true ? toPlain(parsed.value) : text;
}

function noValue(operation: Operation, parameter: Parameter): Unresolved {
  const { name, in: where } = parameter;
  const scope = isWriting(operation) ? `${nameOf(operation)}/` : "";
  const hasExample = exampleGiven(parameter) !== undefined;
  return untested(
    isWriting(operation) ? "no-created-value" : hasExample ? "example-not-allowed" : "no-value",
    { where, name },
    { options: [{ option: "input", value: `${scope}${name}=VALUE` }] },
  );
}
