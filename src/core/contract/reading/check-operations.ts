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
import { parseCalendarDay } from "../validation/days.ts";
import { SpecError } from "./spec-error.ts";

/**
 * What OpenAPI demands and its schema cannot say: ids and parameters that differ, paths and their parameters that agree,
 * security schemes that exist.
 * @throws SpecError for more operations or parameters than can be planned
 */
export function checkOperations(spec: Spec, report: Report): void {
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
    if (keys.has(key))
      report(
        `the parameter ${name} (in: ${where}) occurs twice`,
        [parameters, index],
        "Leave one of them out.",
      );
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
    report(
      problem,
      [extra, "name"],
      "Correct the name, or leave the parameter out.",
      // Others may have the same parameter.
      operation.node,
    );
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
  if (sunset === undefined || (typeof sunset === "string" && parseCalendarDay(sunset) !== undefined)) return;
  const problem = `x-sunset is not a day: ${JSON.stringify(String(sunset))}`;
  report(problem, [node, "x-sunset"], "Write it as YYYY-MM-DD.");
}
