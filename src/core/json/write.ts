/** A fragment that goes into the text as it stands: a number's own spelling, or deliberate rubbish. */
export class RawJson {
  readonly rawJson: string;

  constructor(rawJson: string) {
    this.rawJson = rawJson;
  }
}

/** What `writeJson` takes. A bigint is written as its digits; members that are undefined are left out. */
export type WritableJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | RawJson
  | readonly WritableJson[]
  | { readonly [name: string]: WritableJson | undefined };

/** `raw("1e2")` stands in the text as `1e2`. Nothing checks that the text stays JSON. */
export function raw(text: string): RawJson {
  return new RawJson(text);
}

/**
 * JSON text of a value, without whitespace. Lone surrogates are written as escapes, as `JSON.stringify` does.
 * @throws RangeError for a number that is not finite: JSON has none.
 */
export function writeJson(value: WritableJson): string {
  if (value === null || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError("JSON has no number that is not finite; use raw()");
    return JSON.stringify(value);
  }
  if (value instanceof RawJson) return value.rawJson;
  if (isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const members = Object.entries(value).flatMap(([name, item]) =>
    item === undefined ? [] : `${JSON.stringify(name)}:${writeJson(item)}`,
  );
  return `{${members.join(",")}}`;
}

// Array.isArray does not narrow readonly arrays.
function isArray(value: object): value is readonly WritableJson[] {
  return Array.isArray(value);
}
