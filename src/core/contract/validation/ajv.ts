import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { SchemaCompiler } from "../contract.ts";
import { exactKeywords } from "./ajv-schema.ts";
import { boundedPattern } from "./bounded-pattern.ts";

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

export function ajvCompiler(ajv = createAjv()): SchemaCompiler {
  return {
    compile: (schema) => ajv.compile(schema),
    share: (name, schema) =>
      void ajv.addSchema(typeof schema === "boolean" ? { allOf: [schema] } : schema, name),
  };
}
