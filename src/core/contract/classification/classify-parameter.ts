import { integerOf, type JsonNode } from "#core/json/read.ts";
import type { FieldSchema, Parameter } from "../contract.ts";
import { describeText, typeInWords } from "../validation/problem-words.ts";
import type { Findings, RequestProblem } from "./classification.ts";

/** A number as JSON writes it. */
const canonical = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** Integers that some parsers take and others refuse: signs, leading zeros, exponents, hex, other scripts' digits. */
const otherInteger = /^\s*[+-]?(\d+(\.0*)?(e\+?\d+)?|0x[\da-f]+|\p{Nd}+)\s*$/iu;

/** Judges the values that a request gives one parameter: none, one, or several. */
export function judgeParameter(
  parameter: Parameter,
  values: readonly string[],
  { problems, open }: Findings,
): void {
  const at = placeOf(parameter);
  const [text] = values;
  if (text === undefined) {
    if (parameter.required && !mayBeAbsent(parameter))
      problems.push({ ...at, expected: `the parameter ${parameter.name}`, seen: "nothing" });
    return;
  }
  const types = parameter.field.types ?? [];
  if (parameter.item !== undefined) judgeItems(parameter, parameter.item, values, problems);
  // Objects have several ways to stand in a query; the interface has none of them.
  if (types.includes("array") || types.includes("object")) return;
  if (values.length > 1) {
    // Ruling 1: which of them counts is not said.
    open.push({ ...at, expected: "the parameter once", seen: `${values.length} times` });
  }
  for (const value of new Set(values)) {
    const numeric = isNumeric(types);
    const is = { seen: describeText(value), found: { kind: "value", text: value } } as const;
    if (numeric && !canonical.test(value) && otherInteger.test(value)) {
      // Rulings 1 and 15: whether such a spelling is the number is not judged.
      open.push({ ...at, expected: "an integer in decimal digits", ...is });
      continue;
    }
    const node = nodeOfText(value, types);
    const broken = numeric && node.kind === "string";
    const found = broken ? [{ expected: typeInWords(types) }] : parameter.validate(node);
    problems.push(...found.map(({ expected }) => ({ ...at, expected, ...is })));
    const integer = found.length === 0 ? integerOf(node) : undefined;
    if (integer === undefined) continue;
    if (value !== String(integer)) open.push({ ...at, expected: "an integer in decimal digits", ...is });
    // Ruling 15: such an id may be refused as malformed as well as unknown.
    else if (parameter.in === "path" && integer <= 0n) open.push({ ...at, expected: "a positive id", ...is });
  }
}

/** What the document says of these values of a parameter; `open`: neither accepting nor rejecting them is wrong. */
export function sideOf(parameter: Parameter, values: readonly string[]): "inside" | "outside" | "open" {
  const findings: Findings = { problems: [], open: [] };
  judgeParameter(parameter, values, findings);
  return findings.problems.length > 0 ? "outside" : findings.open.length > 0 ? "open" : "inside";
}

/** An exploded object stands in a query as its members, so that an empty one is not in it at all. */
export function mayBeAbsent(parameter: Parameter): boolean {
  const { in: where, style, explode, field, hasMediaType } = parameter;
  const isExploded = where === "query" && !hasMediaType && (style === "deepObject" || explode);
  const isObject = field.types?.join() === "object";
  const empty = { kind: "object", members: [], start: 0, end: 0 } as const;
  return isExploded && isObject && parameter.validate(empty).length === 0;
}

/** Separates the items of an array that is written as one text (OpenAPI, Style Values). */
export const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** Judges an array as its style writes it, where that is a list of texts and nothing around them. */
function judgeItems(
  parameter: Parameter,
  { types = [] }: FieldSchema,
  values: readonly string[],
  problems: RequestProblem[],
): void {
  const { style, explode, hasMediaType } = parameter;
  const isPlain = style === "form" || style === "simple" || style in separators;
  // An empty text is an empty array, or one of an empty text.
  if (hasMediaType || !isPlain || values.includes("")) return;
  const texts =
    style === "form" && explode ? values : values.flatMap((value) => value.split(separators[style] ?? ","));
  // Ruling 1: whether such a spelling is the number is not judged.
  if (isNumeric(types) && texts.some((text) => !canonical.test(text) && otherInteger.test(text))) return;
  const items = texts.map((text) => nodeOfText(text, types));
  const found = parameter.validate({ kind: "array", items, start: 0, end: 0 });
  const text = values.join("&");
  const is = { seen: describeText(text), found: { kind: "value", text } } as const;
  problems.push(...found.map(({ expected }) => ({ ...placeOf(parameter), expected, ...is })));
}

function placeOf({ in: part, name: at }: Parameter) {
  return { part, at };
}

function isNumeric(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === "integer" || type === "number");
}

/** A text as the value of one of these types. */
export function nodeOfText(text: string, types: readonly string[]): JsonNode {
  const place = { start: 0, end: text.length };
  if (isNumeric(types) && canonical.test(text)) return { kind: "number", raw: text, ...place };
  if (types.includes("boolean") && (text === "true" || text === "false")) {
    return { kind: "literal", value: text === "true", ...place };
  }
  return { kind: "string", value: text, ...place };
}
