import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { pointerTokens } from "../json/read.ts";
import { holding, mapMembers, withoutBigInts } from "./ajv-schema.ts";
import { expressionOf } from "./bounded-pattern.ts";
import { tellingErrors } from "./check-openapi.ts";
import { elements, members, operationsOf } from "./operations.ts";
import { isReference, type Spec } from "./spec.ts";
import type { Report } from "./spec-error.ts";
import { isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

const typeNames = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Made once, since it compiles the schema of schemas. */
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formats.default(ajv);

/** A schema with what holds it, since `true` and `false` have no place of their own. */
interface SchemaSite {
  readonly schema: SpecValue;
  readonly holder: SpecObject;
  readonly name: string;
}

/** Reports each schema of the document that is not valid in JSON Schema 2020-12. */
export function checkSchemas(spec: Spec, report: Report): void {
  const seen = new Set<SpecValue>();
  const check = ({ schema, holder, name }: SchemaSite, isInside: boolean): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    if (!isSpecObject(schema) && typeof schema !== "boolean") {
      report("not a schema", spec.place(holder, name), "Write a JSON Schema, true or false.");
      return;
    }
    // The checks of this suite read schemas by these keywords alone.
    for (const keyword of ["$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor"]) {
      if (own(schema, keyword) === undefined) continue;
      report(`${keyword} is not read`, spec.place(schema, keyword), "Refer to schemas by $ref and path.");
    }
    checkTypes(spec, schema, report);
    checkPatterns(spec, schema, report);
    checkFoundation(spec, schema, [], report);
    // What stands inside of it was looked at with it; what it refers to was not.
    if (
      !isInside &&
      ajv.validateSchema(isSpecObject(schema) ? mapMembers(schema, withoutBigInts) : schema) !== true
    )
      for (const error of tellingErrors(ajv.errors ?? [])) report(...problemOf(spec, schema, error));
    for (const inner of innerSchemas(spec, schema)) check(inner, inner.name !== "$ref");
  };
  for (const site of schemaSites(spec)) check(site, false);
}

function checkTypes(spec: Spec, schema: SpecValue, report: Report): void {
  const type = own(schema, "type");
  const names = [type ?? []].flat();
  const unknown = names.find((name) => typeof name !== "string" || !typeNames.includes(name));
  if (unknown === undefined) return;
  const problem = `the type ${JSON.stringify(String(unknown))} is unknown`;
  report(problem, spec.place(schema, "type"), `Write one of ${typeNames.join(", ")}.`);
}

/** A schema may recur in its members or items; one that refers to itself directly could never be decided. */
function checkFoundation(spec: Spec, schema: SpecValue, above: readonly SpecValue[], report: Report): void {
  if (!isSpecObject(schema)) return;
  if (above.includes(schema)) {
    const problem = "the schema holds only if it holds itself";
    report(problem, spec.place(schema), "Let it lead to a type.");
    return;
  }
  const within = [...above, schema];
  if (isReference(schema)) checkFoundation(spec, spec.target(schema), within, report);
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    for (const part of elements(own(schema, keyword))) checkFoundation(spec, part, within, report);
  }
  for (const keyword of ["not", "if", "then", "else"])
    checkFoundation(spec, own(schema, keyword) ?? true, within, report);
}

/** ajv leaves the formats of its own meta-schema unchecked. */
function checkPatterns(spec: Spec, schema: SpecValue, report: Report): void {
  const pattern = own(schema, "pattern");
  const named = members(own(schema, "patternProperties")).map(([name]) => name);
  for (const text of typeof pattern === "string" ? [pattern, ...named] : named) {
    try {
      expressionOf(text);
    } catch {
      const place =
        text === pattern ? spec.place(schema, "pattern") : spec.place(schema, "patternProperties", text);
      const problem = `the pattern ${JSON.stringify(text)} is not a regular expression`;
      report(problem, place, "Write one of ECMA-262.");
    }
  }
}

function problemOf(
  spec: Spec,
  schema: SpecValue,
  { instancePath, message }: ErrorObject,
): Parameters<Report> {
  const names = pointerTokens(instancePath);
  const problem = `${names.at(-1) ?? "the schema"} ${message ?? "is not valid"}`;
  return [problem, spec.place(schema, ...names), "Correct it: schemas are JSON Schema 2020-12."];
}

function* schemaSites(spec: Spec): Generator<SchemaSite> {
  const components = spec.get(spec.root.value, "components");
  yield* sitesIn(spec.get(components, "schemas"));
  for (const kind of ["parameters", "headers"])
    for (const [, holder] of members(spec.get(components, kind))) yield* holderSites(spec, holder);
  for (const kind of ["responses", "requestBodies"])
    for (const [, holder] of members(spec.get(components, kind))) yield* contentSites(spec, holder);
  for (const { pathItem, node } of operationsOf(spec)) {
    for (const holder of [pathItem, node])
      for (const parameter of elements(own(holder, "parameters"))) yield* holderSites(spec, parameter);
    yield* contentSites(spec, own(node, "requestBody"));
    for (const [, response] of members(spec.get(node, "responses"))) yield* contentSites(spec, response);
  }
}

function* contentSites(spec: Spec, value: SpecValue | undefined): Generator<SchemaSite> {
  const holder = spec.deref(value);
  for (const [, header] of members(spec.get(holder, "headers"))) yield* holderSites(spec, header);
  for (const [, media] of members(spec.get(holder, "content"))) yield* holderSites(spec, media);
}

function* holderSites(spec: Spec, value: SpecValue | undefined): Generator<SchemaSite> {
  const holder = spec.deref(value);
  const schema = own(holder, "schema");
  if (isSpecObject(holder) && schema !== undefined) yield { schema, holder, name: "schema" };
  if (isSpecObject(holder) && own(holder, "content") !== undefined) yield* contentSites(spec, holder);
}

function* sitesIn(holder: SpecValue | undefined): Generator<SchemaSite> {
  if (!isSpecObject(holder)) return;
  for (const [name, schema] of members(holder)) yield { schema, holder, name };
}

/** The schemas inside a schema, and the one that it refers to, which may stand in another file. */
function* innerSchemas(spec: Spec, schema: SpecValue): Generator<SchemaSite> {
  if (!isSpecObject(schema)) return;
  if (isReference(schema)) yield { schema: spec.target(schema), holder: schema, name: "$ref" };
  for (const keyword of [...holding.named, "$defs"]) yield* sitesIn(own(schema, keyword));
  for (const name of holding.listed)
    for (const part of elements(own(schema, name))) yield { schema: part, holder: schema, name };
  for (const name of holding.one) {
    const part = own(schema, name);
    if (part !== undefined) yield { schema: part, holder: schema, name };
  }
}
