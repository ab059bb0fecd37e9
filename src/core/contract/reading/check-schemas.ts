import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isPlainArray, isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { pointerTokens } from "#core/json/read.ts";
import { elements, members, operationsOf } from "../operations.ts";
import { isReference, type Report, type Spec } from "../spec.ts";
import { holding, mapMembers, withoutBigInts } from "../validation/ajv-schema.ts";
import { expressionOf } from "../validation/bounded-pattern.ts";
import { typeWords } from "../validation/problem-words.ts";
import { tellingErrors } from "./check-openapi.ts";

const typeNames = Object.keys(typeWords);

/** Made once, since it compiles the schema of schemas. */
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formats.default(ajv);

/** A schema with what holds it, since `true` and `false` have no place of their own. */
interface SchemaSite {
  readonly schema: PlainValue;
  readonly holder: PlainObject;
  readonly name: string;
}

/**
 * How many schemas hold one value against them at most, a schema counted as often as it is referred to: with more, a check of
 * a single value would not end.
 */
const mostAtOnce = 20_000;

/** How many schemas may refer to one another in a row; each is within another to whoever compiles them. */
const mostInRow = 400;

/** How many levels below a body or a parameter a schema may stand: whoever compiles it goes down all of them. */
const mostLevels = 150;

/** Reports what stands too deep: level by level, so that each schema is looked at once. */
function checkLevels(spec: Spec, report: Report): void {
  const seen = new Set<PlainValue>();
  let sites = [...operationSites(spec)];
  for (let level = 1; sites.length > 0; level += 1) {
    const fresh = new Map(sites.filter(({ schema }) => !seen.has(schema)).map((site) => [site.schema, site]));
    for (const { schema, holder, name } of fresh.values()) {
      seen.add(schema);
      const problem = `more than ${mostLevels} levels of schemas`;
      if (level > mostLevels) report(problem, [holder, name], "Let schemas refer to fewer others.");
    }
    if (level > mostLevels) return;
    sites = [...fresh.keys()].flatMap((schema) => (isPlainObject(schema) ? [...innerSchemas(schema)] : []));
  }
}

/** Reports each schema of the document that is not valid in JSON Schema 2020-12. Each is looked at once. */
export function checkSchemas(spec: Spec, report: Report): void {
  checkLevels(spec, report);
  const seen = new Set<PlainValue>();
  const counts = new Map<PlainObject, number>();
  const open = [...schemaSites(spec)].reverse();
  for (let site = open.pop(); site !== undefined; site = open.pop()) {
    const { schema, holder, name } = site;
    if (seen.has(schema)) continue;
    if (!isPlainObject(schema)) {
      const problem = "not a schema";
      if (typeof schema !== "boolean") report(problem, [holder, name], "Write a JSON Schema, true or false.");
      continue;
    }
    // One that leads nowhere is reported as that.
    if (isReference(schema)) continue;
    seen.add(schema);
    // The checks of this suite read schemas by these keywords alone.
    for (const keyword of ["$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor"]) {
      if (own(schema, keyword) === undefined) continue;
      report(`${keyword} is not read`, [schema, keyword], "Refer to schemas by $ref and path.");
    }
    checkTypes(schema, report);
    checkPatterns(schema, report);
    countAtOnce(schema, counts, report, 0);
    const inner = [...innerSchemas(schema)];
    for (const one of inner.toReversed()) open.push(one);
    if (ajv.validateSchema(plainCopy(spec, schema, inner)) !== true)
      for (const error of tellingErrors(ajv.errors ?? [])) reportAt(schema, error, report);
  }
}

/**
 * As ajv reads it, without the schemas inside of it: each is looked at on its own, since ajv copies all errors of a schema
 * for each of its members. Without `$schema`, too: in other drafts, which generators name, nearly all is the same.
 */
function plainCopy(spec: Spec, schema: PlainObject, sites: readonly SchemaSite[]): Record<string, unknown> {
  const inner = new Set(sites.map((site) => site.schema));
  const copyOf = (value: PlainValue): unknown => {
    if (isPlainArray(value)) return value.map(copyOf);
    if (!isPlainObject(value)) return withoutBigInts(value);
    return inner.has(value) || spec.isTarget(value) ? {} : mapMembers(value, copyOf);
  };
  const { $schema: _, ...copy } = mapMembers(schema, copyOf);
  return copy;
}

