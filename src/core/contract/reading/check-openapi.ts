import SwaggerParser from "@apidevtools/swagger-parser";
import type { ErrorObject } from "ajv";
import { isPlainArray, isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { pointerTokens } from "#core/json/read.ts";
import { isReference, type Report, type Spec } from "../spec.ts";
import { mapMembers, withoutBigInts } from "../validation/ajv-schema.ts";
import { kindOfMember, type PartKind } from "./openapi-3-0.ts";
import { SpecError } from "./spec-error.ts";

/** The most values that the document has for the schema of OpenAPI, a part counted as often as it is referred to. */
const mostValues = 200_000;

/** Reports what is not as OpenAPI 3.1 has it, but for the schemas. @throws SpecError for a document that is too large to look at */
export async function checkOpenApi(spec: Spec, report: Report): Promise<void> {
  const { value } = spec.root;
  if (own(value, "paths") === undefined && own(value, "webhooks") === undefined)
    throw new SpecError("it has no paths", spec.root.place(""), "Describe operations under paths.");
  const root = own(value, "info");
  const version = own(root, "version");
  if (version !== undefined && typeof version !== "string")
    report("the version must be a string", [root, "version"], 'Put it in quotation marks: version: "1.0".');
  const document = withoutSchemas(spec);
  try {
    await new SwaggerParser().validate(document, {
      resolve: { external: false },
      dereference: { circular: "ignore" },
    });
  } catch (cause) {
    // Whatever it finds wrong has details; anything else is a mistake of ours.
    const details = Reflect.get(Object(cause), "details");
    if (!Array.isArray(details)) throw cause;
    for (const error of tellingErrors(details)) if (!isMistaken(error)) reportAt(spec, error, report);
  }
}

const wanted = "Correct it: the document must be OpenAPI 3.1.";

/**
 * The errors of ajv that no other error explains, the deepest first: `if`, `anyOf` and the like only repeat that something
 * inside them fails, and a part that holds a wrong value is reported as wrong, too.
 */
export function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(({ keyword }) => !["if", "anyOf", "oneOf", "not", "$ref"].includes(keyword));
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const holding = new Set<string>();
  return (telling.length > 0 ? telling : errors)
    .toSorted((a, b) => depth(b) - depth(a))
    .filter(({ instancePath }) => {
      if (holding.has(instancePath)) return false;
      for (
        let path = instancePath;
        !holding.has(path);
        path = path.slice(0, Math.max(0, path.lastIndexOf("/")))
      )
        holding.add(path);
      return true;
    });
}

/** What the schema of 2021-09-28 that swagger-parser has gets wrong; later ones corrected all but the first. */
function isMistaken({ instancePath, params, schemaPath }: ErrorObject): boolean {
  const extra: unknown = params.unevaluatedProperty;
  return (
    // The name of a scheme has no case (RFC 9110, 11.1), and some generators write `Bearer`.
    extra === "bearerFormat" ||
    (extra === "description" && instancePath.includes("/variables/")) ||
    (extra === "server" && instancePath.includes("/links/")) ||
    // A licence may have a name alone.
    (instancePath === "/info/license" && /^#\/oneOf\/\d\/required$/.test(schemaPath)) ||
    // A link gives a parameter an expression or any constant (OpenAPI, Link Object).
    schemaPath.includes("map-of-strings")
  );
}

/** Walks the document as the error's path does, to the object that is wrong. */
function reportAt(spec: Spec, { instancePath, params, message }: ErrorObject, report: Report): void {
  const extra: unknown = params.unevaluatedProperty ?? params.additionalProperty;
  const names = pointerTokens(instancePath);
  let holder: PlainValue | undefined = spec.root.value;
  for (const [index, name] of names.entries()) {
    const child: PlainValue | undefined = isPlainArray(holder) ? holder[Number(name)] : own(holder, name);
    if (typeof child !== "object" || child === null) {
      report(`${names.at(-1)} ${message}`, [holder, ...names.slice(index)], wanted);
      return;
    }
    holder = child;
  }
  // One that leads nowhere is reported as that.
  if (isReference(holder)) return;
  const subject = names.at(-1) || "the document";
  const isExtra = typeof extra === "string";
  const problem = isExtra ? `has a member ${JSON.stringify(extra)} that OpenAPI does not have` : message;
  report(`${subject} ${problem}`, isExtra ? [holder, extra] : [holder], wanted);
}

/**
 * A document as the schema of OpenAPI looks at it: plain data, without what that schema does not look into: schemas, and
 * data of the service's own. A part that leads back to itself is not looked at again.
 * @throws SpecError where parts are referred to so often that looking at all of them would not end
 */
function withoutSchemas(spec: Spec): never {
  const copies = new Map<PlainValue, { copy: unknown; values: number }>();
  const above = new Set<PlainObject>();
  let values = 0;
  const copyOf = (value: PlainValue | undefined, kind: PartKind): unknown => {
    const known = value === undefined ? undefined : copies.get(value);
    if (known !== undefined) {
      values += known.values;
      if (values > mostValues) throw tooMuch(spec, value);
      return known.copy;
    }
    values += 1;
    if (kind === "data") return null;
    if (isPlainArray(value)) return value.map((item) => copyOf(item, "words"));
    if (!isPlainObject(value)) return withoutBigInts(value);
    if (above.has(value) || typeof own(value, "$ref") === "string") return {};
    if (values > mostValues) throw tooMuch(spec, value);
    above.add(value);
    const before = values;
    const copy = mapMembers(value, (child, name) => memberOf(name, child, kind));
    above.delete(value);
    if (spec.isTarget(value)) copies.set(value, { copy, values: values - before });
    return copy;
  };
  const memberOf = (name: string, child: PlainValue, kind: PartKind): unknown => {
    if (kind === "words" && name === "schema") return bareSchema(child);
    if (kind === "words" && name === "schemas" && isPlainObject(child)) return mapMembers(child, bareSchema);
    const within = kindOfMember(name, kind, isPlainArray(child));
    return within === "data" && !isPlainObject(child) ? withoutBigInts(child) : copyOf(child, within);
  };
  const document = copyOf(spec.root.value, "words");
  // A version that is a number is reported; swagger-parser would look at nothing else.
  const info = own(document as PlainValue, "info");
  if (isPlainObject(info)) Object.assign(info, { version: String(own(info, "version") ?? "") });
  return { ...Object(document), openapi: "3.1.0" } as never;
}

function tooMuch(spec: Spec, value: PlainValue | undefined): SpecError {
  const problem = `more than ${mostValues} values once its references are followed`;
  return new SpecError(problem, spec.place(value), "Refer to fewer parts.");
}

/** Schemas are checked on their own; here they have to be there. */
function bareSchema(schema: PlainValue): unknown {
  return isPlainObject(schema) ? {} : withoutBigInts(schema);
}
