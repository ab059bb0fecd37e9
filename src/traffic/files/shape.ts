import type { HeaderLine } from "#core/exchange/exchange.ts";

// What is read here was written by anyone: each member is looked at before it is taken for what it should be.

/** Why a line or an entry cannot be read: completes "line 7: …". */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a member of its own; undefined where there is none, or the holder is no object. */
export function memberOf(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The bytes of a text in base64, with line breaks or without; undefined where it is none. */
export function fromBase64(text: string): Buffer | undefined {
  return /[^\w+/=\s-]/.test(text) ? undefined : Buffer.from(text, "base64");
}

/** @throws ShapeError */
export function membersAt(value: unknown, name: string): Members {
  const found = memberOf(value, name);
  if (!isMembers(found)) throw new ShapeError(`${name} is not an object`);
  return found;
}

/** @throws ShapeError */
export function textAt(value: unknown, name: string): string {
  const found = memberOf(value, name);
  if (typeof found !== "string" || found === "") throw new ShapeError(`${name} is no text`);
  return found;
}

/** A status, or 0 where no answer came. @throws ShapeError */
export function statusAt(value: unknown, name: string): number {
  const found = memberOf(value, name);
  const status = typeof found === "string" && /^\d{1,3}$/.test(found) ? Number(found) : found;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 0 || status > 999)
    throw new ShapeError(`${name} is not an HTTP status`);
  return status;
}

/** An instant as milliseconds since the Unix epoch, from a number of them or an ISO 8601 text; undefined for neither. */
export function instantOf(value: unknown): number | undefined {
  const isIso = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);
  const at = isIso ? Date.parse(value) : value;
  return typeof at === "number" && at >= 0 && at < 8.64e15 ? at : undefined;
}

/** @throws ShapeError */
export function linesOf(value: unknown, name: string): readonly HeaderLine[] {
  if (!Array.isArray(value)) throw new ShapeError(`${name} is not a list of header lines`);
  return value.map((line: unknown): HeaderLine => {
    const [field, text] = Array.isArray(line) ? line : [memberOf(line, "name"), memberOf(line, "value")];
    if (typeof field !== "string" || typeof text !== "string")
      throw new ShapeError(`${name} has a line that is not a name and a value`);
    return [field, text];
  });
}
