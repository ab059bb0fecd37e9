import { separators } from "#core/contract/classification/classify-parameter.ts";
import type { Parameter } from "#core/contract/contract.ts";
import { type WritableJson, writeJson } from "#core/json/write.ts";

type Pair = readonly [name: string, value: string];

/** A scalar, an item of an array, or a member of an object; only a member has a name. */
type Part = readonly [name: string | undefined, text: string];

/** A value as the document writes it in a query. */
export function queryPairs(parameter: Parameter, value: WritableJson): readonly Pair[] {
  const { name, style, explode, hasMediaType } = parameter;
  if (hasMediaType) return [[name, writeJson(value)]];
  const parts = partsOf(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && style === "deepObject") return parts.map(([member, text]) => [`${name}[${member}]`, text]);
  if (explode && (isObject || style === "form")) return parts.map(([member, text]) => [member ?? name, text]);
  return [[name, listed(parts, false).join(separators[style] ?? ",")]];
}

/** A value as it stands in a path, percent-encoded, with what its style puts in front of it. */
export function pathText(parameter: Parameter, value: WritableJson): string {
  const { name, style, explode } = parameter;
  const parts = partsOf(value);
  if (style === "matrix" && explode)
    return parts.map(([member, text]) => `;${member ?? name}=${encodeURIComponent(text)}`).join("");
  const texts = listed(parts, explode).map(encodeURIComponent);
  if (style === "label") return `.${texts.join(explode ? "." : ",")}`;
  return `${style === "matrix" ? `;${name}=` : ""}${texts.join(",")}`;
}

/** A value as it stands in a header or a cookie. */
export function plainText({ hasMediaType, explode }: Parameter, value: WritableJson): string {
  return hasMediaType ? writeJson(value) : listed(partsOf(value), explode).join(",");
}

function listed(parts: readonly Part[], explode: boolean): readonly string[] {
  return parts.flatMap(([member, text]) => {
    if (member === undefined) return text;
    return explode ? `${member}=${text}` : [member, text];
  });
}

function partsOf(value: WritableJson): readonly Part[] {
  if (typeof value !== "object" || value === null) return [[undefined, scalarText(value)]];
  if (Array.isArray(value)) return value.map((item: WritableJson) => [undefined, scalarText(item)]);
  return Object.entries(value).flatMap(([name, item]) =>
    item === undefined ? [] : [[name, scalarText(item)] as const],
  );
}

function scalarText(value: WritableJson): string {
  return typeof value === "string" ? value : writeJson(value);
}
