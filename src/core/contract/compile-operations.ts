import { Bodies } from "./bodies.ts";
import type { DocumentedStatuses, Operation, OperationId, Parameter } from "./contract.ts";
import { type CalendarDay, parseCalendarDay } from "./days.ts";
import type { KnownOperation } from "./known-document.ts";
import { jsonSchemaOf, members, type OperationNode, operationsOf, parametersOf } from "./operations.ts";
import { fieldOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { SpecError } from "./spec-error.ts";
import { isSpecArray, isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/** An operation with its place in the document. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly source: OperationNode;
}

/** The days on which operations are removed, where the caller gives them in place of the document. */
export type Sunsets = Readonly<Partial<Record<OperationId, CalendarDay>>>;

/**
 * The operations that a suite knows and the document describes, by `operationId`, else by method and path.
 * @throws SpecError when one that is needed is missing, or one cannot be called as the suite does.
 */
export function compileOperations(
  spec: Spec,
  known: readonly KnownOperation[],
  sunsets: Sunsets,
): Map<OperationId, CompiledOperation> {
  const found = new Map<OperationId, CompiledOperation>();
  const nodes = operationsOf(spec);
  const bodies = new Bodies(spec);
  for (const wanted of known) {
    const node =
      nodes.find((candidate) => own(candidate.node, "operationId") === wanted.name) ??
      nodes.find(
        ({ method, path }) => method.toUpperCase() === wanted.method && templateShape(path) === wanted.path,
      );
    if (node !== undefined) {
      const operation = compileOperation({ spec, bodies, wanted, source: node, sunset: sunsets[wanted.id] });
      found.set(wanted.id, { operation, source: node });
    } else if (wanted.needed) {
      const place = spec.place(spec.root.value, "paths");
      const advice = `Describe ${wanted.method} ${wanted.path} with operationId ${wanted.name}.`;
      throw new SpecError(`there is no operation ${wanted.name}`, place, advice);
    }
  }
  return found;
}

interface ToCompile {
  readonly spec: Spec;
  readonly bodies: Bodies;
  readonly wanted: KnownOperation;
  readonly source: OperationNode;
  readonly sunset: CalendarDay | undefined;
}

function compileOperation({ spec, bodies, wanted, source, sunset }: ToCompile): Operation {
  const { node, path } = source;
  if (source.method.toUpperCase() !== wanted.method) {
    const problem = `${wanted.name} is a ${source.method.toUpperCase()} operation`;
    throw new SpecError(problem, spec.place(node), `Describe it as ${wanted.method}.`);
  }
  const wantedParameters = wanted.path.split("{}").length;
  if (path.split("{").length !== wantedParameters) {
    const problem = `the path of ${wanted.name} has other parameters than ${wanted.path}`;
    throw new SpecError(problem, spec.place(node), "Describe the operation under the interface's path.");
  }
  const statuses = statusesOf(spec, node);
  const name = own(node, "operationId");
  const stability = own(node, "x-stability");
  return {
    id: wanted.id,
    name: typeof name === "string" ? name : undefined,
    method: wanted.method,
    path,
    statuses,
    success: successOf(statuses),
    deprecated: own(node, "deprecated") === true,
    stability: typeof stability === "string" ? stability : undefined,
    sunset: sunset ?? sunsetOf(spec, node),
    secured: isSecured(own(node, "security") ?? own(spec.root.value, "security")),
    parameters: parametersOf(spec, source).flatMap((parameter) => compileParameter(spec, bodies, parameter)),
    body: bodyOf(spec, bodies, node),
    answer: (status) => bodies.of(jsonSchemaOf(spec, responseOf(spec, source, status))),
    refusal: bodies.of(refusalSchemaOf(spec, source)),
    place: (member) => spec.place(node, ...(member === undefined ? [] : [member])),
    documents: (status) =>
      statuses.default || statuses.codes.has(status) || statuses.ranges.has(Math.floor(status / 100)),
  };
}

function sunsetOf(spec: Spec, node: SpecObject): CalendarDay | undefined {
  const sunset = own(node, "x-sunset");
  if (sunset === undefined) return undefined;
  const day = typeof sunset === "string" ? parseCalendarDay(sunset) : undefined;
  if (day !== undefined) return day;
  const problem = `x-sunset is no day: ${JSON.stringify(String(sunset))}`;
  throw new SpecError(problem, spec.place(node, "x-sunset"), "Write it as YYYY-MM-DD.");
}

/** The response that the document gives a status: by code, by range, by `default`. */
function responseOf(spec: Spec, source: OperationNode, status: number): SpecValue | undefined {
  const responses = spec.get(source.node, "responses");
  const range = `${Math.floor(status / 100)}XX`;
  const key = [String(status), range, "default"].find((name) => own(responses, name) !== undefined);
  return key === undefined ? undefined : spec.get(responses, key);
}

/** A path with `{}` for each parameter. */
export function templateShape(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

function statusesOf(spec: Spec, node: SpecObject): DocumentedStatuses {
  const names = members(spec.get(node, "responses")).map(([name]) => name);
  return {
    codes: new Set(names.filter((name) => /^[1-5]\d\d$/.test(name)).map(Number)),
    ranges: new Set(names.filter((name) => /^[1-5]XX$/.test(name)).map((name) => Number(name[0]))),
    default: names.includes("default"),
  };
}

function successOf({ codes, ranges }: DocumentedStatuses): number | undefined {
  const successes = [...codes].filter((code) => code >= 200 && code < 300);
  return successes.length > 0 ? Math.min(...successes) : ranges.has(2) ? 200 : undefined;
}

/** An empty list, or an empty requirement among several, lets a request in without a credential. */
function isSecured(security: SpecValue | undefined): boolean {
  const requirements = isSpecArray(security) ? security : [];
  return requirements.length > 0 && requirements.every((requirement) => members(requirement).length > 0);
}

function compileParameter(spec: Spec, bodies: Bodies, parameter: SpecObject): Parameter[] {
  const where = own(parameter, "in");
  const name = own(parameter, "name");
  if ((where !== "query" && where !== "path") || typeof name !== "string") return [];
  return [
    {
      name,
      in: where,
      required: own(parameter, "required") === true,
      field: fieldOf(spec, own(parameter, "schema")),
      validate: (value) => bodies.of(own(parameter, "schema"))?.validate(value) ?? [],
    },
  ];
}

function bodyOf(spec: Spec, bodies: Bodies, node: SpecObject): Operation["body"] {
  const body = spec.get(node, "requestBody");
  const schema = bodies.of(jsonSchemaOf(spec, body));
  if (!isSpecObject(body) || schema === undefined) return undefined;
  return { ...schema, required: own(body, "required") === true };
}

function refusalSchemaOf(spec: Spec, source: OperationNode): SpecValue | undefined {
  const refusals = members(spec.get(source.node, "responses")).filter(([name]) => /^4(\d\d|XX)$/.test(name));
  return refusals
    .toSorted(([a], [b]) => Number(b === "401") - Number(a === "401"))
    .map(([, response]) => jsonSchemaOf(spec, response))
    .find((schema) => schema !== undefined);
}
