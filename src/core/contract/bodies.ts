import type { JsonNode } from "../json/json.ts";
import { toAjvSchema } from "./ajv-schema.ts";
import type { BodySchema } from "./contract.ts";
import { partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { own, type SpecValue } from "./spec-file.ts";
import { CheckCompiler, type ValueCheck } from "./value-check.ts";

/** What a document says of bodies and parameters, and checks for them, compiled when first needed. */
export class Bodies {
  readonly #spec: Spec;
  readonly #known = new Map<SpecValue, BodySchema>();
  #compiler: CheckCompiler | undefined;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  /** The same for the same schema; undefined where there is none. */
  of(schema: SpecValue | undefined): BodySchema | undefined {
    if (schema === undefined) return undefined;
    const known = this.#known.get(schema) ?? this.#compiled(schema);
    this.#known.set(schema, known);
    return known;
  }

  #compiled(schema: SpecValue): BodySchema {
    let check: ValueCheck | undefined;
    return {
      shape: shapeOf(this.#spec, schema),
      isArray: partsOf(this.#spec, schema).some((part) => own(part, "type") === "array"),
      validate: (value: JsonNode) => {
        if (check === undefined) {
          this.#compiler ??= new CheckCompiler();
          check = this.#compiler.compile(toAjvSchema(this.#spec, schema));
        }
        return check(value);
      },
    };
  }
}
