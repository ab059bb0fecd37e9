import { templateShape } from "../compile-operations.ts";
import { mediaTypeOf, nameAmong } from "../operation-parts.ts";
import {
  documentName,
  elements,
  jsonSchemaOf,
  members,
  type OperationNode,
  operationsOf,
  parameterKey,
  parametersOf,
} from "../operations.ts";
import type { Spec } from "../spec.ts";
import type { SpecPlace } from "../spec-error.ts";
import { own, type SpecObject, type SpecValue } from "../spec-file.ts";
import { type Relation, type SchemaChange, schemaChanges } from "./schema-changes.ts";

/** Where in an operation something changed. */
type ChangedPart =
  | { readonly in: "operation" }
  | { readonly in: "security" }
  | { readonly in: "parameter"; readonly location: string; readonly name: string }
  | { readonly in: "body" }
  | { readonly in: "answer"; readonly status: string }
  | { readonly in: "header"; readonly status: string; readonly name: string };

/** One operation in both revisions. */
interface Pair {
  readonly name: string;
  readonly before: { readonly spec: Spec; readonly source: OperationNode };
  readonly after: { readonly spec: Spec; readonly source: OperationNode };
}

/** What changed at one part of an operation. */
interface Found {
  readonly part: ChangedPart;
  readonly holder: SpecValue | undefined;
  readonly changes: readonly SchemaChange[];
}

function change(
  keyword: string,
  was: string | undefined,
  is: string | undefined,
  relation: Relation,
): SchemaChange[] {
  return was === is ? [] : [{ member: "", keyword, was, is, relation }];
}

