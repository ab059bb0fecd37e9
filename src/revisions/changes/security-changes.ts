import type { Relation, SchemaChange } from "#core/check/change.ts";
import { elements, members } from "#core/contract/operations.ts";
import { memberAt, own } from "#core/json/plain.ts";
import type { Side } from "./life-changes.ts";
import { change } from "./schema-changes.ts";

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
