import type { Relation, SchemaChange } from "#core/check/change.ts";
import { elements, members, type OperationNode } from "#core/contract/operations.ts";
import type { Spec } from "#core/contract/spec.ts";
import { memberAt, own, type PlainValue } from "#core/json/plain.ts";
import { change, wholeChange } from "./schema-changes.ts";
import { wholeOf } from "./wholes.ts";

export interface Side {
  readonly spec: Spec;
  readonly source: OperationNode;
}

/** Deprecation, the day of removal (a later day allows more calls), how stable it is, its own servers, what it calls back. */
export function lifeChanges(before: Side, after: Side): SchemaChange[] {
  const [was, is] = [lifeOf(before), lifeOf(after)];
  // Dates of this form sort as texts.
  const isLater = is.sunset === undefined || (was.sunset !== undefined && is.sunset > was.sunset);
  return [
    ...change("deprecated", was.deprecated, is.deprecated, "other"),
    ...change("x-sunset", was.sunset, is.sunset, isLater ? "wider" : "narrower"),
    ...change("x-stability", was.stability, is.stability, "other"),
    ...change("servers", was.servers, is.servers, "other"),
    ...wholeChange("callbacks", was.callbacks, is.callbacks),
  ];
}

function lifeOf({ source: { node, pathItem } }: Side) {
  const text = (name: string) => {
    const value = own(node, name);
    return value === undefined || value === false ? undefined : String(value);
  };
  const callbacks = own(node, "callbacks");
  return {
    deprecated: text("deprecated"),
    sunset: text("x-sunset"),
    stability: text("x-stability"),
    servers: serverPaths(own(node, "servers") ?? own(pathItem, "servers")),
    callbacks: callbacks === undefined ? undefined : wholeOf(callbacks),
  };
}

/** Those that are below no server of their own. */
export function rootServerChanges(before: Spec, after: Spec): SchemaChange[] {
  // Without any, it is the root (OpenAPI Object).
  const [was, is] = [before, after].map(({ root }) => serverPaths(own(root.value, "servers")) ?? "/");
  return change("servers", was, is, "other");
}

/** The paths of its servers; whatever their hosts are, requests go below them. */
function serverPaths(servers: PlainValue | undefined): string | undefined {
  const urls = elements(servers).map((server) => String(own(server, "url")));
  const paths = urls.map(
    (url) => url.replace(/^(?:[a-z]+|\{[^}]*\}):\/\/[^/]*/i, "").replace(/\/$/, "") || "/",
  );
  return paths.length === 0 ? undefined : [...new Set(paths)].toSorted().join(", ");
}

/** `other`: what opened it opens it no more. */
export function securityChanges(before: Side, after: Side): SchemaChange[] {
  const [old, fresh] = [credentials(before), credentials(after)];
  const [was, is] = [new Set(old.keys()), new Set(fresh.keys())];
  const [came, gone] = [listed(is.difference(was)), listed(was.difference(is))];
  const relation: Relation = is.size === 0 ? "wider" : was.size === 0 ? "narrower" : "other";
  if (was.isDisjointFrom(is))
    return change("security", listed(was) ?? "none", listed(is) ?? "none", relation);
  return [
    ...change("security", undefined, came, "wider"),
    ...change("security", gone, undefined, "narrower"),
    ...[...was.intersection(is)].flatMap((way) => scopeChanges(old.get(way), fresh.get(way))),
  ];
}

function listed(ways: ReadonlySet<string>): string | undefined {
  return ways.size === 0 ? undefined : [...ways].toSorted().join(", or ");
}

/** Each that a token must have beside those that it had to have. */
function scopeChanges(was: Scopes = new Set(), is: Scopes = new Set()): SchemaChange[] {
  return [
    ...change("scope", undefined, listed(is.difference(was)), "narrower"),
    ...change("scope", listed(was.difference(is)), undefined, "wider"),
  ];
}

type Scopes = ReadonlySet<string>;

/** The ways to call an operation, each as the kinds of its schemes (`http bearer`); none where it takes no credential. */
function credentials({ spec, source }: Side): ReadonlyMap<string, Scopes> {
  const required = elements(own(source.node, "security") ?? own(spec.root.value, "security"));
  const kind = (name: string): string => {
    const scheme = memberAt(spec.root.value, "components", "securitySchemes", name);
    const [type, ...others] = ["type", "scheme", "in", "name"].flatMap((key) => own(scheme, key) ?? []);
    // The name of a scheme has no case (RFC 9110, 11.1).
    return [type, ...others.map((word) => (type === "http" ? String(word).toLowerCase() : word))].join(" ");
  };
  const ways = required.map(members);
  if (ways.some((way) => way.length === 0)) return new Map();
  return new Map(
    ways.map((way) => [
      way
        .map(([name]) => kind(name))
        .toSorted()
        .join(" and "),
      new Set(way.flatMap(([, scopes]) => elements(scopes)).map(String)),
    ]),
  );
}
