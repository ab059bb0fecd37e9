import type { Change, Relation, SchemaChange } from "#core/check/change.ts";
import {
  documentName,
  jsonSchemaOf,
  mediaTypeOf,
  members,
  nameAmong,
  type OperationCall,
  type OperationNode,
  operationsOf,
  parameterKey,
  parametersOf,
  styleOf,
  templateShape,
} from "#core/contract/operations.ts";
import { fieldOf } from "#core/contract/schema-shape.ts";
import type { Spec } from "#core/contract/spec.ts";
import { own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { lifeChanges, rootServerChanges, type Side, securityChanges } from "./access-changes.ts";
import { boundOfChanges } from "./bound-of-changes.ts";
import { change, presence, SchemaComparison, sideBySide } from "./schema-changes.ts";

interface Pair {
  readonly schemas: SchemaComparison;
  readonly before: Side;
  readonly after: Side;
}

interface Found {
  readonly part: Change["part"];
  readonly holder: PlainValue | undefined;
  readonly changes: readonly SchemaChange[];
}

function schemasCompared(
  { schemas }: Pair,
  was: PlainValue | undefined,
  is: PlainValue | undefined,
  direction: keyof typeof silentIn = "answer",
): readonly SchemaChange[] {
  if (was === undefined || is === undefined)
    return presence("schema", "described", was, is, ["narrower", "wider"]);
  return schemas.changes(was, is).filter(({ keyword }) => keyword !== silentIn[direction]);
}

/** What is read alone is in no request, and what is written alone in no answer: the other side need not know. */
const silentIn = { request: "writeOnly", answer: "readOnly" } as const;

function contentChanges(
  pair: Pair,
  was: PlainValue,
  is: PlainValue,
  direction: keyof typeof silentIn = "answer",
): readonly SchemaChange[] {
  const types = (holder: PlainValue) =>
    new Set(members(own(holder, "content")).map(([name]) => mediaTypeOf(name)));
  const [old, fresh] = [types(was), types(is)];
  const [came, gone] = [[...fresh.difference(old)], [...old.difference(fresh)]];
  const relation: Relation = gone.length === 0 ? "wider" : came.length === 0 ? "narrower" : "other";
  return [
    // If one of them has no body at all, that is reported as a change of the schema.
    ...(old.size === 0 || fresh.size === 0
      ? []
      : change("media type", gone.join(", ") || undefined, came.join(", ") || undefined, relation)),
    ...schemasCompared(pair, jsonSchemaOf(was), jsonSchemaOf(is), direction),
  ];
}

/**
 * Everything that differs for those who serve or call the operations; not what only people read. An operation that is left out
 * of one of the documents is not compared.
 * @throws SpecError where that takes more than it may
 */
export function changesBetween(before: Spec, after: Spec): Change[] {
  const [old, fresh] = [byCall(operationsOf(before)), byCall(operationsOf(after))];
  const unknown = byCall([...before.leftOut, ...after.leftOut]);
  const count = boundOfChanges(after.place(after.root.value, "paths"));
  const schemas = new SchemaComparison(count);
  const placed = (
    operation: string,
    { part, holder, changes }: Found,
    placeOf = (one: PlainValue | undefined) => after.place(one),
  ): Change[] => {
    if (changes.length === 0) return [];
    count("differences of operations", changes.length);
    for (const { member, was = "", is = "" } of changes)
      count("characters of differences", operation.length + member.length + was.length + is.length);
    const place = placeOf(holder);
    return changes.map((change) => ({ ...change, operation, part, place }));
  };
  const ofEach = sideBySide(old, fresh).flatMap(([call, was, is]) => {
    if (unknown.has(call)) return [];
    if (was === undefined) return is ? placed(documentName(is), whole(was, is)) : [];
    if (is === undefined) return placed(documentName(was), whole(was, is), (node) => before.place(node));
    // One of them may have no `operationId`.
    const name = documentName(own(is.node, "operationId") === undefined ? was : is);
    const pair = { schemas, before: { spec: before, source: was }, after: { spec: after, source: is } };
    return foundIn(pair).flatMap((found) => placed(name, found));
  });
  const ofAll: Found = {
    ...{ part: { in: "operation" }, holder: after.root.value },
    changes: rootServerChanges(before, after),
  };
  return [...placed("", ofAll, (root) => after.place(root, "servers")), ...ofEach];
}

/** By method and path, for that is what is called; the names of path parameters mean nothing there. */
function byCall<Called extends OperationCall>(operations: readonly Called[]): ReadonlyMap<string, Called> {
  return new Map(operations.map((one) => [`${one.method} ${templateShape(one.path)}`, one]));
}

function whole(was: OperationNode | undefined, is: OperationNode | undefined): Found {
  const changes = presence("operation", "described", was, is, ["wider", "narrower"]);
  return { part: { in: "operation" }, holder: (is ?? was)?.node, changes };
}

function foundIn(pair: Pair): readonly Found[] {
  const { before, after } = pair;
  const { node } = after.source;
  return [
    { part: { in: "operation" }, holder: node, changes: lifeChanges(before, after) },
    { part: { in: "security" }, holder: node, changes: securityChanges(before, after) },
    ...parameterChanges(pair),
    { part: { in: "body" }, holder: own(node, "requestBody"), changes: bodyChanges(pair) },
    ...answerChanges(pair),
  ];
}

function parameterChanges(pair: Pair): Found[] {
  const { before, after } = pair;
  const key = ({ source }: Side, parameter: PlainObject): string =>
    // A path parameter is identified by its position: its name may change.
    own(parameter, "in") === "path"
      ? `path ${templateShape(source.path.split(`{${String(own(parameter, "name"))}}`)[0] ?? "")}`
      : parameterKey(parameter);
  const keyed = (side: Side) =>
    new Map(parametersOf(side.source).map((parameter) => [key(side, parameter), parameter]));
  return sideBySide(keyed(before), keyed(after)).map(([, was, is]) => {
    const [location, name] = ["in", "name"].map((word) => String(own(is ?? was, word)));
    const part = { in: "parameter", location: location ?? "", name: name ?? "" } as const;
    if (was === undefined || is === undefined) {
      const isNeeded = own(is, "required") === true;
      const relation: Relation = isNeeded ? "narrower" : "wider";
      const [keyword, word] = [is === undefined ? "gone" : "parameter", isNeeded ? "required" : "optional"];
      const changes = presence(keyword, word, was, is, [relation, relation]);
      return { part, holder: is ?? after.source.node, changes };
    }
    const changes = [
      ...requiredChange(was, is),
      ...change("style", styleInWords(was), styleInWords(is), "other"),
      ...schemasCompared(pair, own(was, "schema"), own(is, "schema"), "request"),
    ];
    return { part, holder: is, changes };
  });
}

/** Of a value that is neither array nor object, it is the same exploded or not. */
function styleInWords(parameter: PlainObject): string {
  const { style, explode } = styleOf(parameter);
  const types = fieldOf(own(parameter, "schema")).types ?? [];
  const hasParts = types.includes("array") || types.includes("object");
  return `${style}${explode && hasParts ? " exploded" : ""}`;
}

function bodyChanges(pair: Pair): readonly SchemaChange[] {
  const bodyOf = ({ source }: Side) => own(source.node, "requestBody");
  const [was, is] = [bodyOf(pair.before), bodyOf(pair.after)];
  const needed = (body: PlainValue | undefined): string | undefined =>
    body === undefined ? undefined : own(body, "required") === true ? "required" : "optional";
  if (was === undefined || is === undefined)
    return change("body", needed(was), needed(is), is === undefined ? "other" : "narrower");
  return [...requiredChange(was, is), ...contentChanges(pair, was, is, "request")];
}

function requiredChange(was: PlainValue, is: PlainValue): SchemaChange[] {
  const [wasNeeded, isNeeded] = [was, is].map((one) => own(one, "required") === true);
  return change("required", String(wasNeeded), String(isNeeded), isNeeded ? "narrower" : "wider");
}

function answerChanges(pair: Pair): Found[] {
  const [old, fresh] = [pair.before, pair.after].map(({ source }) => own(source.node, "responses"));
  const keys = new Set([...members(old), ...members(fresh)].map(([name]) => name));
  return [...keys].flatMap((status) => {
    const [was, is] = [old, fresh].map((all) => own(all, nameAmong(all, status) ?? ""));
    const part = { in: "answer", status } as const;
    if (was === undefined || is === undefined) {
      const changes = presence("status", "documented", was, is, ["wider", "narrower"]);
      return [{ part, holder: is ?? fresh, changes }];
    }
    return [
      { part, holder: is, changes: contentChanges(pair, was, is) },
      ...headerChanges(pair, status, was, is),
    ];
  });
}

function headerChanges(pair: Pair, status: string, was: PlainValue, is: PlainValue): Found[] {
  const headers = (response: PlainValue) =>
    new Map(
      members(own(response, "headers")).map(([name, header]) => [name.toLowerCase(), { name, header }]),
    );
  return sideBySide(headers(was), headers(is)).map(([key, a, b]) => {
    const part = { in: "header", status, name: (b ?? a)?.name ?? key } as const;
    const changes =
      a === undefined || b === undefined
        ? presence("member", "described", a, b, ["narrower", "wider"])
        : [
            ...requiredChange(a.header, b.header),
            ...schemasCompared(pair, own(a.header, "schema"), own(b.header, "schema")),
          ];
    return { part, holder: b?.header ?? is, changes };
  });
}
