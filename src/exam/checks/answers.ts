import { headerValues } from "../../exchange/headers.ts";
import type { JsonNode, JsonObject } from "../../json/json.ts";
import { parseJson } from "../../json/parse.ts";
import { member } from "../../json/read.ts";
import type { ClientExchange } from "../exchange.ts";

/** The most values of one body that are read. */
const mostValues = 20_000;

const read = new WeakMap<ClientExchange, JsonNode | undefined>();

/** The body of an answer as JSON; undefined where it is none, or was not kept. */
export function answerJson(exchange: ClientExchange): JsonNode | undefined {
  if (read.has(exchange)) return read.get(exchange);
  const { outcome } = exchange;
  const body = outcome.kind === "answer" ? outcome.body : undefined;
  const node = body === undefined || body.length === 0 ? undefined : jsonOf(body);
  read.set(exchange, node);
  return node;
}

export function jsonOf(body: Uint8Array): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(body).toString("utf8"), { maxValues: mostValues });
  return parsed.ok ? parsed.value : undefined;
}

/** The pets that an answer holds. */
export function petsOf(exchange: ClientExchange): readonly JsonObject[] {
  if (exchange.outcome.kind !== "answer" || exchange.outcome.status >= 300) return [];
  const body = answerJson(exchange);
  const nodes = body?.kind === "array" ? body.items : body === undefined ? [] : [body];
  return nodes.filter((node) => node.kind === "object" && member(node, "id") !== undefined) as JsonObject[];
}

/** The digits of a field that is a number. */
export function digitsOf(node: JsonNode | undefined, name: string): string | undefined {
  const value = member(node, name);
  return value?.kind === "number" ? value.raw : undefined;
}

export function answerHeader({ outcome }: ClientExchange, name: string): string | undefined {
  return outcome.kind === "answer" ? headerValues(outcome.headers, name)[0] : undefined;
}
