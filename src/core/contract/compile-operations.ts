import { memberAt, own, type PlainObject, type PlainValue } from "../json/plain.ts";
import { Bodies } from "./bodies.ts";
import type {
  DocumentedStatuses,
  KnownOperation,
  Operation,
  ResponseSpec,
  SchemaCompiler,
} from "./contract.ts";
import {
  accessOf,
  bodyOf,
  bodyTypesOf,
  compileParameter,
  compileResponse,
  nameAmong,
  otherBodyOf,
} from "./operation-parts.ts";
import {
  documentName,
  elements,
  jsonSchemaOf,
  members,
  type OperationCall,
  type OperationId,
  type OperationMethod,
  type OperationNode,
  operationsOf,
  parametersOf,
  templateShape,
} from "./operations.ts";
import { besideOthers, SpecError } from "./reading/spec-error.ts";
import type { Spec } from "./spec.ts";
import { type CalendarDay, parseCalendarDay } from "./validation/days.ts";

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
  for (const { wanted } of lacking) refuseLeftOut(spec, wanted);
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
  return (
    nodes.find((candidate) => own(candidate.node, "operationId") === wanted.name) ??
    nodes.find(
      ({ method, path }) => method.toUpperCase() === wanted.method && templateShape(path) === wanted.path,
    )
  );
}

/** Without it no server can be checked, and it is there. @throws SpecError */
function refuseLeftOut({ leftOut, faults }: Spec, wanted: KnownOperation): void {
  const found = nodeOf(wanted, leftOut);
  if (found !== undefined) throw besideOthers(found.error, faults);
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
  const statuses = statusesOf(answers);
  const name = own(node, "operationId");
  const stability = own(node, "x-stability");
  let responses: readonly ResponseSpec[] | undefined;
  return {
    id,
    name: typeof name === "string" ? name : undefined,
    method: source.method.toUpperCase() as OperationMethod,
    path,
    statuses,
    success: successOf(statuses),
    deprecated: own(node, "deprecated") === true,
    stability: typeof stability === "string" ? stability : undefined,
    sunset: sunset ?? sunsetOf(node),
    access: accessOf(spec, node),
    parameters: parametersOf(source).flatMap((parameter) => compileParameter(spec, bodies, parameter)),
    body: bodyOf(bodies, node),
    otherBody: otherBodyOf(node),
    bodyTypes: bodyTypesOf(node),
    answer: (status) => bodies.of(jsonSchemaOf(memberAt(answers, nameAmong(answers, status) ?? ""))),
    response: (status) => {
      const found = nameAmong(answers, status);
      return found === undefined ? undefined : compileResponse(spec, bodies, answers, found);
    },
    get responses() {
      responses ??= members(answers).map(([one]) => compileResponse(spec, bodies, answers, one));
      return responses;
    },
    elsewhere: [source.pathItem, node].some((holder) => elements(own(holder, "servers")).length > 0),
    refusal: bodies.of(refusalSchemaOf(answers)),
    place: (member) => spec.place(node, ...(member === undefined ? [] : [member])),
    documents: (status) => nameAmong(answers, status) !== undefined,
  };
}

function sunsetOf(node: PlainObject): CalendarDay | undefined {
  const sunset = own(node, "x-sunset");
  return typeof sunset === "string" ? parseCalendarDay(sunset) : undefined;
}

function statusesOf(answers: PlainValue | undefined): DocumentedStatuses {
  const names = members(answers).map(([name]) => name);
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

function refusalSchemaOf(answers: PlainValue | undefined): PlainValue | undefined {
  return members(answers)
    .filter(([name]) => /^4(\d\d|XX)$/.test(name))
    .toSorted(([a], [b]) => Number(b === "401") - Number(a === "401"))
    .map(([, response]) => jsonSchemaOf(response))
    .find((schema) => schema !== undefined);
}
