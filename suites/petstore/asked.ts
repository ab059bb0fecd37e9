import { findingsOn } from "../../src/core/check/facts.ts";
import type { Contract } from "../../src/core/contract/contract.ts";
import { recorded } from "../../src/core/contract/recorded.ts";
import type { Exchange } from "../../src/core/exchange/exchange.ts";
import type { JsonNode } from "../../src/core/json/json.ts";
import { parseJson } from "../../src/core/json/parse.ts";
import { member } from "../../src/core/json/read.ts";

/** A query parameter of a request. */
export function asked({ request }: Exchange, name: "limit" | "status"): string | undefined {
  return request.query?.find(([one]) => one === name)?.[1];
}

/** True of a list that the interface allows, asked for with the key. */
export function isRightList(exchange: Exchange, contract: Contract): boolean {
  const { operation } = contract.classify(exchange.request);
  return (
    operation === "listPets" &&
    findingsOn(exchange, contract).allowed &&
    exchange.request.credential.kind === "valid"
  );
}

/** The id in the path of a request. */
export function idAsked({ request }: Exchange): bigint | undefined {
  const id = /^\/pets\/(-?[0-9]+)$/.exec(request.path)?.[1];
  return id === undefined ? undefined : BigInt(id);
}

/** The text of the body that was sent; empty where there was none. */
export function sentText({ request }: Exchange): string {
  return new TextDecoder().decode(recorded(request.body)?.bytes);
}

/** A field of the body that was sent. */
export function sentField(exchange: Exchange, name: string): JsonNode | undefined {
  const parsed = parseJson(sentText(exchange));
  return parsed.ok ? member(parsed.value, name) : undefined;
}

/** The name in the body that was sent, where it is a text. */
export function sentName(exchange: Exchange): string | undefined {
  const name = sentField(exchange, "name");
  return name?.kind === "string" ? name.value : undefined;
}

/** A text, or the digits of a number. */
export function textIn(field: JsonNode | undefined): string | undefined {
  return field?.kind === "string" ? field.value : field?.kind === "number" ? field.raw : undefined;
}
