import { utf8Text } from "#core/json/escape.ts";
import type { JsonNode, JsonObject } from "#core/json/json.ts";
import { parseJson } from "#core/json/parse.ts";
import { duplicateMembers } from "#core/json/read.ts";
import type { OpenInBody, Operation, RequestBodySchema } from "../contract.ts";
import { isOfTakenOut, valueTakenOut } from "../credential-marks.ts";
import { mediaTypeOf, nameOfType } from "../operation-parts.ts";
import { recorded } from "../recorded.ts";
import type { ClassifiableRequest, Findings, RequestProblem } from "./classification.ts";

const mostOpen = 20;

/**
 * Judges the body of a request against the operation's, with its Content-Type.
 * @param openInBody undefined for an operation that the document alone describes, whatever media types it takes
 * @throws NotRecorded; NotDecided where judging takes too much work: the requests of traffic are hostile, too
 */
export function judgeBody(
  operation: Operation,
  sent: ClassifiableRequest["body"],
  findings: Findings,
  openInBody: OpenInBody | undefined,
): void {
  const isKnown = openInBody !== undefined;
  const body = recorded(sent);
  const { body: wanted, bodyTypes } = operation;
  const size = body?.bytes.length ?? 0;
  if (isKnown ? wanted === undefined : bodyTypes.length === 0) refuseBody(size, findings);
  else if (body === undefined || size === 0) missBody(wanted, findings);
  else {
    const contentType = recorded(body.contentType);
    if (isKnown) judgeContentType(contentType, findings);
    else if (!isOfJsonBody(contentType ?? "", operation, findings)) return;
    const value = wanted && judgeValue(wanted, body.bytes, findings);
    if (wanted !== undefined && value?.kind === "object") {
      const repeated = repeatedFields(value);
      const known = isKnown ? [...repeated.map(asFound), ...openInBody(wanted.shape, value)] : repeated;
      findings.open.push(...known.slice(0, mostOpen));
    }
  }
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
