import type { Bodies } from "./bodies.ts";
import type { Parameter, RequestBodySchema } from "./contract.ts";
import { exampleOf } from "./examples.ts";
import { jsonMediaOf, jsonMediaType, members } from "./operations.ts";
import { mediaTypeOf } from "./responses.ts";
import { fieldOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { isSpecObject, own, type SpecObject } from "./spec-file.ts";

type Where = Parameter["in"];

const defaultStyles: Readonly<Record<Where, string>> = {
  query: "form",
  path: "simple",
  header: "simple",
  cookie: "form",
};

/** Other parts of OpenAPI describe these; as parameters they are ignored (OpenAPI, Parameter Object). */
const ignoredHeaders = ["accept", "content-type", "authorization"];

export function compileParameter(spec: Spec, bodies: Bodies, parameter: SpecObject): Parameter[] {
  const [where, name] = [own(parameter, "in"), own(parameter, "name")];
  if (!isWhere(where) || typeof name !== "string") return [];
  if (where === "header" && ignoredHeaders.includes(name.toLowerCase())) return [];
  const given = own(parameter, "style");
  const style = typeof given === "string" ? given : defaultStyles[where];
  const [media] = members(spec.get(parameter, "content"));
  const schema = own(media === undefined ? parameter : spec.deref(media[1]), "schema");
  return [
    {
      name,
      in: where,
      required: own(parameter, "required") === true,
      field: fieldOf(spec, schema),
      style,
      explode:
        own(parameter, "explode") === undefined ? style === "form" : own(parameter, "explode") === true,
      members: [...shapeOf(spec, schema).properties.keys()],
      hasMediaType: media !== undefined,
      get example() {
        return exampleOf(spec, parameter) ?? (media && exampleOf(spec, spec.deref(media[1])));
      },
      validate: (value) => bodies.of(schema)?.validate(value) ?? [],
      place: () => spec.place(parameter),
    },
  ];
}

function isWhere(value: unknown): value is Where {
  return value === "query" || value === "path" || value === "header" || value === "cookie";
}

/** The JSON body that an operation takes. */
export function bodyOf(spec: Spec, bodies: Bodies, node: SpecObject): RequestBodySchema | undefined {
  const body = spec.get(node, "requestBody");
  const media = jsonMediaOf(spec, body);
  const schema = bodies.of(own(media, "schema"), "request");
  if (!isSpecObject(body) || schema === undefined) return undefined;
  return {
    shape: schema.shape,
    isArray: schema.isArray,
    validate: schema.validate,
    required: own(body, "required") === true,
    get example() {
      return exampleOf(spec, media);
    },
  };
}

/** Media types of a required body that is not JSON. */
export function otherBodyOf(spec: Spec, node: SpecObject): readonly string[] {
  const body = spec.get(node, "requestBody");
  if (own(body, "required") !== true) return [];
  const types = members(spec.get(body, "content")).map(([label]) => mediaTypeOf(label));
  return types.some((type) => jsonMediaType.test(type)) ? [] : types;
}
