import { createHash } from "node:crypto";
import { Bodies } from "./bodies.ts";
import { classify, type RequestChecks } from "./classify.ts";
import { type CompiledOperation, compileOperations, parameterSchema } from "./compile-operations.ts";
import type { Contract, LimitBounds, Operation, OperationId } from "./contract.ts";
import { type CalendarDay, parseCalendarDay } from "./days.ts";
import { operationsOf } from "./operations.ts";
import type { Spec } from "./spec.ts";
import { SpecError } from "./spec-error.ts";
import { own } from "./spec-file.ts";

/** What the caller knows of a document beside its text. */
export interface CompileOptions {
  readonly embedded: boolean;
  /** The caller's removal day; goes before the document's. */
  readonly removalDay: CalendarDay | undefined;
  /** Compares the compiled document with the embedded one. */
  readonly looserThanEmbedded: (contract: Omit<Contract, "looser">) => readonly string[];
}

/**
 * Compiles a document that was read and checked.
 * @throws SpecError when it lacks what the suite cannot do without.
 */
export function compileContract(spec: Spec, options: CompileOptions): Contract {
  const compiled = compileOperations(spec);
  const bodies = new Bodies(spec, compiled);
  const operations = new Map([...compiled].map(([id, { operation }]) => [id, operation] as const));
  const checks = requestChecks(spec, compiled, operations, bodies);
  const list = operations.get("listPets");
  const contract: Omit<Contract, "looser"> = {
    title: String(spec.get(spec.root.value, "info", "title") ?? ""),
    version: String(spec.get(spec.root.value, "info", "version") ?? ""),
    source: options.embedded ? "embedded" : spec.root.name,
    embedded: options.embedded,
    digest: () => digestOf(spec),
    operations,
    untestedOperations: othersThan(compiled, spec),
    limit: limitOf(list),
    statuses: statusesOf(list, bodies),
    newPet: bodies.newPet,
    pet: bodies.pet,
    error: bodies.error,
    removalDay: options.removalDay ?? sunsetOf(spec, compiled.get("getPet")),
    validate: (name, value) => bodies.validate(name, value),
    validateResponse: (id, status, value) => bodies.validateResponse(id, status, value),
    classify: (request) => classify(checks, request),
  };
  return { ...contract, looser: options.looserThanEmbedded(contract) };
}

function othersThan(compiled: ReadonlyMap<OperationId, CompiledOperation>, spec: Spec): readonly string[] {
  const tested = new Set([...compiled.values()].map(({ source }) => source.node));
  return operationsOf(spec)
    .filter(({ node }) => !tested.has(node))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
}

function requestChecks(
  spec: Spec,
  compiled: ReadonlyMap<OperationId, CompiledOperation>,
  operations: ReadonlyMap<OperationId, Operation>,
  bodies: Bodies,
): RequestChecks {
  return {
    operations,
    parameter: (id, parameter, value) => {
      const source = compiled.get(id)?.source;
      const schema = source && parameterSchema(spec, source, parameter.in, parameter.name);
      return schema === undefined ? [] : bodies.checkOf(schema)(value);
    },
    // createPet alone takes a body; what others would take, the interface does not say.
    body: (id, value) => (id === "createPet" ? bodies.validate("NewPet", value) : []),
  };
}

function limitOf(list: Operation | undefined): LimitBounds {
  const field = list?.parameters.find(({ in: where, name }) => where === "query" && name === "limit")?.field;
  return {
    declared: field !== undefined,
    minimum: safe(field?.minimum),
    maximum: safe(field?.maximum),
    default: safe(field?.default),
  };
}

/** A bound beyond 2^53 cannot be tried; it counts as none. */
function safe(bound: unknown): number | undefined {
  const number = typeof bound === "bigint" ? Number(bound) : bound;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function statusesOf(list: Operation | undefined, { pet }: Bodies): readonly string[] {
  const filter = list?.parameters.find(
    ({ in: where, name }) => where === "query" && name === "status",
  )?.field;
  const values = filter?.enum ?? pet.properties.get("status")?.enum ?? [];
  return values.filter((value) => typeof value === "string");
}

function sunsetOf(spec: Spec, getPet: CompiledOperation | undefined): CalendarDay | undefined {
  const node = getPet?.source.node;
  const sunset = own(node, "x-sunset");
  if (sunset === undefined) return undefined;
  const day = typeof sunset === "string" ? parseCalendarDay(sunset) : undefined;
  if (day !== undefined) return day;
  const problem = `x-sunset is no day: ${JSON.stringify(String(sunset))}`;
  throw new SpecError(problem, spec.place(node, "x-sunset"), "Write it as YYYY-MM-DD.");
}

/** Over what every file of the document says: comments, order of files and layout do not change it. */
function digestOf({ files }: Spec): string {
  const asText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
  const texts = [...files.values()].map(({ value }) => JSON.stringify(value, asText));
  return createHash("sha256").update(texts.sort().join("\n")).digest("hex");
}
