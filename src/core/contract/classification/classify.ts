import { percentDecoded, utf8Text } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { duplicateMembers, type JsonNode } from "#core/json/read.ts";
import type { KnownDocument, Operation, Parameter, RequestBodySchema } from "../contract.ts";
import { isOfTakenOut, isTakenOut, valueTakenOut } from "../credential-marks.ts";
import { mediaTypeOf, nameOfType } from "../operations.ts";
import { NotRecorded, type Recorded, recorded } from "../recorded.ts";
import type { ClassifiableRequest, Classification, Findings, RequestProblem } from "./classification.ts";
import { judgeParameter } from "./classify-parameter.ts";
import type { Match } from "./match-operation.ts";

type OpenInBody = KnownDocument["openInBody"];

/** @param openInBody undefined for an operation that the document alone describes */
export function classify(
  match: Match | undefined,
  request: ClassifiableRequest,
  openInBody: OpenInBody | undefined,
): Classification {
  if (match === undefined) {
    const none = { problems: [], open: [], allowed: false };
    return { operation: undefined, other: undefined, findings: none };
  }
  const { id } = match.operation;
  const isKnown = openInBody !== undefined;
  const found = findingsOf(match, request, openInBody);
  return {
    operation: isKnown ? id : undefined,
    other: isKnown ? undefined : id,
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
  const { parameters } = match.operation;
  const findings: Findings = { problems: [], open: [] };
  // Of a run's own requests, the user's headers are not known here.
  const areFieldsKnown = openInBody === undefined || request.headers !== undefined;
  const isField = ({ in: where }: Parameter) => where === "header" || where === "cookie";
  const judgeAll = (all: readonly Parameter[]) => {
    for (const parameter of all) {
      const values = valuesOf(parameter, match, request);
      if (values.some(isTakenOut)) throw valueTakenOut;
      judgeParameter(parameter, values, findings);
    }
  };
  try {
    judgeAll(parameters.filter((one) => !isField(one)));
    refuseUnknown(parameters, request, findings);
    if (areFieldsKnown) judgeAll(parameters.filter(isField));
    judgeBody(match.operation, request.body, findings, openInBody);
    return findings;
  } catch (error) {
    if (error instanceof NotRecorded) return error;
    throw error;
  }
}

/** What a request gives a parameter. @throws NotRecorded */
function valuesOf(
  parameter: Parameter,
  { segments }: Match,
  { query = [], headers = [] }: ClassifiableRequest,
): readonly string[] {
  const { name, in: where, required } = parameter;
  const fields = (wanted: string) =>
    recorded(headers)
      .filter(([field]) => field.toLowerCase() === wanted.toLowerCase())
      .map(([, value]) => value);
  switch (where) {
    case "path":
      return [withoutStyle(parameter, segments.get(name) ?? "")];
    case "query":
      return query.filter(([given]) => isOf(parameter, given)).map(([, value]) => value);
    case "header":
      return fields(name);
    case "cookie": {
      const pairs = fields("cookie").flatMap((line) => line.split(/; */));
      const cookies = pairs.map((pair) => pair.split(/=(.*)/s)).filter(([given]) => given === name);
      // Whoever records traffic often leaves cookies out.
      if (required && cookies.length === 0) throw noCookies;
      return cookies.map(([, value = ""]) => percentDecoded(value));
    }
  }
}

const noCookies = new NotRecorded("the request's cookies");

function refuseUnknown(
  parameters: readonly Parameter[],
  { query = [] }: ClassifiableRequest,
  { problems }: Findings,
): void {
  for (const [name, value] of query) {
    if (parameters.some((parameter) => parameter.in === "query" && isOf(parameter, name))) continue;
    problems.push({
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

const mostOpen = 20;

/**
 * Judges the body of a request against the operation's, with its Content-Type.
 * @param openInBody undefined for an operation that the document alone describes, whatever media types it takes
 * @throws NotRecorded; NotDecided where judging takes too much work: the requests of traffic are hostile, too
 */
function judgeBody(
  operation: Operation,
  sent: ClassifiableRequest["body"],
  findings: Findings,
  openInBody: OpenInBody | undefined,
): void {
  const { problems, open } = findings;
  const body = recorded(sent);
  const { body: wanted, bodyTypes } = operation;
  const at = { part: "body", at: "" } as const;
  const size = body?.bytes.length ?? 0;
  const takesNone = openInBody === undefined ? bodyTypes.length === 0 : wanted === undefined;
  if (takesNone) {
    const seen = `a body of ${size} ${size === 1 ? "byte" : "bytes"}`;
    if (size > 0) problems.push({ ...at, expected: "no body", seen });
    return;
  }
  if (body === undefined || size === 0) {
    if (wanted?.required === true) problems.push({ ...at, expected: "a JSON body", seen: "no body" });
    return;
  }
  const contentType = recorded(body.contentType);
  if (openInBody !== undefined) judgeContentType(contentType, findings);
  else if (!isOfJsonBody(contentType ?? "", operation, findings)) return;
  const value = wanted && validValue(wanted, body.bytes, findings);
  if (wanted === undefined || value?.kind !== "object") return;
  const repeated = duplicateMembers(value).map(
    (pointer): RequestProblem => ({
      ...{ part: "body", at: pointer, expected: "the field once", seen: "the field more than once" },
      // As what it is judged by, in operations that the suite knows.
      ...(openInBody !== undefined && { found: { kind: "repeated-field" } }),
    }),
  );
  open.push(...[...repeated, ...(openInBody?.(wanted.shape, value) ?? [])].slice(0, mostOpen));
}

/** Judges the Content-Type; bodies in JSON alone are judged further. */
function isOfJsonBody(contentType: string, { body, bodyTypes }: Operation, { problems }: Findings): boolean {
  const type = nameOfType(bodyTypes, mediaTypeOf(contentType));
  const at = { part: "content-type", at: "", seen: contentType || "nothing" } as const;
  if (type === undefined) problems.push({ ...at, expected: bodyTypes.join(" or ") });
  return type !== undefined && mediaTypeOf(contentType) === body?.mediaType;
}

/** Undefined where it is not as its schema says. */
function validValue(
  wanted: RequestBodySchema,
  bytes: Uint8Array,
  { problems }: Findings,
): JsonNode | undefined {
  const value = read(bytes);
  if (typeof value === "string") {
    const found = { kind: "no-json" } as const;
    problems.push({ part: "body", at: "", expected: "a JSON text in UTF-8", seen: value, found });
    return undefined;
  }
  const broken = wanted.validate(value);
  if (broken.some((problem) => isOfTakenOut(problem, value))) throw valueTakenOut;
  for (const { pointer, expected, seen, missing } of broken)
    problems.push({
      ...({ part: "body", at: pointer, expected, seen } as const),
      ...(missing !== undefined && { found: { kind: "missing-field", name: missing } }),
    });
  return broken.length === 0 ? value : undefined;
}

function judgeContentType(contentType: string | undefined, { problems, open }: Findings): void {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  const problem = {
    ...({ part: "content-type", at: "" } as const),
    ...{ expected: "application/json", seen: contentType ?? "nothing" },
  };
  if (type.toLowerCase() !== "application/json") problems.push(problem);
  // Ruling 8: the same media type in other words. To reject it is unwise but not forbidden.
  else if (type !== "application/json" || parameters.length > 0) open.push(problem);
}

function read(bytes: Uint8Array): JsonNode | string {
  const text = utf8Text(bytes);
  if (text === undefined) return "bytes that are not UTF-8";
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : parsed.problem.message;
}
