import type { BodySchema } from "../contract/contract.ts";
import { type Exchange, type GeneratedInput, headerValues } from "../exchange/exchange.ts";
import { resolvePointer } from "../json/read.ts";
import type { CaseRef } from "./case.ts";
import type { Mismatch } from "./expectation.ts";
import { type Answered, isAnswered } from "./facts.ts";
import { bodyOf, jsonOf } from "./json-body.ts";
import type { Unresolved } from "./results/unresolved.ts";
import { type BrokenObservation, type Got, inBody, type Observation, type Place } from "./results/verdict.ts";
import { answerInWords } from "./results/words.ts";

/** Builds the observations of one case of one requirement. */
export interface Observer<Subject = Exchange> {
  held(...subjects: readonly Subject[]): Observation;
  broken(
    subject: Subject,
    expected: string,
    mismatch: Mismatch,
    ...related: readonly Subject[]
  ): BrokenObservation;
  unresolved(unresolved: Unresolved, ...subjects: readonly Subject[]): Observation;
  /** The same observer for another case. */
  readonly of: (other: CaseRef) => Observer<Subject>;
}

/** @param of a case of the requirement; that of a step is the step itself */
export function observer(requirement: string, of: CaseRef): Observer {
  return observerOf(requirement, of, (exchange, { place }) => {
    const { step, part } = exchange;
    const generated = step && part && { step, input: part.input };
    return { ...(generated && { generated }), got: gotIn(exchange, place) };
  });
}

/** @param seenIn what a finding has of the subject that shows it */
export function observerOf<Subject extends { readonly id: number }>(
  requirement: string,
  of: CaseRef,
  seenIn: (
    subject: Subject,
    mismatch: Mismatch,
  ) => { readonly generated?: GeneratedInput; readonly got: Got },
): Observer<Subject> {
  // A step is more than its case.
  const observed = { requirement, case: { id: of.id, label: of.label } };
  return {
    of: (other) => observerOf(requirement, other, seenIn),
    held: (...subjects) => ({ ...observed, kind: "held", subjects: ids(subjects) }),
    broken: (subject, expected, mismatch, ...related) => {
      const { generated, got } = seenIn(subject, mismatch);
      const { seen, place } = mismatch;
      const which = { case: observed.case, ...(generated && { generated }) };
      const evidence = { exchange: subject.id, related: ids(related) };
      return { ...observed, kind: "broken", finding: { ...which, expected, seen, got, place, ...evidence } };
    },
    unresolved: (why, ...subjects) => ({
      ...observed,
      kind: "unresolved",
      unresolved: why,
      subjects: ids(subjects),
    }),
  };
}

function ids(subjects: readonly { readonly id: number }[]): readonly number[] {
  return subjects.map(({ id }) => id);
}

export function gotIn(exchange: Exchange, place: Place | undefined): Got {
  if (!isAnswered(exchange)) return { status: undefined, at: undefined };
  const { status, headers } = exchange.outcome.answer;
  if (place === undefined || place.in === "status") return { status, at: undefined };
  if (place.in === "header") return { status, at: ofHeader(headerValues(headers, place.name)) };
  const json = jsonOf(exchange);
  if (json === undefined) return { status, at: bodyOf(exchange).bytes.length === 0 ? "nothing" : "text" };
  const node = resolvePointer(json, place.pointer);
  if (node === undefined) return { status, at: "nothing" };
  return { status, at: node.kind === "number" && /^-?[0-9]+$/.test(node.raw) ? "integer" : node.kind };
}

function ofHeader(values: readonly string[]): Got["at"] {
  const [value] = values;
  if (value === undefined) return "nothing";
  if (values.length > 1) return "repeated";
  return /^[0-9]+$/.test(value.trim()) ? "integer" : "text";
}

/** Whether the body of an answer is as its schema has it. @param expected in place of a body that is no JSON */
export function observeBody(
  observe: Observer,
  answer: Answered,
  schema: Pick<BodySchema, "validate"> | undefined,
  expected: string,
): Observation {
  const body = jsonOf(answer);
  if (body === undefined)
    return observe.broken(answer, expected, { seen: answerInWords(answer), place: inBody() });
  const [problem] = schema?.validate(body) ?? [];
  if (problem === undefined) return observe.held(answer);
  return observe.broken(answer, problem.expected, { seen: problem.seen, place: inBody(problem.pointer) });
}
