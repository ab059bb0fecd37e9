import { percentDecoded } from "#core/json/escape.ts";
import type { OpenInBody, Operation, Parameter } from "../contract.ts";
import { isTakenOut, valueTakenOut } from "../credential-marks.ts";
import type { OperationId } from "../operations.ts";
import { NotRecorded, type Recorded, recorded } from "../recorded.ts";
import type { ClassifiableRequest, Classification, Findings } from "./classification.ts";
import { judgeBody } from "./classify-body.ts";
import { judgeParameter } from "./classify-parameter.ts";

/** What requests are classified by. `known`: the operations that the suite knows. */
interface Classifier {
  readonly known: ReadonlyMap<OperationId, Operation>;
  readonly byPath: OperationsByPath;
  readonly openInBody: OpenInBody;
}

export function classify(
  { known, byPath, openInBody }: Classifier,
  request: ClassifiableRequest,
): Classification {
  const match = matchOperation(byPath, request);
  if (match === undefined) {
    const none = { problems: [], open: [], allowed: false };
    return { operation: undefined, other: undefined, findings: none };
  }
  const { operation } = match;
  const isKnown = known.get(operation.id) === operation;
  const found = findingsOf(match, request, isKnown ? openInBody : undefined);
  return {
    operation: isKnown ? operation.id : undefined,
    other: isKnown ? undefined : operation.id,
    findings:
      found instanceof NotRecorded
        ? found
        : { ...found, allowed: isKnown && found.problems.length === 0 && found.open.length === 0 },
  };
}

/** One that the suite does not know is judged by what the document says of it, and by nothing that a ruling says of the others. */
function findingsOf(
  match: Match,
  request: ClassifiableRequest,
  openInBody: OpenInBody | undefined,
): Recorded<Findings> {
  const { operation } = match;
  const findings: Findings = { problems: [], open: [] };
  // Of a run's own requests, the user's headers are not known here.
  const areFieldsKnown = openInBody === undefined || request.headers !== undefined;
  try {
    judgeParameters(match, request, findings);
    if (areFieldsKnown) judgeFields(operation, request.headers, findings);
    judgeBody(operation, request.body, findings, openInBody);
    return findings;
  } catch (error) {
    if (error instanceof NotRecorded) return error;
    throw error;
  }
}

