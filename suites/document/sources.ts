import { type StepRef, stepRef } from "#core/check/case.ts";
import { type Answered, answeredWith, type Facts, isAnswered } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Operation, OtherAccess, Parameter } from "#core/contract/contract.ts";
import { templateShape } from "#core/contract/operations.ts";
import { headerValue } from "#core/exchange/exchange.ts";
import { percentDecoded } from "#core/json/escape.ts";
import { type JsonNode, member } from "#core/json/read.ts";
import { knownIn } from "#core/memory/derived-from.ts";
import { untested } from "./reasons.ts";
import { headersFor } from "./settings.ts";

export interface Askable {
  readonly operation: Operation;
  readonly step: StepRef;
  /** What stands in its place for operations that write, where other requirements judge what `step` created. */
  readonly toWriteTo?: StepRef;
}

/** Creates what the operations of the document alone write to. */
export const thingToWriteTo = stepRef("to-write-to", "create, to be written to");

/** The operations whose answers hold values of a parameter, nearest first. */
export type SourcesOf = (operation: Operation, parameter: Parameter) => readonly Askable[];

/**
 * Where ids come from that earlier answers gave: from the collection in whose path the parameter stands (`/pets` for
 * `/pets/{petId}/photos`); from the one that the parameter is named after (`/pets` for `petId`). What writes takes its ids
 * from things that this run created, and from nothing else.
 */
export function sourcesAmong(askable: readonly Askable[]): SourcesOf {
  const byShape = Map.groupBy(askable, ({ operation }) => templateShape(operation.path));
  const byLastSegment = Map.groupBy(askable, ({ operation }) =>
    operation.path.split("/").at(-1)?.toLowerCase(),
  );
  const known = new Map<Parameter, readonly Askable[]>();
  const found = (operation: Operation, parameter: Parameter): readonly Askable[] => {
    const isUsable = ({ operation: other }: Askable) =>
      other !== operation && (other.method === "POST" || (other.method === "GET" && !isWriting(operation)));
    const isBefore = ({ operation: other }: Askable) => pathParameters(other) < pathParameters(operation);
    const named = new Set([
      ...(byShape.get(collectionShape(operation, parameter) ?? "") ?? []),
      ...collectionNames(parameter).flatMap((name) => byLastSegment.get(name) ?? []),
    ]);
    // A list shows what exists; what was created may have been deleted.
    const order = ({ operation: { method } }: Askable) => (method === "POST" ? askable.length : 0);
    return [...named]
      .filter((one) => isUsable(one) && (isBefore(one) || needsNothing(one.operation)))
      .toSorted((a, b) => askable.indexOf(a) + order(a) - askable.indexOf(b) - order(b))
      .map(({ toWriteTo, ...one }) =>
        toWriteTo && isWriting(operation) ? { ...one, step: toWriteTo } : one,
      );
  };
  return (operation, parameter) => knownIn(known, parameter, () => found(operation, parameter));
}

/**
 * The steps that need what an operation deletes, and go before it: of whatever has the path of a DELETE, or one below it. Of two
 * DELETEs the one with the longer path goes first.
 */
export function usersOf(deleting: Operation, sent: readonly Operation[]): readonly StepRef[] {
  if (deleting.method !== "DELETE") return [];
  const shape = templateShape(deleting.path);
  const isUser = ({ method, path }: Operation) =>
    templateShape(path).startsWith(`${shape}/`) || (templateShape(path) === shape && method !== "DELETE");
  return sent.filter(isUser).map((one) => stepRef(areaOf(one)));
}

/** The path of the collection that a path parameter chooses from: the part in front of it. */
function collectionShape({ path }: Operation, { in: where, name }: Parameter): string | undefined {
  const prefix = path.split(`/{${name}}`)[0] ?? "";
  return where === "path" && prefix !== path ? templateShape(prefix) : undefined;
}

