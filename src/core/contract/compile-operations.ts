import { isPlainObject, memberAt, own, type PlainObject, type PlainValue } from "../json/plain.ts";
import { accessOf } from "./access.ts";
import { Bodies } from "./bodies.ts";
import type {
  FieldSchema,
  HeaderSpec,
  KnownOperation,
  Operation,
  Parameter,
  RequestBodySchema,
  ResponseSpec,
  SchemaCompiler,
} from "./contract.ts";
import {
  documentName,
  elements,
  isParameterPlace,
  jsonMediaOf,
  jsonMediaType,
  jsonSchemaOf,
  mediaTypeOf,
  members,
  nameAmong,
  type OperationCall,
  type OperationId,
  type OperationMethod,
  type OperationNode,
  operationsOf,
  parametersOf,
  styleOf,
  templateShape,
} from "./operations.ts";
import { besideOthers, SpecError } from "./reading/spec-error.ts";
import { fieldOf, partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { type CalendarDay, isCalendarDay } from "./validation/days.ts";

/** The days on which operations are removed, where the caller gives them in place of the document. */
export type Sunsets = Readonly<Partial<Record<OperationId, CalendarDay>>>;

/**
 * Every operation that the document describes. Where one is missing that the suite cannot do without, the document is
 * that of another service, and the suite knows none of it.
 * @throws SpecError when one that is known cannot be called as the suite does.
 */
export function compileOperations(
  spec: Spec,
  known: readonly KnownOperation[],
  sunsets: Sunsets,
  compiler: SchemaCompiler,
) {
  const nodes = operationsOf(spec);
  const bodies = new Bodies(spec, compiler);
  const found = known.map((wanted) => ({ wanted, source: nodeOf(wanted, nodes) }));
  const lacking = found.filter(({ wanted, source }) => wanted.needed && source === undefined);
  for (const { wanted } of lacking) {
    // Without it no server can be checked, and it is there.
    const wrong = nodeOf(wanted, spec.leftOut);
    if (wrong !== undefined) throw besideOthers(wrong.error, spec.faults);
  }
  const ofSuite = new Map<OperationNode, KnownOperation>();
  for (const { wanted, source } of lacking.length === 0 ? found : [])
    if (source !== undefined) ofSuite.set(source, wanted);
  const compiled = new Map(
    nodes.map((source) => {
      const wanted = ofSuite.get(source);
      if (wanted !== undefined) checkKnown(spec, wanted, source);
      const id = wanted?.id ?? documentName(source);
      return [source, compileOperation(spec, bodies, id, source, sunsets[id])];
    }),
  );
  const byId = (sources: Iterable<OperationNode>) =>
    new Map([...sources].flatMap((source) => compiled.get(source) ?? []).map((one) => [one.id, one]));
  const isDropped = found.some(({ source }) => source !== undefined);
  return {
    /** Those that the suite knows, by `operationId`, else by method and path; in the order of the suite. */
    known: byId(ofSuite.keys()),
    /** In the order of the document. */
    others: byId(nodes.filter((source) => !ofSuite.has(source))),
    /** `operationId`s of what the suite cannot do without, and the document lacks, though it describes others of the suite. */
    dropped: isDropped ? lacking.map(({ wanted }) => wanted.name) : [],
  };
}

function nodeOf<Node extends OperationCall & { readonly node: PlainObject }>(
  wanted: KnownOperation,
  nodes: readonly Node[],
): Node | undefined {
  const isAtPlace = ({ method, path }: Node) =>
    method.toUpperCase() === wanted.method && templateShape(path) === wanted.path;
  return nodes.find(({ node }) => own(node, "operationId") === wanted.name) ?? nodes.find(isAtPlace);
}

function checkKnown(spec: Spec, wanted: KnownOperation, { node, method, path }: OperationNode): void {
  if (method.toUpperCase() !== wanted.method) {
    const problem = `${wanted.name} is a ${method.toUpperCase()} operation`;
    throw new SpecError(problem, spec.place(node), `Describe it as ${wanted.method}.`);
  }
  if (path.split("{").length === wanted.path.split("{}").length) return;
  const problem = `the path of ${wanted.name} has other parameters than ${wanted.path}`;
  throw new SpecError(problem, spec.place(node), "Describe the operation under the interface's path.");
}

function compileOperation(
  spec: Spec,
  bodies: Bodies,
  id: OperationId,
  source: OperationNode,
  sunset: CalendarDay | undefined,
): Operation {
  const { node, path } = source;
  const answers = own(node, "responses");
  const [stability, lastDay] = [own(node, "x-stability"), own(node, "x-sunset")];
  let known: readonly ResponseSpec[] | undefined;
  const responses = () =>
    (known ??= members(answers).map(([name, response]) => compileResponse(spec, bodies, name, response)));
  return {
    id,
    name: documentName(source),
    method: source.method.toUpperCase() as OperationMethod,
    path,
    success: successOf(answers),
    deprecated: own(node, "deprecated") === true,
    stability: typeof stability === "string" ? stability : undefined,
    sunset: sunset ?? (typeof lastDay === "string" && isCalendarDay(lastDay) ? lastDay : undefined),
    access: accessOf(spec, node),
    parameters: parametersOf(source).flatMap((parameter) => compileParameter(spec, bodies, parameter)),
    body: bodyOf(bodies, node),
    otherBody: otherBodyOf(node),
    bodyTypes: bodyTypesOf(node),
    answer: (status) => bodies.of(jsonSchemaOf(memberAt(answers, nameAmong(answers, status) ?? ""))),
    response: (status) => {
      const found = nameAmong(answers, status);
      return responses().find(({ name }) => name === found);
    },
    get responses() {
      return responses();
    },
    elsewhere: [source.pathItem, node].some((holder) => elements(own(holder, "servers")).length > 0),
    refusal: bodies.of(refusalSchemaOf(answers)),
    place: (member) => spec.place(node, ...(member === undefined ? [] : [member])),
    documents: (status) => nameAmong(answers, status) !== undefined,
  };
}

function successOf(answers: PlainValue | undefined): number | undefined {
  const names = members(answers).map(([name]) => name);
  const successes = names.filter((name) => /^2\d\d$/.test(name)).map(Number);
  return successes.length > 0 ? Math.min(...successes) : names.includes("2XX") ? 200 : undefined;
}

function refusalSchemaOf(answers: PlainValue | undefined): PlainValue | undefined {
  return members(answers)
    .filter(([name]) => /^4(\d\d|XX)$/.test(name))
    .toSorted(([a], [b]) => Number(b === "401") - Number(a === "401"))
    .map(([, response]) => jsonSchemaOf(response))
    .find((schema) => schema !== undefined);
}

/**
 * Other parts of OpenAPI describe the first three; as parameters they are ignored (OpenAPI, Parameter Object). The others are
 * those of a message and its connection (RFC 9112, 3.2 and 6; RFC 9110, 7.6.1 and 10.1.1), which whatever sends it decides.
 */
const ignoredHeaders = [
  ...["accept", "content-type", "authorization"],
  ...["host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "expect"],
];

function compileParameter(spec: Spec, bodies: Bodies, parameter: PlainObject): Parameter[] {
  const [where, name] = [own(parameter, "in"), own(parameter, "name")];
  if (!isParameterPlace(where) || typeof name !== "string") return [];
  if (where === "header" && ignoredHeaders.includes(name.toLowerCase())) return [];
  const [media] = members(own(parameter, "content"));
  const schema = own(media === undefined ? parameter : media[1], "schema");
  return [
    {
      ...describedBy(bodies, name, parameter, schema),
      in: where,
      item: itemOf(schema),
      ...styleOf(parameter),
      members: hasOtherMembers(schema) ? "any" : [...shapeOf(schema).properties.keys()],
      hasMediaType: media !== undefined,
      holders: media === undefined ? [parameter] : [parameter, media[1]],
      place: () => spec.place(parameter),
    },
  ];
}

/** A map of names that the document does not know. */
function hasOtherMembers(schema: PlainValue | undefined): boolean {
  const others = partsOf(schema).map((part) => own(part, "additionalProperties"));
  return others.some((one) => one === true || isPlainObject(one));
}

/** Of a schema of arrays and nothing else. */
function itemOf(schema: PlainValue | undefined): FieldSchema | undefined {
  if (fieldOf(schema).types?.join() !== "array") return undefined;
  return fieldOf(...partsOf(schema).map((part) => own(part, "items")));
}

function bodyOf(bodies: Bodies, node: PlainObject): RequestBodySchema | undefined {
  const body = own(node, "requestBody");
  const [label = "", media] = jsonMediaOf(body) ?? [];
  const schema = bodies.of(own(media, "schema"), "request");
  if (media === undefined || schema === undefined) return undefined;
  return {
    shape: schema.shape,
    isArray: schema.isArray,
    validate: (value) => schema.validate(value),
    required: own(body, "required") === true,
    // A range names no type to send.
    mediaType: label.includes("*") ? "application/json" : mediaTypeOf(label),
    holders: [media],
  };
}

function otherBodyOf(node: PlainObject): readonly string[] {
  const body = own(node, "requestBody");
  if (own(body, "required") !== true) return [];
  const types = bodyTypesOf(node);
  return types.some((type) => jsonMediaType.test(type)) ? [] : types;
}

function bodyTypesOf(node: PlainObject): readonly string[] {
  return members(memberAt(node, "requestBody", "content")).map(([label]) => mediaTypeOf(label));
}

function compileResponse(spec: Spec, bodies: Bodies, name: string, response: PlainValue): ResponseSpec {
  return {
    name,
    content: new Map(
      [...Map.groupBy(members(own(response, "content")), ([label]) => mediaTypeOf(label))].map(
        ([type, all]) => [type, jsonMediaType.test(type) ? bodies.of(anyOfThese(all)) : undefined],
      ),
    ),
    // Content-Type is described by `content`, and ignored here (OpenAPI, Response Object).
    headers: members(own(response, "headers"))
      .filter(([each]) => each.toLowerCase() !== "content-type")
      .map(([each, header]) => describedBy(bodies, each, header, own(header, "schema"))),
    headersPlace: () => spec.place(response, "headers"),
  };
}

/** Media types that differ in their parameters alone, as in versions of one format: a body is as one of their schemas says. */
function anyOfThese(all: readonly (readonly [string, PlainValue])[]): PlainValue | undefined {
  const schemas = all.map(([, media]) => own(media, "schema"));
  const different = [...new Set(schemas)].filter((schema) => schema !== undefined);
  if (different.length === 0 || schemas.includes(undefined)) return undefined;
  return different.length === 1 ? different[0] : { anyOf: different };
}

function describedBy(
  bodies: Bodies,
  name: string,
  holder: PlainValue,
  schema: PlainValue | undefined,
): HeaderSpec {
  return {
    name,
    required: own(holder, "required") === true,
    field: fieldOf(schema),
    validate: (value) => bodies.of(schema)?.validate(value) ?? [],
  };
}
