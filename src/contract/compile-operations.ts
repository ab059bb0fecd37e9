import type { DocumentedStatuses, Operation, OperationId, OperationMethod, Parameter } from "./contract.ts";
import { jsonSchemaOf, members, type OperationNode, operationsOf, parametersOf } from "./operations.ts";
import { fieldOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { SpecError } from "./spec-error.ts";
import { isSpecArray, isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/** An operation with its place in the document. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly source: OperationNode;
}

interface Recognition {
  readonly id: OperationId;
  /** `operationId` in the document. */
  readonly name: string;
  readonly method: OperationMethod;
  /** With `{}` for a parameter of any name. */
  readonly path: string;
  readonly needed: boolean;
}

const recognitions: readonly Recognition[] = [
  { id: "listPets", name: "listPets", method: "GET", path: "/pets", needed: true },
  { id: "createPet", name: "createPet", method: "POST", path: "/pets", needed: true },
  { id: "getPet", name: "getPet", method: "GET", path: "/pets/{}", needed: false },
  { id: "storeOrders", name: "getStoreOrders", method: "GET", path: "/store/orders", needed: false },
];

/**
 * The operations of the interface that the document describes, by `operationId`, else by method and path.
 * @throws SpecError when listPets or createPet is missing, or an operation cannot be called as the interface has it.
 */
export function compileOperations(spec: Spec): Map<OperationId, CompiledOperation> {
  const found = new Map<OperationId, CompiledOperation>();
  const nodes = operationsOf(spec);
  for (const wanted of recognitions) {
    const node =
      nodes.find((candidate) => own(candidate.node, "operationId") === wanted.name) ??
      nodes.find(
        ({ method, path }) => method.toUpperCase() === wanted.method && templateShape(path) === wanted.path,
      );
    if (node !== undefined) {
      found.set(wanted.id, { operation: compileOperation(spec, wanted, node), source: node });
    } else if (wanted.needed) {
      const place = spec.place(spec.root.value, "paths");
      const advice = `Describe ${wanted.method} ${wanted.path} with operationId ${wanted.name}.`;
      throw new SpecError(`there is no operation ${wanted.name}`, place, advice);
    }
  }
  return found;
}

function compileOperation(spec: Spec, wanted: Recognition, source: OperationNode): Operation {
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
    secured: isSecured(own(node, "security") ?? own(spec.root.value, "security")),
    parameters: parametersOf(spec, source).flatMap((parameter) => compileParameter(spec, parameter)),
    body: bodyOf(spec, node),
    documents: (status) =>
      statuses.default || statuses.codes.has(status) || statuses.ranges.has(Math.floor(status / 100)),
  };
}

/** The response that the document gives a status: by code, by range, by `default`. */
export function responseOf(spec: Spec, source: OperationNode, status: number): SpecValue | undefined {
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

function compileParameter(spec: Spec, parameter: SpecObject): Parameter[] {
  const where = own(parameter, "in");
  const name = own(parameter, "name");
  if ((where !== "query" && where !== "path") || typeof name !== "string") return [];
  return [
    {
      name,
      in: where,
      required: own(parameter, "required") === true,
      field: fieldOf(spec, own(parameter, "schema")),
    },
  ];
}

function bodyOf(spec: Spec, node: SpecObject): Operation["body"] {
  const body = spec.get(node, "requestBody");
  const schema = jsonSchemaOf(spec, body);
  if (!isSpecObject(body) || schema === undefined) return undefined;
  return { required: own(body, "required") === true, shape: shapeOf(spec, schema) };
}

/** The schema of a parameter by its place and name. */
export function parameterSchema(
  spec: Spec,
  source: OperationNode,
  where: "query" | "path",
  name: string,
): SpecValue | undefined {
  const parameter = parametersOf(spec, source).find((p) => own(p, "in") === where && own(p, "name") === name);
  return own(parameter, "schema");
}

/** The schema of the body of a refusal (4xx) of an operation: of 401, which every operation has, else of another. */
export function errorSchemaOf(spec: Spec, source: OperationNode): SpecValue | undefined {
  const refusals = members(spec.get(source.node, "responses")).filter(([name]) => /^4(\d\d|XX)$/.test(name));
  return refusals
    .toSorted(([a], [b]) => Number(b === "401") - Number(a === "401"))
    .map(([, response]) => jsonSchemaOf(spec, response))
    .find((schema) => schema !== undefined);
}
