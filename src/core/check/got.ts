import type { Exchange } from "../exchange/exchange.ts";
import { headerValues } from "../exchange/headers.ts";
import { resolvePointer } from "../json/read.ts";
import { isAnswered } from "./facts.ts";
import { jsonOf } from "./json-body.ts";
import type { Place } from "./place.ts";

/**
 * What came in place of what was expected, without its value: two answers that are wrong in the same way have the same. It
 * is made from the answer alone, so that no sentence has to be parsed.
 */
export interface Got {
  /** Of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** What stands at the finding's place; undefined where it is the status, or no place of the answer. */
  readonly at: GotAt | undefined;
}

/**
 * `text`: a header that is not a whole number, or a body that is not JSON. `repeated`: a header that occurs more than once.
 */
type GotAt =
  | "nothing"
  | "repeated"
  | "text"
  | "string"
  | "integer"
  | "number"
  | "literal"
  | "array"
  | "object";

export function gotIn(exchange: Exchange, place: Place | undefined): Got {
  if (!isAnswered(exchange)) return { status: undefined, at: undefined };
  const { answer } = exchange.outcome;
  const { status, headers } = answer;
  if (place === undefined || place.in === "status") return { status, at: undefined };
  if (place.in === "header") return { status, at: ofHeader(headerValues(headers, place.name)) };
  const json = jsonOf(exchange);
  if (json === undefined) return { status, at: answer.body.length === 0 ? "nothing" : "text" };
  const node = resolvePointer(json, place.pointer);
  if (node === undefined) return { status, at: "nothing" };
  return { status, at: node.kind === "number" && /^-?[0-9]+$/.test(node.raw) ? "integer" : node.kind };
}

function ofHeader(values: readonly string[]): GotAt {
  const [value] = values;
  if (value === undefined) return "nothing";
  if (values.length > 1) return "repeated";
  return /^[0-9]+$/.test(value.trim()) ? "integer" : "text";
}
