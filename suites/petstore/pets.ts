import { type Expectation, wrongStatus } from "#core/check/expectation.ts";
import { type Answered, answeredWith, findingsOn } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Observer } from "#core/check/observe.ts";
import { inBody, inHeader, type Observation } from "#core/check/results/verdict.ts";
import { answerInWords, counted } from "#core/check/results/words.ts";
import type { Contract } from "#core/contract/contract.ts";
import { recorded } from "#core/contract/recorded.ts";
import { type Exchange, headerValues } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { integerOf, type JsonNode, member, stringOf } from "#core/json/read.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { petstore } from "./roles.ts";

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

/** True for a 200 to a list of pets whose body is an array. Orders, too, may be listed, with ids of their own (ruling 17). */
export function isList(exchange: Exchange | undefined): exchange is Answered {
  return answeredWith(exchange, 200) && petsIn(exchange) !== undefined;
}

/** The items of a list answer; undefined when the body is not an array, or there is none. */
export const petsIn: (exchange: Exchange) => readonly PetView[] | undefined = derivedFrom((exchange) => {
  const body = exchange.request.path === "/pets" ? jsonOf(exchange) : undefined;
  return body?.kind === "array" ? body.items.map((item, index) => petView(item, `/${index}`)) : undefined;
});

/** The pet that a 200 of getPet or a 201 of createPet shows; undefined when the body is no object. */
export function petIn(exchange: Exchange | undefined): PetView | undefined {
  return exchange === undefined ? undefined : onePetIn(exchange);
}

const onePetIn = derivedFrom((exchange: Exchange) => {
  const body = /^\/pets(?:\/|$)/.test(exchange.request.path) ? jsonOf(exchange) : undefined;
  return body?.kind === "object" ? petView(body) : undefined;
});

/** True where a pet was created, whatever the status: a 200 or 202 with a pet that has an id is a finding of its own. */
export function isCreated(exchange: Exchange | undefined): exchange is Answered {
  if (answeredWith(exchange, 201)) return true;
  return answeredWith(exchange, 200, 202) && petIn(exchange)?.id !== undefined;
}

/** True of a request with the valid key. */
export function hasKey({ request }: Exchange): boolean {
  return request.credential.kind === "valid";
}

export function asked({ request }: Exchange, name: "limit" | "status"): string | undefined {
  return request.query?.find(([one]) => one === name)?.[1];
}

/** True of a list that the interface allows, asked for with the key. */
export function isRightList(exchange: Exchange, contract: Contract): boolean {
  const { operation } = contract.classify(exchange.request);
  return operation === "listPets" && findingsOn(exchange, contract).allowed && hasKey(exchange);
}

export function idAsked({ request }: Exchange): bigint | undefined {
  const id = /^\/pets\/(-?[0-9]+)$/.exec(request.path)?.[1];
  return id === undefined ? undefined : BigInt(id);
}

export function sentText({ request }: Exchange): string {
  return new TextDecoder().decode(recorded(request.body)?.bytes);
}

export const sentJson = derivedFrom((exchange: Exchange) => parseJson(sentText(exchange)));

export function sentField(exchange: Exchange, name: string): JsonNode | undefined {
  const parsed = sentJson(exchange);
  return parsed.ok ? member(parsed.value, name) : undefined;
}

export function sentName(exchange: Exchange): string | undefined {
  return stringOf(sentField(exchange, "name"));
}

/** A text, or the digits of a number. */
export function textIn(field: JsonNode | undefined): string | undefined {
  return field?.kind === "number" ? field.raw : stringOf(field);
}

/** @param atMost how many pets; undefined: any number */
export function listOf(atMost: number | undefined): Expectation<"served"> {
  return {
    kind: "served",
    words: `200 with a list${upTo(atMost)}`,
    mismatch: (answer) => {
      if (answer.outcome.answer.status !== 200) return wrongStatus(answer);
      const pets = petsIn(answer);
      if (pets === undefined) return { seen: answerInWords(answer), place: inBody() };
      if (atMost === undefined || pets.length <= atMost) return undefined;
      return { seen: `200 with ${counted(pets.length, "pet")}`, place: inBody() };
    },
  };
}

function upTo(atMost: number | undefined): string {
  return atMost === undefined ? "" : ` of at most ${counted(atMost, "pet")}`;
}

/** As `listOf`, and every item is a pet: what a service may answer in place of a refusal (rulings 1 and 5). */
export function validList(atMost: number | undefined): Expectation<"served"> {
  const list = listOf(atMost);
  return {
    kind: "served",
    words: `200 with a valid list${upTo(atMost)}`,
    mismatch: (answer, facts) => {
      const mismatch = list.mismatch(answer, facts);
      const body = jsonOf(answer);
      if (mismatch !== undefined || body === undefined) return mismatch;
      const [problem] = petstore(facts.contract).schemas.Pets.validate(body);
      return (
        problem && {
          seen: `200 with an invalid list: ${problem.seen}${problem.keyword === "required" ? "" : `, not ${problem.expected}`}`,
          place: inBody(problem.pointer),
        }
      );
    },
  };
}

/** In UTF-8 (RFC 8259, 8.1), and application/json, with whatever parameters and in any letter case (ruling 13). */
export function labelJudged(answer: Answered, observe: Observer): Observation {
  const invalid = bodyOf(answer).problems.find(({ kind }) => kind === "invalid-utf8");
  if (invalid !== undefined) {
    const mismatch = { seen: "bytes that are not UTF-8", place: inBody() };
    return observe.broken(answer, "a JSON body in UTF-8", mismatch);
  }
  const values = headerValues(answer.outcome.answer.headers, "content-type");
  const [value = ""] = values;
  if (values.length === 1 && /^application\/json\s*(;|$)/i.test(value)) return observe.held(answer);
  const one = value === "" ? "an empty Content-Type" : value.slice(0, 100);
  const seen = values.length === 0 ? "no Content-Type" : values.length > 1 ? `${values.length} of them` : one;
  return observe.broken(answer, "the Content-Type application/json", {
    seen,
    place: inHeader("Content-Type"),
  });
}
