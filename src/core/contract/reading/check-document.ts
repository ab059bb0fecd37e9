import { isPlainText } from "#core/json/escape.ts";
import { isPlainObject, memberAt, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import {
  elements,
  members,
  type OperationNode,
  operationsOf,
  parameterKey,
  parametersOf,
  templateShape,
} from "../operations.ts";
import type { Report, Spec } from "../spec.ts";
import { isCalendarDay } from "../validation/days.ts";
import { checkOpenApi } from "./check-openapi.ts";
import { checkSchemas } from "./check-schemas.ts";
import { besideOthers, SpecError } from "./spec-error.ts";

/**
 * Takes out of a document what is wrong with it: an operation that leads to a wrong part is left out, with a warning; what no
 * operation leads to costs a warning alone.
 * @throws SpecError where nothing is left, or more is wrong than is looked at
 */
export async function checkDocument(spec: Spec): Promise<void> {
  const faults = new Faults(spec);
  for (const [reference, error] of spec.dangling) faults.add(reference, error);
  await checkOpenApi(spec, faults.report);
  checkOperations(spec, faults.report);
  checkSchemas(spec, faults.report);
  faults.settle();
}

/** The most places that are found wrong: each takes time to describe, and the first say enough. */
const mostErrors = 5000;

class Faults {
  readonly #spec: Spec;
  /** By place: each is said once. */
  readonly #errors = new Map<string, SpecError>();
  readonly #holders = new Map<object, SpecError>();

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  readonly report: Report = (problem, at, advice, costs = at[0]) => {
    this.add(costs, new SpecError(problem, this.#spec.place(...at), advice));
  };

  add(holder: PlainValue | undefined, error: SpecError): void {
    const place = `${error.place.file} ${error.place.pointer ?? ""}`;
    if (!this.#errors.has(place)) this.#errors.set(place, error);
    if (this.#errors.size > mostErrors) {
      const [first = error, ...others] = this.#errors.values();
      throw besideOthers(first, others);
    }
    if (typeof holder === "object" && holder !== null && !this.#holders.has(holder))
      this.#holders.set(holder, this.#errors.get(place) ?? error);
  }

  settle(): void {
    const errors = [...this.#errors.values()];
    const [first] = errors;
    if (first === undefined) return;
    const spec = this.#spec;
    const wrong = this.#wrongParts();
    const operations = operationsOf(spec);
    const told = new Set<SpecError>();
    for (const operation of operations) {
      const error = this.#errorOf(operation, wrong);
      if (error === undefined) continue;
      told.add(error);
      spec.leftOut.push({ ...operation, error });
      Reflect.deleteProperty(operation.pathItem, operation.method);
    }
    spec.faults.push(...errors);
    const [top = first] = told;
    const isCalled = !elements(own(spec.root.value, "security")).some((one) => wrong.has(Object(one)));
    if (!isCalled || spec.leftOut.length === operations.length) throw besideOthers(top, errors);
  }

  /** What leads to a wrong part, itself included: each part is visited once. */
  #wrongParts(): ReadonlyMap<object, SpecError> {
    const held = [...this.#spec.parts].flatMap((holder) => {
      const parts = Object.values(holder).filter((part) => typeof part === "object" && part !== null);
      return parts.map((part) => ({ part, holder }));
    });
    const holdersOf = Map.groupBy(held, ({ part }) => part);
    const wrong = new Map(this.#holders);
    // A map goes on to what is added while it is walked.
    for (const [part, error] of wrong)
      for (const { holder } of holdersOf.get(part) ?? []) if (!wrong.has(holder)) wrong.set(holder, error);
    return wrong;
  }

  /** What is wrong with an operation or its parameters, or with the item of its path itself. */
  #errorOf({ node, pathItem }: OperationNode, wrong: ReadonlyMap<object, SpecError>): SpecError | undefined {
    return wrong.get(node) ?? wrong.get(Object(own(pathItem, "parameters"))) ?? this.#holders.get(pathItem);
  }
}

/**
 * What OpenAPI demands and its schema cannot say: ids and parameters that differ, paths and their parameters that agree,
 * security schemes that exist.
 * @throws SpecError for more operations or parameters than can be planned
 */
function checkOperations(spec: Spec, report: Report): void {
  checkPaths(spec, report);
  const ids = new Set<PlainValue>();
  const operations = operationsOf(spec);
  if (operations.length === 0) {
    report("it describes no operation", [spec.root.value, "paths"], "Describe one at least under paths.");
  }
  if (operations.length > mostOperations)
    throw tooMany(spec, `${mostOperations} operations`, "Leave out those that are not checked.");
  let parameters = 0;
  for (const operation of operations) {
    const { node } = operation;
    const id = own(node, "operationId");
    if (id !== undefined && ids.has(id)) {
      const problem = `the operationId ${String(id)} occurs twice`;
      report(problem, [node, "operationId"], "Give each operation an id of its own.");
    }
    ids.add(id ?? null);
    // Reports name an operation by these.
    if (!isPlainText(`${String(id)}${operation.path}`)) {
      report(`its operationId or its path ${unseen}`, [node], "Leave them out.");
    }
    const described = parametersOf(operation).length;
    parameters += described;
    if (parameters > mostInAll)
      throw tooMany(spec, `${mostInAll} parameters in all`, "Leave out operations that are not checked.");
    if (described > mostParameters) {
      report(`more than ${mostParameters} parameters`, [node, "parameters"], "Leave some of them out.", node);
      continue;
    }
    checkDuplicates(operation.pathItem, report);
    checkDuplicates(node, report);
    checkPathParameters(operation, report);
    checkSecurity(spec, node, report);
    checkMarkers(node, report);
  }
  checkSecurity(spec, spec.root.value, report);
}

// What is planned and compared grows with these. The largest document of reports/documents.md has 706 operations.

const mostOperations = 1500;
/** The most parameters of one operation, and of all together: each is a few cases, which are planned together. */
const mostParameters = 1000;
const mostInAll = 10_000;

const unseen = "holds control, invisible or bidirectional characters";

function tooMany(spec: Spec, what: string, advice: string): SpecError {
  return new SpecError(`more than ${what}`, spec.place(spec.root.value, "paths"), advice);
}

function checkPaths(spec: Spec, report: Report): void {
  const shapes = new Map<string, string>();
  const paths = own(spec.root.value, "paths");
  for (const [path, item] of members(paths)) {
    const same = shapes.get(templateShape(path));
    if (same !== undefined) {
      const problem = `the paths ${same} and ${path} are the same but for the parameter's name`;
      report(problem, [paths, path], "Join them.", item);
    }
    shapes.set(templateShape(path), path);
  }
}

function checkDuplicates(holder: PlainObject, report: Report): void {
  const keys = new Set<string>();
  const parameters = own(holder, "parameters");
  for (const [index, parameter] of elements(parameters).entries()) {
    if (!isPlainObject(parameter)) continue;
    const [name, where] = [String(own(parameter, "name")), String(own(parameter, "in"))];
    if (!isPlainText(name)) report(`a parameter's name ${unseen}`, [parameters, index], "Leave them out.");
    const key = parameterKey(parameter);
    const problem = `the parameter ${name} (in: ${where}) occurs twice`;
    if (keys.has(key)) report(problem, [parameters, index], "Leave one of them out.");
    keys.add(key);
  }
}

function checkPathParameters(operation: OperationNode, report: Report): void {
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const described = parametersOf(operation).filter((parameter) => own(parameter, "in") === "path");
  const names = described.map((parameter) => String(own(parameter, "name")));
  const missing = inPath.find((name) => !names.includes(name));
  if (missing !== undefined) {
    const problem = `the path parameter ${missing} is not described`;
    report(problem, [operation.node], `Add a parameter ${missing} with "in: path".`);
  }
  const extra = described.find((parameter) => !inPath.includes(String(own(parameter, "name"))));
  if (extra !== undefined) {
    const problem = `the path ${operation.path} has no parameter ${String(own(extra, "name"))}`;
    // Others may have the same parameter.
    report(problem, [extra, "name"], "Correct the name, or leave the parameter out.", operation.node);
  }
}

function checkSecurity(spec: Spec, holder: PlainValue, report: Report): void {
  const schemes = memberAt(spec.root.value, "components", "securitySchemes");
  for (const requirement of elements(own(holder, "security"))) {
    const unknown = members(requirement).find(([name]) => own(schemes, name) === undefined);
    if (unknown === undefined) continue;
    const problem = `the security scheme ${unknown[0]} is not described`;
    report(problem, [requirement, unknown[0]], "Describe it in components/securitySchemes.");
  }
}

function checkMarkers(node: PlainObject, report: Report): void {
  const [stability, sunset] = [own(node, "x-stability"), own(node, "x-sunset")];
  if (stability !== undefined && stability !== "experimental" && stability !== "beta") {
    const problem = `x-stability is ${JSON.stringify(String(stability))}`;
    report(problem, [node, "x-stability"], "Write experimental or beta, or leave it out.");
  }
  if (sunset === undefined || (typeof sunset === "string" && isCalendarDay(sunset))) return;
  const problem = `x-sunset is not a day: ${JSON.stringify(String(sunset))}`;
  report(problem, [node, "x-sunset"], "Write it as YYYY-MM-DD.");
}
