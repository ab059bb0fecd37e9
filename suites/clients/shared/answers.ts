import type { ClientExchange } from "#core/check/clients/session.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import { utf8Text } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { type JsonNode, member, stringOf } from "#core/json/read.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";

const mostValues = 20_000;

/** A pet in an answer: only what the checks read, since there may be thousands of lists. */
interface AnsweredPet {
  /** The digits of the fields that are numbers. */
  readonly id: string | undefined;
  readonly categoryId: string | undefined;
  readonly hasStatus: boolean;
  /** Whether it has fields that the interface does not name. */
  readonly hasMore: boolean;
  /** Whether its fields come in another order than the interface names them in. */
  readonly isReordered: boolean;
}

const readAnswer = derivedFrom((exchange: ClientExchange) => {
  const node = answeredJson(exchange);
  const nodes = node?.kind === "array" ? node.items : [node];
  return { pets: nodes.flatMap((one) => petOf(one) ?? []), code: stringOf(member(node, "code")) };
});

function petOf(node: JsonNode | undefined): AnsweredPet | undefined {
  if (node?.kind !== "object" || member(node, "id") === undefined) return undefined;
  return {
    id: digitsOf(node, "id"),
    categoryId: digitsOf(node, "categoryId"),
    hasStatus: member(node, "status") !== undefined,
    hasMore: node.members.some(({ name }) => !petFields.includes(name)),
    isReordered: isReordered(node.members.map(({ name }) => petFields.indexOf(name))),
  };
}

/** The fields of the interface. The exam's service knows no others, even if the document names more. */
const petFields: readonly string[] = ["id", "name", "categoryId", "status"];

/** Takes the places of known fields; those of others are negative. */
function isReordered(places: readonly number[]): boolean {
  const known = places.filter((place) => place >= 0);
  return known.some((place, at) => place < (known[at - 1] ?? 0));
}

/** A body as the same text in UTF-8, whatever JSON text was encoded in. */
export function inUtf8(body: Uint8Array): Uint8Array {
  if (utf8Text(body) !== undefined && !body.includes(0)) return body;
  const [first, second] = body;
  const isWide = first === 0 || second === 0 || (first === 0xff && second === 0xfe) || first === 0xfe;
  const isBigEndian = first === 0 || first === 0xfe;
  const text = new TextDecoder(isWide ? `utf-16${isBigEndian ? "be" : "le"}` : "windows-1252").decode(body);
  return new TextEncoder().encode(text);
}

export function jsonOf(body: Uint8Array): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(inUtf8(body)).toString("utf8"), { maxValues: mostValues });
  return parsed.ok ? parsed.value : undefined;
}

export function answeredJson({ outcome }: ClientExchange): JsonNode | undefined {
  return outcome.kind === "answer" && outcome.body ? jsonOf(outcome.body) : undefined;
}

export function petsOf(exchange: ClientExchange): readonly AnsweredPet[] {
  if (exchange.outcome.kind !== "answer" || exchange.outcome.status >= 300) return [];
  return readAnswer(exchange).pets;
}

export function codeOf(exchange: ClientExchange): string | undefined {
  return readAnswer(exchange).code;
}

export function digitsOf(node: JsonNode | undefined, name: string): string | undefined {
  const value = member(node, name);
  return value?.kind === "number" ? value.raw : undefined;
}

export function answerHeader({ outcome }: ClientExchange, name: string): string | undefined {
  return outcome.kind === "answer" ? headerValues(outcome.headers, name)[0] : undefined;
}