function schemasCompared(
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

function mediaChanges(
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

/** One difference between two revisions of an OpenAPI document. */
export interface Change extends SchemaChange {
  /** `operationId`, else `GET:/path`. */
  readonly operation: string;
  readonly part: ChangedPart;
  /** In the newer revision; in the older one where it is gone. */
  readonly place: SpecPlace;
}

/** Everything that differs for those who serve or call the operations; not what only people read. */
export function changesBetween(before: Spec, after: Spec): Change[] {
  const [old, fresh] = [operationsOf(before), operationsOf(after)];
  const found: Change[] = [];
  const matched = new Set<OperationNode>();
  for (const source of old) {
    const same = fresh.find((other) => isSame(source, other));
    if (same === undefined) {
      found.push(whole(documentName(source), before, source.node, "described", undefined));
      continue;
    }
    matched.add(same);
    // One of them may have no `operationId`.
    const name = own(same.node, "operationId") === undefined ? documentName(source) : documentName(same);
    found.push(
      ...pairChanges({ name, before: { spec: before, source }, after: { spec: after, source: same } }),
    );
  }
  for (const source of fresh.filter((operation) => !matched.has(operation)))
    found.push(whole(documentName(source), after, source.node, undefined, "described"));
  return found;
}

/** By method and path, for that is what is called; the names of path parameters mean nothing there. */
function isSame(a: OperationNode, b: OperationNode): boolean {
  return a.method === b.method && templateShape(a.path) === templateShape(b.path);
}

function whole(
  operation: string,
  spec: Spec,
  node: SpecObject,
  was: string | undefined,
  is: string | undefined,
): Change {
  const relation: Relation = is === undefined ? "narrower" : "wider";
  return {
    operation,
    part: { in: "operation" },
    member: "",
    keyword: "operation",
    was,
    is,
    relation,
    place: spec.place(node),
  };
}

function pairChanges(pair: Pair): Change[] {
  const { name, before, after } = pair;
  const at = (part: ChangedPart, holder: SpecValue | undefined, changes: readonly SchemaChange[]): Change[] =>
    changes.map((change) => ({ ...change, operation: name, part, place: after.spec.place(holder) }));
  return [
    ...at({ in: "operation" }, after.source.node, lifeChanges(before.source.node, after.source.node)),
    ...at({ in: "security" }, after.source.node, securityChanges(pair)),
    ...parameterChanges(pair).flatMap(({ part, holder, changes }) => at(part, holder, changes)),
    ...at({ in: "body" }, own(after.source.node, "requestBody"), bodyChanges(pair)),
    ...answerChanges(pair).flatMap(({ part, holder, changes }) => at(part, holder, changes)),
  ];
}

/** Deprecation, and the day of removal: a later day allows more calls. */
function lifeChanges(before: SpecObject, after: SpecObject): SchemaChange[] {
  const text = (node: SpecObject, name: string): string | undefined => {
    const value = own(node, name);
    return value === undefined || value === false ? undefined : String(value);
  };
  const [was, is] = [text(before, "x-sunset"), text(after, "x-sunset")];
  // Dates of this form sort as texts.
  const isLater = is === undefined || (was !== undefined && is > was);
  return [
    ...change("deprecated", text(before, "deprecated"), text(after, "deprecated"), "other"),
    ...change("x-sunset", was, is, isLater ? "wider" : "narrower"),
  ];
}

function securityChanges({ before, after }: Pair): SchemaChange[] {
  const [was, is] = [credentials(before), credentials(after)];
  return change("security", was, is, is === "none" ? "wider" : was === "none" ? "narrower" : "other");
}

/** The ways to call an operation, each as the kinds of its schemes: `http bearer`, `none`. */
function credentials({ spec, source }: Pair["before"]): string {
  const required = elements(own(source.node, "security") ?? own(spec.root.value, "security"));
  const kind = (name: string): string => {
    const scheme = spec.get(spec.root.value, "components", "securitySchemes", name);
    return ["type", "scheme", "in", "name"].flatMap((key) => own(scheme, key) ?? []).join(" ");
  };
  const ways = required.map((way) => members(way).map(([name]) => kind(name)));
  if (ways.length === 0 || ways.some((way) => way.length === 0)) return "none";
  return ways.map((way) => way.toSorted().join(" and ")).join(", or ");
}

function parameterChanges({ before, after }: Pair): Found[] {
  const key = ({ source }: Pair["before"], parameter: SpecObject): string =>
    // A path parameter is identified by its position: its name may change.
    own(parameter, "in") === "path"
      ? `path ${templateShape(source.path.split(`{${String(own(parameter, "name"))}}`)[0] ?? "")}`
      : parameterKey(parameter);
  const keyed = (side: Pair["before"]) =>
    new Map(parametersOf(side.spec, side.source).map((parameter) => [key(side, parameter), parameter]));
  const [old, fresh] = [keyed(before), keyed(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((each) => {
    const [was, is] = [old.get(each), fresh.get(each)];
    const known = is ?? was;
    if (known === undefined) return [];
    const part = {
      in: "parameter",
      location: String(own(known, "in")),
      name: String(own(known, "name")),
    } as const;
    if (was === undefined || is === undefined) {
      const isRequired = is !== undefined && own(is, "required") === true;
      const shown = (parameter: SpecObject | undefined) =>
        parameter === undefined ? undefined : isRequired ? "required" : "optional";
      const relation: Relation = isRequired ? "narrower" : "wider";
      return [
        {
          part,
          holder: is ?? after.source.node,
          changes: change(is === undefined ? "gone" : "parameter", shown(was), shown(is), relation),
        },
      ];
    }
    const [wasNeeded, isNeeded] = [own(was, "required") === true, own(is, "required") === true];
    const changes = [
      ...change("required", String(wasNeeded), String(isNeeded), isNeeded ? "narrower" : "wider"),
      ...schemasCompared(before, after, own(was, "schema"), own(is, "schema")),
    ];
    return [{ part, holder: is, changes }];
  });
}

function bodyChanges({ before, after }: Pair): SchemaChange[] {
  const bodyOf = ({ spec, source }: Pair["before"]) => spec.get(source.node, "requestBody");
  const [was, is] = [bodyOf(before), bodyOf(after)];
  const needed = (body: SpecValue | undefined): string | undefined =>
    body === undefined ? undefined : own(body, "required") === true ? "required" : "optional";
  if (was === undefined || is === undefined)
    return change("body", needed(was), needed(is), is === undefined ? "other" : "narrower");
  return [
    ...change("required", needed(was), needed(is), needed(is) === "required" ? "narrower" : "wider"),
    ...mediaChanges(before.spec, after.spec, was, is),
    ...schemasCompared(before, after, jsonSchemaOf(before.spec, was), jsonSchemaOf(after.spec, is)),
  ];
}

/** What changed in the statuses of an operation, their bodies and headers. */
function answerChanges({ before, after }: Pair): Found[] {
  const [old, fresh] = [
    before.spec.get(before.source.node, "responses"),
    after.spec.get(after.source.node, "responses"),
  ];
  const keys = new Set([...members(old), ...members(fresh)].map(([name]) => name));
  return [...keys].flatMap((status) => {
    const underKey = (spec: Spec, responses: SpecValue | undefined): SpecValue | undefined => {
      const name = nameAmong(responses, status);
      return name === undefined ? undefined : spec.get(responses, name);
    };
    const [was, is] = [underKey(before.spec, old), underKey(after.spec, fresh)];
    const part = { in: "answer", status } as const;
    if (was === undefined || is === undefined) {
      const relation: Relation = is === undefined ? "narrower" : "wider";
      const shown = (response: SpecValue | undefined) => (response === undefined ? undefined : "documented");
      return [{ part, holder: is ?? fresh, changes: change("status", shown(was), shown(is), relation) }];
    }
    const schemas = [jsonSchemaOf(before.spec, was), jsonSchemaOf(after.spec, is)] as const;
    return [
      {
        part,
        holder: is,
        changes: [
          ...mediaChanges(before.spec, after.spec, was, is),
          ...schemasCompared(before, after, ...schemas),
        ],
      },
      ...headerChanges(before, after, { status, was, is }),
    ];
  });
}

function headerChanges(
  before: Pair["before"],
  after: Pair["after"],
  { status, was, is }: { readonly status: string; readonly was: SpecValue; readonly is: SpecValue },
): Found[] {
  const headers = (spec: Spec, response: SpecValue) =>
    new Map(
      members(spec.get(response, "headers")).map(([name, header]) => [name.toLowerCase(), { name, header }]),
    );
  const [old, fresh] = [headers(before.spec, was), headers(after.spec, is)];
  return [...new Set([...old.keys(), ...fresh.keys()])].map((key) => {
    const [a, b] = [old.get(key), fresh.get(key)];
    const part = { in: "header", status, name: (b ?? a)?.name ?? key } as const;
    if (a === undefined || b === undefined) {
      const relation: Relation = a === undefined ? "narrower" : "wider";
      const shown = (header: unknown) => (header === undefined ? undefined : "described");
      return { part, holder: b?.header ?? is, changes: change("member", shown(a), shown(b), relation) };
    }
    const schemaOf = (spec: Spec, header: SpecValue) => own(spec.deref(header), "schema");
    const changes = schemasCompared(
      before,
      after,
      schemaOf(before.spec, a.header),
      schemaOf(after.spec, b.header),
    );
    return { part, holder: b.header, changes };
  });
}
