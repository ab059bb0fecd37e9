import { percentDecoded } from "#core/json/escape.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import type { Operation } from "../contract.ts";
import type { ClassifiableRequest } from "./classification.ts";

export interface Match {
  readonly operation: Operation;
  /** Values of the path's parameters, decoded. */
  readonly segments: ReadonlyMap<string, string>;
}

/** Finds the operation that a request addresses, by its method and path. */
export function matcherOf(
  operations: readonly Operation[],
): (request: ClassifiableRequest) => Match | undefined {
  // A path without parameters goes before one that its text would also match (OpenAPI 3.1, Paths Object).
  const inOrder = operations.toSorted((a, b) => braces(a.path) - braces(b.path));
  const alike = Map.groupBy(inOrder, likeness);
  // A request of an exchange is asked about by every check.
  return derivedFrom((request) => firstMatch(alike.get(likeness(request)) ?? [], request));
}

/** The method, and how many segments the path has. */
function likeness({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.split("/").length}`;
}

function firstMatch(operations: readonly Operation[], { path }: ClassifiableRequest): Match | undefined {
  const given = path.split("/").map(percentDecoded);
  for (const operation of operations) {
    const segments = new Map<string, string>();
    const wanted = operation.path.split("/");
    if (wanted.every((part, index) => matchSegment(part, given[index] ?? "", segments)))
      return { operation, segments };
  }
  return undefined;
}

/** A segment may hold text beside its parameters, as in `/{name}.json`. */
function matchSegment(template: string, text: string, segments: Map<string, string>): boolean {
  const name = /^\{([^{}]*)\}$/.exec(template)?.[1];
  if (name !== undefined) {
    segments.set(name, text);
    return text !== "";
  }
  if (!template.includes("{")) return text === template;
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, each = ""]) => each);
  // Each parameter as short as it may be: a pattern that tries all lengths takes time exponential in their number.
  const [first = "", ...others] = template.split(/\{[^{}]*\}/);
  const last = others.length - 1;
  if (!text.startsWith(first) || !text.endsWith(others[last] ?? "")) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const end = index === last ? text.length - part.length : text.indexOf(part, at + 1);
    if (end <= at) return false;
    segments.set(names[index] ?? "", text.slice(at, end));
    at = end + part.length;
  }
  return true;
}

function braces(path: string): number {
  return path.split("{").length;
}
