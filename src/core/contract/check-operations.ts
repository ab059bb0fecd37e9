import { isPlainText } from "../json/escape.ts";
import {
  elements,
  members,
  type OperationNode,
  operationsOf,
  parameterKey,
  parametersOf,
  templateShape,
} from "./operations.ts";
import type { Spec } from "./spec.ts";
import type { Report } from "./spec-error.ts";
import { isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/**
 * What OpenAPI demands and its schema cannot say: ids and parameters that differ, paths and their parameters that agree,
 * security schemes that exist.
 */
export function checkOperations(spec: Spec, report: Report): void {
  checkPaths(spec, report);
  const ids = new Set<SpecValue>();
  const operations = operationsOf(spec);
  if (operations.length === 0) {
    const place = spec.place(spec.root.value, "paths");
    report("it describes no operation", place, "Describe one at least under paths.");
  }
  for (const operation of operations) {
    const { node } = operation;
    const id = own(node, "operationId");
    if (id !== undefined && ids.has(id)) {
      const problem = `the operationId ${String(id)} occurs twice`;
      report(problem, spec.place(node, "operationId"), "Give each operation an id of its own.");
    }
    ids.add(id ?? null);
    // Reports name an operation by these.
    if (!isPlainText(`${String(id)}${operation.path}`)) {
      report(`its operationId or its path ${unseen}`, spec.place(node), "Leave them out.");
    }
    checkDuplicates(spec, operation.pathItem, report);
    checkDuplicates(spec, node, report);
    checkPathParameters(spec, operation, report);
    checkSecurity(spec, node, report);
    checkMarkers(spec, node, report);
  }
  checkSecurity(spec, spec.root.value, report);
}

const unseen = "holds control, invisible or bidirectional characters";

function checkPaths(spec: Spec, report: Report): void {
  const shapes = new Map<string, string>();
  const paths = spec.get(spec.root.value, "paths");
  for (const [path] of members(paths)) {
    const same = shapes.get(templateShape(path));
    if (same !== undefined) {
      const problem = `the paths ${same} and ${path} are the same but for the parameter's name`;
      report(problem, spec.place(paths, path), "Join them.");
    }
    shapes.set(templateShape(path), path);
  }
}

function checkDuplicates(spec: Spec, holder: SpecObject, report: Report): void {
  const keys = new Set<string>();
  for (const [index, parameter] of elements(own(holder, "parameters")).entries()) {
    const object = spec.deref(parameter);
    if (!isSpecObject(object)) continue;
    if (!isPlainText(String(own(object, "name")))) {
      const place = spec.place(own(holder, "parameters"), index);
      report(`a parameter's name ${unseen}`, place, "Leave them out.");
    }
    const key = parameterKey(object);
    if (keys.has(key)) {
      const problem = `the parameter ${String(own(object, "name"))} (in: ${String(own(object, "in"))}) occurs twice`;
      report(problem, spec.place(own(holder, "parameters"), index), "Leave one of them out.");
    }
    keys.add(key);
  }
}

function checkPathParameters(spec: Spec, operation: OperationNode, report: Report): void {
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const described = parametersOf(spec, operation).filter((parameter) => own(parameter, "in") === "path");
  const names = described.map((parameter) => String(own(parameter, "name")));
  const missing = inPath.find((name) => !names.includes(name));
  if (missing !== undefined) {
    const problem = `the path parameter ${missing} is not described`;
    report(problem, spec.place(operation.node), `Add a parameter ${missing} with "in: path".`);
  }
  const extra = described.find((parameter) => !inPath.includes(String(own(parameter, "name"))));
  if (extra !== undefined) {
    const problem = `the path ${operation.path} has no parameter ${String(own(extra, "name"))}`;
    report(problem, spec.place(extra, "name"), "Correct the name, or leave the parameter out.");
  }
}

function checkSecurity(spec: Spec, holder: SpecValue, report: Report): void {
  const schemes = spec.get(spec.root.value, "components", "securitySchemes");
  for (const requirement of elements(own(holder, "security"))) {
    const unknown = members(requirement).find(([name]) => own(schemes, name) === undefined);
    if (unknown === undefined) continue;
    const problem = `the security scheme ${unknown[0]} is not described`;
    report(problem, spec.place(requirement, unknown[0]), "Describe it in components/securitySchemes.");
  }
}

function checkMarkers(spec: Spec, node: SpecObject, report: Report): void {
  const stability = own(node, "x-stability");
  if (stability === undefined || stability === "experimental" || stability === "beta") return;
  const problem = `x-stability is ${JSON.stringify(String(stability))}`;
  report(problem, spec.place(node, "x-stability"), "Write experimental or beta, or leave it out.");
}
