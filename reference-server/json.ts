/** A JSON value. A number whose value is an integer is a bigint, exact to the digit; any other is a number. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

// The reviver's third argument (ECMAScript: JSON.parse source text access) has no type in ES2024.
type ParseWithSource = (
  text: string,
  reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => Json;
const parseWithSource = JSON.parse as ParseWithSource;

/**
 * Reads a JSON text (RFC 8259) strictly.
 * @throws SyntaxError for anything that is not JSON; RangeError for nesting beyond the stack.
 */
export function parseJson(text: string): Json {
  return parseWithSource(text, (_name, value, { source }) =>
    typeof value === "number" && source !== undefined ? (exactInteger(source) ?? value) : value,
  );
}

/** Writes a JSON text; members that are `undefined` are left out. */
export function encodeJson(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(encodeJson).join(",")}]`;
  let members = "";
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${encodeJson(member)}`;
  }
  return `{${members}}`;
}

function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The integer that a JSON number denotes: `1.0` and `1e2` are integers too (ruling 12). */
function exactInteger(source: string): bigint | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = whole + fraction;
  const shift = Number(exponent) - fraction.length;
  if (/^0+$/.test(digits)) return 0n;
  // Far outside int64 either way: left as a double, so that no exponent can ask for a huge bigint.
  if (digits.length > 400 || Math.abs(shift) > 400) return undefined;
  const scale = 10n ** BigInt(Math.abs(shift));
  const magnitude = BigInt(digits);
  if (shift < 0 && magnitude % scale !== 0n) return undefined;
  const value = shift < 0 ? magnitude / scale : magnitude * scale;
  return sign === "-" ? -value : value;
}
