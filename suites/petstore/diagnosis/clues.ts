import type { Advice } from "../../../src/core/check/defect.ts";
import { type Answered, type Facts, isAnswered } from "../../../src/core/check/facts.ts";
import { jsonOf } from "../../../src/core/check/json-body.ts";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import { headerValue } from "../../../src/core/exchange/headers.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { exactInteger } from "../../../src/core/json/number.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member, resolvePointer } from "../../../src/core/json/read.ts";
import { isCreated } from "../pets.ts";
import type { CreatedPets } from "./created-pets.ts";
import type { Symptom } from "./symptom.ts";

/** What a symptom's own evidence says about its cause. */
export interface Clues {
  readonly symptom: Symptom;
  readonly facts: Facts;
  /** The answer's body as JSON. */
  readonly body: JsonNode | undefined;
  /** The value at the place. */
  readonly shown: JsonNode | undefined;
  /** What the request, or the create that stored the pet, had there; for a pet that was read, its id in the path. */
  readonly sent: string | bigint | undefined;
  /** The value of the header that is the place. */
  readonly header: string | undefined;
}

export function cluesOf(symptom: Symptom, created: CreatedPets, facts: Facts): Clues {
  const { exchange, observation, aspect } = symptom;
  const { place } = observation.finding;
  const answered = isAnswered(exchange) ? exchange : undefined;
  const body = answered && jsonOf(answered);
  return {
    symptom,
    facts,
    body,
    shown: body === undefined || place?.in !== "body" ? undefined : resolvePointer(body, place.pointer),
    sent: aspect.of === "field" ? sentValue(symptom, aspect.name, created, facts) : undefined,
    header: answered === undefined || place?.in !== "header" ? undefined : headerOf(answered, place.name),
  };
}

function headerOf({ outcome }: Answered, name: string): string | undefined {
  return headerValue(outcome.answer.headers, name);
}

/** Only of a value that a later answer should show as it was sent. */
function sentValue(
  { exchange, pet }: Symptom,
  field: string,
  created: CreatedPets,
  facts: Facts,
): string | bigint | undefined {
  const asked = /^\/pets\/(-?[0-9]+)$/.exec(exchange.request.path)?.[1];
  if (field === "id") return asked === undefined ? undefined : BigInt(asked);
  const [creating] = pet === undefined ? [] : created.creating(pet);
  const id = exchange.request.method === "POST" ? exchange.id : creating;
  const bytes = facts.exchanges.find((one) => one.id === id)?.request.body?.bytes;
  const parsed = bytes === undefined ? undefined : parseJson(new TextDecoder().decode(bytes));
  const value = parsed?.ok === true ? member(parsed.value, field) : undefined;
  if (value?.kind === "string") return value.value;
  return value?.kind === "number" ? exactInteger(value.raw) : undefined;
}

/** A JSON number as an integer. */
function integerIn(node: JsonNode | undefined): bigint | undefined {
  return node?.kind === "number" ? exactInteger(node.raw) : undefined;
}

/** What was sent and what is shown, where both are integers and differ. */
export function alteredInteger({
  sent,
  shown,
}: Clues): { readonly was: bigint; readonly is: bigint } | undefined {
  const is = integerIn(shown);
  return typeof sent === "bigint" && is !== undefined && is !== sent ? { was: sent, is } : undefined;
}

/** The same of texts. */
export function alteredText({
  sent,
  shown,
}: Clues): { readonly was: string; readonly is: string } | undefined {
  if (typeof sent !== "string" || shown?.kind !== "string" || shown.value === sent) return undefined;
  return { was: sent, is: shown.value };
}

/** A classic mistake, with the evidence that gives it away. */
export interface Hint extends Advice {
  fits(clues: Clues): boolean;
}

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
