import { derivedFrom } from "../exchange/derived-from.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { JsonNode } from "../json/json.ts";
import { exactInteger } from "../json/number.ts";
import { member } from "../json/read.ts";
import { type Answered, isAnswered } from "./facts.ts";

/** A pet as an answer shows it, valid or not: a field of another type, or none, is undefined. */
export interface PetView {
  readonly id: bigint | undefined;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  /** The text of `status`; undefined when there is none or it is no string. */
  readonly status: string | undefined;
  readonly node: JsonNode;
  /** Where it stands in the body: `/3`, or empty when it is the body. */
  readonly pointer: string;
}

export function petView(node: JsonNode, pointer = ""): PetView {
  return {
    id: integerOf(member(node, "id")),
    name: stringOf(member(node, "name")),
    categoryId: integerOf(member(node, "categoryId")),
    status: stringOf(member(node, "status")),
    node,
    pointer,
  };
}

/** Why a body was not read to its end, where the suite's own bound is the cause: such a body shows nothing. */
export function unread({ outcome }: Answered): string | undefined {
  const { json, problems } = outcome.answer;
  const large = problems.find((p) => p.kind === "too-large");
  if (large !== undefined) return large.message;
  return json?.ok === false && ["too-many-values", "too-deep"].includes(json.problem.kind)
    ? json.problem.message
    : undefined;
}

/** The body as JSON; undefined when it is empty, not JSON, or not in the content coding of its Content-Encoding. */
export function jsonOf(answer: Answered): JsonNode | undefined {
  const { json, problems } = answer.outcome.answer;
  // Bytes that are not in the announced content coding are not JSON, whatever they look like.
  if (problems.some((p) => p.kind === "content-coding")) return undefined;
  return json?.ok ? json.value : undefined;
}

/** The items of a list answer; undefined when the body is not an array. */
export const petsIn: (answer: Answered) => readonly PetView[] | undefined = derivedFrom((answer) => {
  const body = jsonOf(answer);
  return body?.kind === "array" ? body.items.map((item, index) => petView(item, `/${index}`)) : undefined;
});

/** The pet that a 200 of getPet or a 201 of createPet shows; undefined when the body is no object. */
export function petIn(answer: Answered): PetView | undefined {
  const body = jsonOf(answer);
  return body?.kind === "object" ? petView(body) : undefined;
}

/** True for a 200 whose body is an array. */
export function isList(exchange: Exchange | undefined): exchange is Answered {
  return (
    exchange !== undefined &&
    isAnswered(exchange) &&
    exchange.outcome.answer.status === 200 &&
    jsonOf(exchange)?.kind === "array"
  );
}

function integerOf(node: JsonNode | undefined): bigint | undefined {
  return node?.kind === "number" ? exactInteger(node.raw) : undefined;
}

function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}
