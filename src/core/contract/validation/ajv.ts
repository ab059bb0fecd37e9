import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { AjvSchema, CompileSchema } from "../contract.ts";
import { exactKeywords } from "./ajv-schema.ts";
import { boundedPattern } from "./bounded-pattern.ts";

/** An ajv for schemas of `toAjvSchema`. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    // Only members of the body count, not those that JavaScript objects inherit.
    ownProperties: true,
    passContext: true,
    verbose: true,
    // OpenAPI's own keywords, and formats that only inform, are allowed.
    strict: false,
    logger: false,
    // The schemas were checked when the document was loaded; these hold bigints, and refer to nothing but themselves.
    validateSchema: false,
    meta: false,
    // A check runs a few hundred times: optimising it would take longer.
    code: { regExp: boundedPattern, optimize: false },
  });
  formats.default(ajv);
  for (const definition of exactKeywords) ajv.removeKeyword(definition.keyword).addKeyword(definition);
  return ajv;
}

/** One for a document. */
export function ajvCompiler(): CompileSchema {
  let made: Ajv2020 | undefined;
  const ajv = (): Ajv2020 => {
    made ??= createAjv();
    return made;
  };
  return Object.assign((schema: AjvSchema) => ajv().compile(schema), {
    share: (name: string, schema: AjvSchema) =>
      void ajv().addSchema(typeof schema === "boolean" ? { allOf: [schema] } : schema, name),
  });
}