/** Judges the parameters in header fields and cookies. @throws NotRecorded */
function judgeFields(
  { parameters }: Operation,
  headers: ClassifiableRequest["headers"] = [],
  findings: Findings,
): void {
  const asked = parameters.filter((one) => one.in === "header" || one.in === "cookie");
  if (asked.length === 0) return;
  const fields = recorded(headers);
  const named = (name: string) =>
    fields.filter(([field]) => field.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const cookies = named("cookie")
    .flatMap((line) => line.split(/; */))
    .map((pair) => pair.split(/=(.*)/s));
  for (const parameter of asked) {
    const values =
      parameter.in === "header"
        ? named(parameter.name)
        : cookies.filter(([name]) => name === parameter.name).map(([, value = ""]) => percentDecoded(value));
    // Whoever records traffic often leaves cookies out.
    if (parameter.in === "cookie" && parameter.required && values.length === 0) throw noCookies;
    if (values.some(isTakenOut)) throw valueTakenOut;
    judgeParameter(parameter, values, findings);
  }
}

const noCookies = new NotRecorded("the request's cookies");

/** Judges the parameters in path and query. @throws NotRecorded */
function judgeParameters(
  { operation, segments }: Match,
  request: ClassifiableRequest,
  findings: Findings,
): void {
  for (const parameter of operation.parameters) {
    if (parameter.in !== "path" && parameter.in !== "query") continue;
    const values =
      parameter.in === "path"
        ? [withoutStyle(parameter, segments.get(parameter.name) ?? "")]
        : (request.query ?? []).filter(([name]) => isOf(parameter, name)).map(([, value]) => value);
    if (values.some(isTakenOut)) throw valueTakenOut;
    judgeParameter(parameter, values, findings);
  }
  for (const [name, value] of request.query ?? []) {
    if (operation.parameters.some((parameter) => parameter.in === "query" && isOf(parameter, name))) continue;
    findings.problems.push({
      part: "query",
      at: name,
      expected: "a parameter that the operation has",
      seen: `${name}=${value}`.slice(0, 80),
      found: { kind: "unknown-parameter" },
    });
  }
}

/** Without what `label` and `matrix` put in front of a value in a path. */
function withoutStyle({ name, style }: Parameter, text: string): string {
  const front = style === "label" ? "." : style === "matrix" ? `;${name}=` : "";
  return text.startsWith(front) ? text.slice(front.length) : text;
}

/** An exploded object appears in a query under the names of its members. */
function isOf({ name, style, explode, members, field }: Parameter, given: string): boolean {
  if (given === name) return true;
  if (style === "deepObject") return given.startsWith(`${name}[`);
  const isMember = members === "any" || members.includes(given);
  return explode && field.types?.includes("object") === true && isMember;
}

interface Match {
  readonly operation: Operation;
  /** Values of the path's parameters, decoded. */
  readonly segments: ReadonlyMap<string, string>;
}

/** All operations of a document, the ones to try first in front, by their method and how many segments their path has. */
interface OperationsByPath {
  readonly byPath: ReadonlyMap<string, readonly Operation[]>;
  /** A request of an exchange is asked about by every check. */
  readonly known: WeakMap<ClassifiableRequest, { readonly match: Match | undefined }>;
}

export function operationsByPath(operations: Iterable<Operation>): OperationsByPath {
  // A path without parameters goes before one that its text would also match (OpenAPI 3.1, Paths Object).
  const byParameters = [...operations].toSorted((a, b) => braces(a.path) - braces(b.path));
  return {
    byPath: Map.groupBy(byParameters, ({ method, path }) => keyOf(method, path)),
    known: new WeakMap(),
  };
}

function keyOf(method: string, path: string): string {
  return `${method} ${path.split("/").length}`;
}

export function matchOperation(
  { byPath, known }: OperationsByPath,
  request: ClassifiableRequest,
): Match | undefined {
  const before = known.get(request);
  if (before !== undefined) return before.match;
  const match = firstMatch(byPath, request);
  known.set(request, { match });
  return match;
}

function firstMatch(
  byPath: OperationsByPath["byPath"],
  { method, path }: ClassifiableRequest,
): Match | undefined {
  for (const operation of byPath.get(keyOf(method, path)) ?? []) {
    const segments = matchPath(operation.path, path);
    if (segments !== undefined) return { operation, segments };
  }
  return undefined;
}

function matchPath(template: string, path: string): Map<string, string> | undefined {
  const wanted = template.split("/");
  const given = path.split("/");
  const segments = new Map<string, string>();
  for (const [index, part] of wanted.entries()) {
    const text = percentDecoded(given[index] ?? "");
    if (!matchSegment(part, text, segments)) return undefined;
  }
  return segments;
}

/** A segment may hold text beside its parameters, as in `/{name}.json`. */
function matchSegment(template: string, text: string, segments: Map<string, string>): boolean {
  const name = /^\{([^{}]*)\}$/.exec(template)?.[1];
  if (name !== undefined) {
    segments.set(name, text);
    return text !== "";
  }
  if (!template.includes("{")) return text === template;
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, each = ""]) => each);
  // Each parameter as short as it may be: a pattern that tries all lengths takes time exponential in their number.
  const [first = "", ...others] = template.split(/\{[^{}]*\}/);
  const last = others.length - 1;
  if (!text.startsWith(first) || !text.endsWith(others[last] ?? "")) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const end = index === last ? text.length - part.length : text.indexOf(part, at + 1);
    if (end <= at) return false;
    segments.set(names[index] ?? "", text.slice(at, end));
    at = end + part.length;
  }
  return true;
}

function braces(path: string): number {
  return path.split("{").length;
}
