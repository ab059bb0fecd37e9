import { judgeBody } from "./classify-body.ts";
import { judgeParameter } from "./classify-parameter.ts";
import type {
  ClassifiableRequest,
  Classification,
  Operation,
  OperationId,
  RequestProblem,
} from "./contract.ts";

/** What is found of one part of a request. */
export interface Findings {
  readonly problems: RequestProblem[];
  readonly open: RequestProblem[];
}

/** See `Contract.classify`. */
export function classify(
  operations: ReadonlyMap<OperationId, Operation>,
  request: ClassifiableRequest,
): Classification {
  const match = matchOperation(operations, request);
  if (match === undefined) return { operation: undefined, problems: [], open: [], allowed: false };
  const { operation } = match;
  const findings: Findings = { problems: [], open: [] };
  for (const parameter of operation.parameters) {
    const values =
      parameter.in === "path"
        ? [match.segments.get(parameter.name) ?? ""]
        : (request.query ?? []).filter(([name]) => name === parameter.name).map(([, value]) => value);
    judgeParameter(parameter, values, findings);
  }
  for (const [name, value] of request.query ?? []) {
    if (operation.parameters.some((parameter) => parameter.in === "query" && parameter.name === name))
      continue;
    findings.problems.push({
      part: "query",
      at: name,
      expected: "a parameter that the operation has",
      seen: `${name}=${value}`.slice(0, 80),
    });
  }
  judgeBody(operation, request.body, findings);
  const allowed = findings.problems.length === 0 && findings.open.length === 0;
  return { operation: operation.id, problems: findings.problems, open: findings.open, allowed };
}

interface Match {
  readonly operation: Operation;
  /** Values of the path's parameters, decoded. */
  readonly segments: ReadonlyMap<string, string>;
}

function matchOperation(
  operations: ReadonlyMap<OperationId, Operation>,
  { method, path }: ClassifiableRequest,
): Match | undefined {
  // A path without parameters goes before one that its text would also match (OpenAPI 3.1, Paths Object).
  const byParameters = [...operations.values()].toSorted((a, b) => braces(a.path) - braces(b.path));
  for (const operation of byParameters) {
    const segments = matchPath(operation.path, path);
    if (operation.method === method && segments !== undefined) return { operation, segments };
  }
  return undefined;
}

function matchPath(template: string, path: string): Map<string, string> | undefined {
  const wanted = template.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const segments = new Map<string, string>();
  for (const [index, part] of wanted.entries()) {
    const text = decoded(given[index] ?? "");
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    if (name === undefined ? text !== part : text === "") return undefined;
    if (name !== undefined) segments.set(name, text);
  }
  return segments;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function braces(path: string): number {
  return path.split("{").length;
}
