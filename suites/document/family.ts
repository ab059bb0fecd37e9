import { caseRef } from "#core/check/case.ts";
import type { Check } from "#core/check/check.ts";
import { type Answered, answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Contract, Operation } from "#core/contract/contract.ts";
import type { SpecPlace } from "#core/contract/reading/spec-error.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import type { SourcesOf } from "./sources.ts";

/** Requirements of one kind, made of one operation. */
export interface Family {
  /** What its id ends in: `status`, `parameters/limit`. */
  readonly name: string;
  /** Default a must. */
  readonly level?: "should";
  readonly text: string;
  readonly place: SpecPlace;
  /** `about`: the requirement's id. */
  readonly checks: (about: string) => readonly Check[];
}

/** An operation as this suite tests it. */
export interface Subject {
  readonly operation: Operation;
  readonly sourcesOf: SourcesOf;
  /** The area of its requirements, and how it is named to people: `OP:listCategories`. */
  readonly area: string;
  /** Why nothing is sent to it, by what is known before a run; undefined where it is. */
  readonly leftOut: Unresolved | undefined;
  /** The request with all that the document requires, and no more. */
  readonly base: Step;
}

export const everyAnswer = caseRef("every-answer", "every answer");

export interface Untestable {
  readonly name: string;
  readonly why: string;
}

export type Made = Family | Untestable;

export function isFamily(made: Made): made is Family {
  return "checks" in made;
}

/** True for an exchange of the operation, whoever sent it. */
export function isOf(exchange: Exchange, { operation: { id } }: Subject, contract: Contract): boolean {
  const { operation, other } = contract.classify(exchange.request);
  return operation === id || other === id;
}

export function isServed(exchange: Exchange | undefined): exchange is Answered {
  return exchange !== undefined && statusClass(exchange) === 2;
}

/** The same, or a redirect that the document describes: some operations do nothing else. */
export function isServedBy(operation: Operation, exchange: Exchange | undefined): exchange is Answered {
  if (exchange === undefined || !isAnswered(exchange) || statusClass(exchange) !== 3)
    return isServed(exchange);
  const { name = "default" } = operation.response(exchange.outcome.answer.status) ?? {};
  return name !== "default";
}

/** True for an answer to the valid key; a 429 is no answer to what was asked. */
export function isJudged(exchange: Exchange, subject: Subject, facts: Facts): exchange is Answered {
  return (
    exchange.request.credential.kind === "valid" &&
    isAnswered(exchange) &&
    !answeredWith(exchange, 429) &&
    isOf(exchange, subject, facts.contract)
  );
}

/** `GET /categories`. */
export function inWords({ operation: { method, path } }: Subject): string {
  return `${method} ${path}`;
}
