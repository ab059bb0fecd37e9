import { type Answered, answeredWith, type Facts, isAnswered } from "../../src/core/check/facts.ts";
import { jsonOf } from "../../src/core/check/json-body.ts";
import type { StepRef } from "../../src/core/check/step.ts";
import type { Operation, Parameter } from "../../src/core/contract/contract.ts";
import { headerValue } from "../../src/core/exchange/headers.ts";
import type { JsonNode } from "../../src/core/json/json.ts";
import { member, resolvePointer } from "../../src/core/json/read.ts";
import { isWriting, nameOf } from "./tested-operation.ts";

/** An operation whose answers hold values of a parameter, and the step that asks it. */
export interface Source {
  readonly operation: Operation;
  readonly step: StepRef;
  /** The values in one answer, nearest first. */
  readonly values: (answer: Answered) => readonly string[];
}

/** Every operation that may be asked, with the step that does. */
export type Askable = readonly { readonly operation: Operation; readonly step: StepRef }[];

/**
 * Where ids come from that earlier answers gave: from a `link` of the document; from the collection in whose path the
 * parameter stands (`/pets` for `/pets/{petId}/photos`); from the one that the parameter is named after (`/pets` for
 * `petId`). What writes takes its ids from things that this run created, and from nothing else.
 */
export function sourcesOf(operation: Operation, parameter: Parameter, askable: Askable): readonly Source[] {
  const creates = isWriting(operation);
  const usable = askable.filter(
    (one) =>
      one.operation !== operation &&
      (one.operation.method === "POST" || (one.operation.method === "GET" && !creates)),
  );
  const isBefore = (other: Operation) => pathParameters(other) < pathParameters(operation);
  const linked = usable
    .filter((one) => isBefore(one.operation))
    .flatMap((one) => linkedSource(one, operation, parameter));
  const named = usable
    .filter(
      (one) =>
        isCollectionOf(one.operation, operation, parameter) &&
        (isBefore(one.operation) || needsNothing(one.operation)),
    )
    .map((one): Source => ({ ...one, values: (answer) => idsIn(answer, parameter.name) }));
  // A list shows what is there, and what was created may be gone again.
  return [...linked, ...named].toSorted(
    (a, b) => Number(a.operation.method === "POST") - Number(b.operation.method === "POST"),
  );
}

function linkedSource(from: Askable[number], to: Operation, parameter: Parameter): Source[] {
  const pointers = from.operation.responses.flatMap(({ links }) =>
    links
      .filter((link) => link.to === nameOf(to))
      .flatMap((link) => link.parameters.get(parameter.name) ?? []),
  );
  const [pointer] = pointers;
  if (pointer === undefined) return [];
  const values = (answer: Answered) => {
    const body = jsonOf(answer);
    const node = body && resolvePointer(body, pointer);
    return scalar(node);
  };
  return [{ ...from, values }];
}

/** `petId` belongs to `/pets`, by where it stands in the path or by its name. */
function isCollectionOf(candidate: Operation, operation: Operation, { in: where, name }: Parameter): boolean {
  if (where === "path") {
    const prefix = operation.path.split(`/{${name}}`)[0] ?? "";
    if (prefix !== operation.path && shapeOf(candidate.path) === shapeOf(prefix)) return true;
  }
  const noun = name.replace(/[_-]?ids?$/i, "").toLowerCase();
  const last = candidate.path.split("/").at(-1)?.toLowerCase() ?? "";
  return (
    noun !== "" &&
    noun !== name.toLowerCase() &&
    [noun, `${noun}s`, `${noun}es`, noun.replace(/y$/, "ies")].includes(last)
  );
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

function pathParameters({ path }: Operation): number {
  return path.split("{").length - 1;
}

function needsNothing({ parameters }: Operation): boolean {
  return !parameters.some(({ required }) => required);
}

/** Ids in a list, in an object around one, or in an object; of what was just created in `Location` too. */
function idsIn(answer: Answered, name: string): readonly string[] {
  const body = jsonOf(answer);
  const objects = [body, ...itemsOf(body), ...inside(body).flatMap(itemsOf), ...inside(body)];
  const found = objects.flatMap((node) => [...scalar(member(node, name)), ...scalar(member(node, "id"))]);
  const location = headerValue(answer.outcome.answer.headers, "location")?.split(/[?#]/)[0];
  return found.length > 0 || location === undefined
    ? found
    : [decodeURIComponent(location.split("/").at(-1) ?? "")];
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

function inside(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "object" ? node.members.map(({ value }) => value) : [];
}

function scalar(node: JsonNode | undefined): readonly string[] {
  if (node?.kind === "string" && node.value !== "") return [node.value];
  return node?.kind === "number" ? [node.raw] : [];
}

/** The answers of a source that served, in the order of sending. */
export function answersOf({ step, operation }: Source, facts: Facts): readonly Answered[] {
  const asked = facts.all(step).filter(isAnswered);
  return asked.filter(
    (answer) =>
      answer.request.credential.kind === "valid" &&
      answeredWith(answer, 200, 201, 202, 203) &&
      answer.request.method === operation.method,
  );
}
