import { type Answered, isAnswered } from "../../../src/core/check/facts.ts";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member } from "../../../src/core/json/read.ts";
import { isCreated } from "../pets.ts";
import type { Clues } from "./clues.ts";

/** What was answered before the request that is judged was sent. */
export function before({ symptom, facts }: Clues): readonly Answered[] {
  return facts.exchanges.filter((e) => e.id < symptom.exchange.id).filter((e) => isAnswered(e));
}

/** A query parameter of a request. */
export function asked({ request }: Exchange, name: string): string | undefined {
  return request.query?.find(([one]) => one === name)?.[1];
}

/** The text of the body that was sent; empty where there was none. */
export function textSent({ request }: Exchange): string {
  return request.body === undefined ? "" : new TextDecoder().decode(request.body.bytes);
}

/** A field of the body that was sent. */
export function sentField(exchange: Exchange, name: string): JsonNode | undefined {
  const parsed = parseJson(textSent(exchange));
  return parsed.ok ? member(parsed.value, name) : undefined;
}

/** A create that was answered with its pet. */
export function isNewPet(exchange: Exchange): exchange is Answered {
  return exchange.request.method === "POST" && isCreated(exchange);
}
