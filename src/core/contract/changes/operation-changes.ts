import { templateShape } from "../compile-operations.ts";
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
import { answerChanges } from "./answer-changes.ts";
import { type ChangedPart, change, type Found, mediaChanges, type Pair, schemasCompared } from "./pair.ts";
import type { Relation, SchemaChange } from "./schema-changes.ts";

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
