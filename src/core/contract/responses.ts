import type { Bodies } from "./bodies.ts";
import type { HeaderSpec, LinkSpec, ResponseSpec } from "./contract.ts";
import { jsonMediaType, members, type OperationNode } from "./operations.ts";
import { fieldOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { own, type SpecValue } from "./spec-file.ts";

/** The name under which the document has the answer with this status: the code, its range, or `default`. */
export function responseNameOf(spec: Spec, { node }: OperationNode, status: number): string | undefined {
  return nameAmong(spec.get(node, "responses"), String(status));
}

/** Likewise for a key of another document: a code, a range, `default`. */
export function nameAmong(responses: SpecValue | undefined, key: string): string | undefined {
  return [key, `${key[0]}XX`, "default"].find((name) => own(responses, name) !== undefined);
}

export function responseNode(spec: Spec, source: OperationNode, status: number): SpecValue | undefined {
  const name = responseNameOf(spec, source, status);
  return name === undefined ? undefined : spec.get(source.node, "responses", name);
}

export function compileResponse(
  spec: Spec,
  bodies: Bodies,
  { node }: OperationNode,
  name: string,
): ResponseSpec {
  const holder = spec.get(node, "responses");
  const response = spec.get(holder, name);
  return {
    name,
    content: new Map(
      members(spec.get(response, "content")).map(([label, media]) => {
        const type = mediaTypeOf(label);
        const schema = jsonMediaType.test(type) ? own(spec.deref(media), "schema") : undefined;
        return [type, bodies.of(schema)] as const;
      }),
    ),
    headers: members(spec.get(response, "headers")).flatMap(([each, header]) =>
      headerOf(spec, bodies, each, spec.deref(header)),
    ),
    links: members(spec.get(response, "links")).flatMap(([, link]) => linkOf(spec, spec.deref(link))),
    place: (member) => (member === undefined ? spec.place(holder, name) : spec.place(response, member)),
  };
}

/** `application/json` of `Application/JSON; charset=utf-8`. */
export function mediaTypeOf(label: string): string {
  return (label.split(";")[0] ?? "").trim().toLowerCase();
}

/** Content-Type is described by `content`, and ignored here (OpenAPI, Response Object). */
function headerOf(spec: Spec, bodies: Bodies, name: string, header: SpecValue | undefined): HeaderSpec[] {
  if (name.toLowerCase() === "content-type") return [];
  const schema = own(header, "schema");
  return [
    {
      name,
      required: own(header, "required") === true,
      field: fieldOf(spec, schema),
      validate: (value) => bodies.of(schema)?.validate(value) ?? [],
    },
  ];
}

function linkOf(spec: Spec, link: SpecValue | undefined): LinkSpec[] {
  const to = own(link, "operationId");
  const parameters = members(spec.get(link, "parameters")).flatMap(([name, expression]) => {
    const pointer =
      typeof expression === "string" ? /^\$response\.body#(\/.*)$/.exec(expression)?.[1] : undefined;
    // `path.id` names the parameter `id` in the path.
    return pointer === undefined
      ? []
      : [[name.replace(/^(?:path|query|header|cookie)\./, ""), pointer] as const];
  });
  return typeof to === "string" && parameters.length > 0 ? [{ to, parameters: new Map(parameters) }] : [];
}
