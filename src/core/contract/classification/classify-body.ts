import { utf8Text } from "#core/json/escape.ts";
import type { JsonNode, JsonObject } from "#core/json/json.ts";
import { parseJson } from "#core/json/parse.ts";
import { duplicateMembers } from "#core/json/read.ts";
import type { OpenInBody, Operation, RequestBodySchema, SchemaProblem } from "../contract.ts";
import { isOfTakenOut, valueTakenOut } from "../credential-marks.ts";
import { mediaTypeOf, nameOfType } from "../operation-parts.ts";
import { NotDecided, NotRecorded } from "../recorded.ts";
import type { ClassifiableRequest, Findings, RequestProblem } from "./classification.ts";

/** At most so many open points are reported of one body. */
const mostOpen = 20;

/**
 * Judges the body of a request against the operation's, with its Content-Type; gives what was not recorded of them.
 * @param openInBody undefined for an operation that the document alone describes, whatever media types it takes
 */
export function judgeBody(
  operation: Operation,
  body: ClassifiableRequest["body"],
  findings: Findings,
  openInBody: OpenInBody | undefined,
): NotRecorded | undefined {
  const isKnown = openInBody !== undefined;
  if (body instanceof NotRecorded) return body;
  const { body: wanted, bodyTypes } = operation;
  const size = body?.bytes.length ?? 0;
  if (isKnown ? wanted === undefined : bodyTypes.length === 0) refuseBody(size, findings);
  else if (body === undefined || size === 0) missBody(wanted, findings);
  else if (body.contentType instanceof NotRecorded) return body.contentType;
  else {
    if (isKnown) judgeContentType(body.contentType, findings);
    else if (!isOfJsonBody(body.contentType ?? "", operation, findings)) return undefined;
    const value = wanted && judgeValue(wanted, body.bytes, findings);
    if (value instanceof NotRecorded) return value;
    if (wanted !== undefined && value?.kind === "object") {
      const repeated = repeatedFields(value);
      const known = isKnown ? [...repeated.map(asFound), ...openInBody(wanted.shape, value)] : repeated;
      findings.open.push(...known.slice(0, mostOpen));
    }
  }
  return undefined;
}

/** Judges the Content-Type; bodies in JSON alone are judged further. */
function isOfJsonBody(contentType: string, { body, bodyTypes }: Operation, { problems }: Findings): boolean {
  const type = nameOfType(bodyTypes, mediaTypeOf(contentType));
  const at = { part: "content-type", at: "", seen: contentType || "nothing" } as const;
  if (type === undefined) problems.push({ ...at, expected: bodyTypes.join(" or ") });
  return type !== undefined && mediaTypeOf(contentType) === body?.mediaType;
}

function refuseBody(size: number, { problems }: Findings): void {
  const seen = `a body of ${size} ${size === 1 ? "byte" : "bytes"}`;
  if (size > 0) problems.push({ part: "body", at: "", expected: "no body", seen });
}

function missBody(wanted: Operation["body"], { problems }: Findings): void {
  if (wanted?.required === true)
    problems.push({ part: "body", at: "", expected: "a JSON body", seen: "no body" });
}

/** The value where it is as its schema says. */
function judgeValue(
  wanted: RequestBodySchema,
  bytes: Uint8Array,
  { problems }: Findings,
): JsonNode | NotRecorded | undefined {
  const value = read(bytes);
  if (typeof value === "string") {
    const found = { kind: "no-json" } as const;
    problems.push({ part: "body", at: "", expected: "a JSON text in UTF-8", seen: value, found });
    return undefined;
  }
  const broken = validated(wanted, value);
  if (broken instanceof NotRecorded) return broken;
  if (broken.some((problem) => isOfTakenOut(problem, value))) return valueTakenOut;
  for (const { pointer, expected, seen, missing } of broken)
    problems.push({
      ...({ part: "body", at: pointer, expected, seen } as const),
      ...(missing !== undefined && { found: { kind: "missing-field", name: missing } }),
    });
  return broken.length === 0 ? value : undefined;
}

/** A body on which judging takes too much work is not decided: the requests of traffic are hostile, too. */
function validated(wanted: RequestBodySchema, value: JsonNode): readonly SchemaProblem[] | NotDecided {
  try {
    return wanted.validate(value);
  } catch (error) {
    if (error instanceof NotDecided) return error;
    throw error;
  }
}

function judgeContentType(contentType: string | undefined, { problems, open }: Findings): void {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  const at = { part: "content-type", at: "", seen: contentType ?? "nothing" } as const;
  if (type.toLowerCase() !== "application/json") problems.push({ ...at, expected: "application/json" });
  // Ruling 8: the same media type in other words. To reject it is unwise but not forbidden.
  else if (type !== "application/json" || parameters.length > 0)
    open.push({ ...at, expected: "application/json" });
}

function read(bytes: Uint8Array): JsonNode | string {
  const text = utf8Text(bytes);
  if (text === undefined) return "bytes that are not UTF-8";
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : parsed.problem.message;
}

/** As what it is judged by, in operations that the suite knows. */
function asFound(problem: RequestProblem): RequestProblem {
  return { ...problem, found: { kind: "repeated-field" } };
}

function repeatedFields(body: JsonObject): RequestProblem[] {
  const is = { part: "body", expected: "the field once", seen: "the field more than once" } as const;
  return duplicateMembers(body).map((at) => ({ ...is, at }));
}
