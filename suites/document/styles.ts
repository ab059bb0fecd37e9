import { separators } from "#core/contract/classification/classify-parameter.ts";
import type { Parameter } from "#core/contract/contract.ts";
import { type WritableJson, writeJson } from "#core/json/write.ts";

/** How a value stands in a request: pairs of a query, or one text. */
type Pair = readonly [name: string, value: string];

/** A value as the document writes it in a query. */
export function queryPairs(parameter: Parameter, value: WritableJson): readonly Pair[] {
  const { name, style, explode, hasMediaType } = parameter;
  if (hasMediaType) return [[name, writeJson(value)]];
  if (isArray(value))
    return explode && style === "form"
      ? value.map((item) => [name, scalarText(item)])
      : [[name, value.map(scalarText).join(separators[style] ?? ",")]];
  if (isObject(value)) {
    const members = membersOf(value);
    if (style === "deepObject") return members.map(([each, item]) => [`${name}[${each}]`, scalarText(item)]);
    return explode
      ? members.map(([each, item]) => [each, scalarText(item)])
      : [[name, members.flatMap(([each, item]) => [each, scalarText(item)]).join(separators[style] ?? ",")]];
  }
  return [[name, scalarText(value)]];
}

/** A value as it stands in a path, percent-encoded, with what its style puts in front of it. */
export function pathText(parameter: Parameter, value: WritableJson): string {
  const { name, style, explode } = parameter;
  const parts = textParts(parameter, value).map(encodeURIComponent);
  if (style === "label") return `.${parts.join(explode ? "." : ",")}`;
  if (style !== "matrix") return parts.join(",");
  if (!explode) return `;${name}=${parts.join(",")}`;
  return parts
    .map((part) => (isObject(value) ? `;${decodeURIComponent(part)}` : `;${name}=${part}`))
    .join("");
}

/** A value as it stands in a header or a cookie. */
export function plainText(parameter: Parameter, value: WritableJson): string {
  return parameter.hasMediaType ? writeJson(value) : textParts(parameter, value).join(",");
}

function textParts({ explode }: Parameter, value: WritableJson): readonly string[] {
  if (isArray(value)) return value.map(scalarText);
  if (!isObject(value)) return [scalarText(value)];
  return membersOf(value).flatMap(([name, item]) =>
    explode ? [`${name}=${scalarText(item)}`] : [name, scalarText(item)],
  );
}

function scalarText(value: WritableJson): string {
  return typeof value === "string" ? value : writeJson(value);
}

function membersOf(value: Readonly<Record<string, WritableJson | undefined>>): [string, WritableJson][] {
  return Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, item]]));
}

function isArray(value: WritableJson): value is readonly WritableJson[] {
  return Array.isArray(value);
}

function isObject(value: WritableJson): value is Readonly<Record<string, WritableJson | undefined>> {
  return typeof value === "object" && value !== null && !isArray(value);
}
