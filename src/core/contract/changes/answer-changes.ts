import { jsonSchemaOf, members } from "../operations.ts";
import { nameAmong } from "../responses.ts";
import type { Spec } from "../spec.ts";
import { own, type SpecValue } from "../spec-file.ts";
import { change, type Found, mediaChanges, type Pair, schemasCompared } from "./pair.ts";
import type { Relation } from "./schema-changes.ts";

/** What changed in the statuses of an operation, their bodies and headers. */
export function answerChanges({ before, after }: Pair): Found[] {
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
