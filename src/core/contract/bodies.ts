import type { JsonNode } from "../json/json.ts";
import { type Direction, toAjvSchema } from "./ajv-schema.ts";
import type { BodySchema, ObjectShape } from "./contract.ts";
import { partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { own, type SpecValue } from "./spec-file.ts";
import { CheckCompiler, type ValueCheck } from "./value-check.ts";

/** What a document says of bodies and parameters, and checks for them, compiled when first needed. */
export class Bodies {
  readonly #spec: Spec;
  readonly #known = { answer: new Map<SpecValue, BodySchema>(), request: new Map<SpecValue, BodySchema>() };
  #compiler: CheckCompiler | undefined;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  /** The same for the same schema; undefined where there is none. */
  of(schema: SpecValue | undefined, sent: Direction = "answer"): BodySchema | undefined {
    if (schema === undefined) return undefined;
    const known = this.#known[sent].get(schema) ?? this.#compiled(schema, sent);
    this.#known[sent].set(schema, known);
    return known;
  }

  #compiled(schema: SpecValue, sent: Direction): BodySchema {
    const spec = this.#spec;
    let check: ValueCheck | undefined;
    let shape: ObjectShape | undefined;
    return {
      get shape() {
        shape ??= shapeOf(spec, schema);
        return shape;
      },
      get isArray() {
        return partsOf(spec, schema).some((part) => own(part, "type") === "array");
      },
      validate: (value: JsonNode) => {
        if (check === undefined) {
          this.#compiler ??= new CheckCompiler();
          check = this.#compiler.compile(toAjvSchema(spec, schema, sent));
        }
        return check(value);
      },
    };
  }
}