/** What the collection of a parameter may be called: `pet` or `pets` for `petId`. */
function collectionNames({ name }: Parameter): readonly string[] {
  const noun = name.replace(/[_-]?ids?$/i, "").toLowerCase();
  if (noun === "" || noun === name.toLowerCase()) return [];
  return [...new Set([noun, `${noun}s`, `${noun}es`, noun.replace(/y$/, "ies")])];
}

function pathParameters({ path }: Operation): number {
  return path.split("{").length - 1;
}

export function needsNothing({ parameters }: Operation): boolean {
  return !parameters.some(({ required }) => required);
}

/** Ids in a list, in objects around one, or in an object; of something just created, also in `Location`. */
export function idsIn(answer: Answered, name: string): readonly string[] {
  const body = jsonOf(answer);
  const idsOf = (nodes: readonly (JsonNode | undefined)[]) =>
    nodes.flatMap((node) => [...scalar(member(node, name)), ...scalar(member(node, "id"))]);
  const within = inside(body);
  const own = idsOf([body, ...itemsOf(body)]);
  const enclosed = [...within.flatMap(itemsOf), ...within];
  if (answer.request.method !== "POST")
    return [...own, ...idsOf([...enclosed, ...within.flatMap(inside).flatMap(itemsOf)])];
  if (own.length > 0) return own;
  const location = headerValue(answer.outcome.answer.headers, "location")?.split(/[?#]/)[0];
  if (location !== undefined) return [percentDecoded(location.split("/").at(-1) ?? "")];
  // Beside values of its own, what an object holds is something else, which this run may not have created.
  return within.some((node) => scalar(node).length > 0) ? [] : idsOf(enclosed);
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
export function answersOf({ step, operation }: Askable, facts: Facts): readonly Answered[] {
  const asked = facts.all(step).filter(isAnswered);
  return asked.filter(
    (answer) =>
      answer.request.credential.kind === "valid" &&
      answeredWith(answer, 200, 201, 202, 203) &&
      answer.request.method === operation.method,
  );
}

/** What the areas of its requirements, and the ids of its steps, begin with. */
export const ofDocument = "OP:";

export function areaOf({ name }: Operation): string {
  return `${ofDocument}${name}`;
}

/**
 * Why nothing is sent to an operation, by what is known before a run; undefined where it is asked.
 * @param named the operations with another method than GET that may be sent (`--operations`)
 * @param headers the names of the headers that `--header` gives, in lower case
 */
export function whyLeftOut(
  operation: Operation,
  named: readonly string[],
  headers: readonly string[],
): Unresolved | undefined {
  const { name, method, access, otherBody, elsewhere } = operation;
  if (access.kind === "other" && headersFor(access, headers) === undefined) return otherCredential(access);
  if (elsewhere) return untested("other-server");
  if (isStream(operation)) return untested("endless-answer");
  if (method !== "GET" && !named.includes(name))
    return untested("not-asked-for", { method }, { options: [{ option: "operations", value: name }] });
  return otherBody.length > 0 ? untested("other-body", { types: otherBody.join(" or ") }) : undefined;
}

function otherCredential({ schemes, headers }: OtherAccess): Unresolved {
  const [first = []] = headers.filter((all) => all.length > 0);
  const options = first.map(({ name, scheme }) => ({
    option: "header",
    value: `${name}='${scheme === undefined ? "" : `${scheme} `}…'`,
  }));
  return untested(
    "other-credential",
    { schemes: schemes.join(", or ") },
    options.length > 0 ? { options } : undefined,
  );
}

/** A client reads it as it comes, and ends it when it has enough. */
function isStream({ responses }: Operation): boolean {
  const served = responses.filter(({ name }) => name.startsWith("2"));
  const types = served.flatMap(({ content }) => [...content.keys()]);
  return types.length > 0 && types.every((type) => type === "text/event-stream");
}

export function isWriting({ method }: Operation): boolean {
  return !["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);
}

/** What a step of it may do, where its request is wrong: a wrong POST may be accepted. */
export function effectOf(operation: Operation): Partial<Step> {
  return isWriting(operation) ? { effect: operation.method === "POST" ? "write" : "change" } : {};
}
