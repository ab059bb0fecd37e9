import { members, type OperationNode } from "../operations.ts";
import { mediaTypeOf } from "../responses.ts";
import type { Spec } from "../spec.ts";
import type { SpecValue } from "../spec-file.ts";
import { type Relation, type SchemaChange, schemaChanges } from "./schema-changes.ts";

/** Where in an operation something changed. */
export type ChangedPart =
  | { readonly in: "operation" }
  | { readonly in: "security" }
  | { readonly in: "parameter"; readonly location: string; readonly name: string }
  | { readonly in: "body" }
  | { readonly in: "answer"; readonly status: string }
  | { readonly in: "header"; readonly status: string; readonly name: string };

/** One operation in both revisions. */
export interface Pair {
  readonly name: string;
  readonly before: { readonly spec: Spec; readonly source: OperationNode };
  readonly after: { readonly spec: Spec; readonly source: OperationNode };
}

/** What changed at one part of an operation. */
export interface Found {
  readonly part: ChangedPart;
  readonly holder: SpecValue | undefined;
  readonly changes: readonly SchemaChange[];
}

export function change(
  keyword: string,
  was: string | undefined,
  is: string | undefined,
  relation: Relation,
): SchemaChange[] {
  return was === is ? [] : [{ member: "", keyword, was, is, relation }];
}

export function schemasCompared(
  before: Pair["before"],
  after: Pair["after"],
  was: SpecValue | undefined,
  is: SpecValue | undefined,
): SchemaChange[] {
  if (was === undefined || is === undefined) {
    const shown = (schema: SpecValue | undefined) => (schema === undefined ? undefined : "described");
    return change("schema", shown(was), shown(is), is === undefined ? "wider" : "narrower");
  }
  return schemaChanges({ spec: before.spec, schemas: [was] }, { spec: after.spec, schemas: [is] });
}

export function mediaChanges(
  before: Spec,
  after: Spec,
  was: SpecValue | undefined,
  is: SpecValue | undefined,
): SchemaChange[] {
  const types = (spec: Spec, holder: SpecValue | undefined): readonly string[] =>
    members(spec.get(holder, "content")).map(([name]) => mediaTypeOf(name));
  const [old, fresh] = [types(before, was), types(after, is)];
  const [came, gone] = [
    fresh.filter((name) => !old.includes(name)),
    old.filter((name) => !fresh.includes(name)),
  ];
  // If one of them has no body at all, that is reported as a change of the schema.
  if (old.length === 0 || fresh.length === 0) return [];
  const relation: Relation = gone.length === 0 ? "wider" : came.length === 0 ? "narrower" : "other";
  return change("media type", gone.join(", ") || undefined, came.join(", ") || undefined, relation);
}