function checkTypes(schema: PlainObject, report: Report): void {
  const type = own(schema, "type");
  const names = [type ?? []].flat();
  const unknown = names.find((name) => typeof name !== "string" || !typeNames.includes(name));
  if (unknown === undefined) return;
  const problem = `the type ${JSON.stringify(String(unknown))} is unknown`;
  report(problem, [schema, "type"], `Write one of ${typeNames.join(", ")}.`);
}

/**
 * How many schemas hold a value against this one. A schema may recur in its members or items; one that refers to itself
 * directly could never be decided.
 */
function countAtOnce(
  schema: PlainValue | undefined,
  counts: Map<PlainObject, number>,
  report: Report,
  depth: number,
): number {
  if (!isPlainObject(schema)) return 1;
  const known = counts.get(schema);
  if (known === 0) report("the schema holds only if it holds itself", [schema], "Let it lead to a type.");
  if (known !== undefined) return known;
  if (depth > mostInRow) {
    report(`more than ${mostInRow} schemas in a row refer to one another`, [schema], "Join some of them.");
    return 1;
  }
  counts.set(schema, 0);
  const parts = [
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => elements(own(schema, keyword))),
    ...["not", "if", "then", "else"].map((keyword) => own(schema, keyword)),
  ];
  let count = 1;
  for (const part of parts) if (part !== undefined) count += countAtOnce(part, counts, report, depth + 1);
  if (count > mostAtOnce) {
    const problem = `one value is held against more than ${mostAtOnce} schemas at once`;
    report(problem, [schema], "Refer to fewer schemas by allOf, anyOf and oneOf.");
    count = 1;
  }
  counts.set(schema, count);
  return count;
}

/** ajv leaves the formats of its own meta-schema unchecked. */
function checkPatterns(schema: PlainObject, report: Report): void {
  const pattern = own(schema, "pattern");
  const named = members(own(schema, "patternProperties")).map(([name]) => name);
  for (const text of typeof pattern === "string" ? [pattern, ...named] : named) {
    try {
      expressionOf(text);
    } catch {
      const problem = `the pattern ${JSON.stringify(text)} is not a regular expression`;
      const at = text === pattern ? ["pattern"] : ["patternProperties", text];
      report(problem, [schema, ...at], "Write one of ECMA-262.");
    }
  }
}

function reportAt(schema: PlainObject, { instancePath, message }: ErrorObject, report: Report): void {
  const names = pointerTokens(instancePath);
  const problem = `${names.at(-1) ?? "the schema"} ${message ?? "is not valid"}`;
  report(problem, [schema, ...names], "Correct it: schemas are JSON Schema 2020-12.");
}

function* schemaSites(spec: Spec): Generator<SchemaSite> {
  const components = own(spec.root.value, "components");
  yield* sitesIn(own(components, "schemas"));
  for (const kind of ["parameters", "headers"])
    for (const [, holder] of members(own(components, kind))) yield* holderSites(holder);
  for (const kind of ["responses", "requestBodies"])
    for (const [, holder] of members(own(components, kind))) yield* contentSites(holder);
  yield* operationSites(spec);
}

function* operationSites(spec: Spec): Generator<SchemaSite> {
  for (const { pathItem, node } of operationsOf(spec)) {
    for (const holder of [pathItem, node])
      for (const parameter of elements(own(holder, "parameters"))) yield* holderSites(parameter);
    yield* contentSites(own(node, "requestBody"));
    for (const [, response] of members(own(node, "responses"))) yield* contentSites(response);
  }
}

function* contentSites(holder: PlainValue | undefined): Generator<SchemaSite> {
  for (const [, header] of members(own(holder, "headers"))) yield* holderSites(header);
  for (const [, media] of members(own(holder, "content"))) yield* holderSites(media);
}

function* holderSites(holder: PlainValue | undefined): Generator<SchemaSite> {
  const schema = own(holder, "schema");
  if (isPlainObject(holder) && schema !== undefined) yield { schema, holder, name: "schema" };
  if (isPlainObject(holder) && own(holder, "content") !== undefined) yield* contentSites(holder);
}

function* sitesIn(holder: PlainValue | undefined): Generator<SchemaSite> {
  if (!isPlainObject(holder)) return;
  for (const [name, schema] of members(holder)) yield { schema, holder, name };
}

function* innerSchemas(schema: PlainObject): Generator<SchemaSite> {
  for (const keyword of [...holding.named, "$defs"]) yield* sitesIn(own(schema, keyword));
  for (const name of holding.listed)
    for (const part of elements(own(schema, name))) yield { schema: part, holder: schema, name };
  for (const name of holding.one) {
    const part = own(schema, name);
    if (part !== undefined) yield { schema: part, holder: schema, name };
  }
}
