import type { Relation, SchemaChange } from "#core/check/change.ts";
import { elements, type OperationNode } from "#core/contract/operations.ts";
import type { Spec } from "#core/contract/spec.ts";
import { own, type PlainValue } from "#core/json/plain.ts";
import { change, wholeChange } from "./schema-changes.ts";
import { wholeOf } from "./wholes.ts";

export interface Side {
  readonly spec: Spec;
  readonly source: OperationNode;
}

/** `word` for what is there; the relation where it came, and where it is gone. */
export function presence(
  keyword: string,
  word: string,
  was: unknown,
  is: unknown,
  [came, gone]: readonly [Relation, Relation],
): SchemaChange[] {
  const shown = (one: unknown) => (one === undefined ? undefined : word);
  return change(keyword, shown(was), shown(is), is === undefined ? gone : came);
}

/** Deprecation, the day of removal (a later day allows more calls), how stable it is, its own servers, what it calls back. */
export function lifeChanges(before: Side, after: Side): SchemaChange[] {
  const of = (wanted: (side: Side) => string | undefined) => [wanted(before), wanted(after)] as const;
  const text =
    (name: string) =>
    ({ source }: Side): string | undefined => {
      const value = own(source.node, name);
      return value === undefined || value === false ? undefined : String(value);
    };
  const [was, is] = of(text("x-sunset"));
  // Dates of this form sort as texts.
  const isLater = is === undefined || (was !== undefined && is > was);
  const serversOf = ({ source }: Side) =>
    serverPaths(own(source.node, "servers") ?? own(source.pathItem, "servers"));
  const called = ({ source }: Side) => {
    const callbacks = own(source.node, "callbacks");
    return callbacks === undefined ? undefined : wholeOf(callbacks);
  };
  return [
    ...change("deprecated", ...of(text("deprecated")), "other"),
    ...change("x-sunset", was, is, isLater ? "wider" : "narrower"),
    ...change("x-stability", ...of(text("x-stability")), "other"),
    ...change("servers", ...of(serversOf), "other"),
    ...wholeChange("callbacks", called(before), called(after)),
  ];
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
