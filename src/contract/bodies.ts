import type { JsonNode } from "../json/json.ts";
import { type AjvSchema, toAjvSchema } from "./ajv-schema.ts";
import { type CompiledOperation, errorSchemaOf, responseOf } from "./compile-operations.ts";
import type { ObjectShape, OperationId, SchemaName, SchemaProblem } from "./contract.ts";
import { jsonSchemaOf } from "./operations.ts";
import { partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { SpecError } from "./spec-error.ts";
import { own, type SpecValue } from "./spec-file.ts";
import { CheckCompiler, type ValueCheck } from "./value-check.ts";

/** The bodies that a document gives the interface's records, and checks for them, compiled when first needed. */
export class Bodies {
  readonly newPet: ObjectShape;
  readonly pet: ObjectShape;
  readonly error: ObjectShape;
  readonly #spec: Spec;
  readonly #operations: ReadonlyMap<OperationId, CompiledOperation>;
  readonly #schemas: Readonly<Record<SchemaName, SpecValue>>;
  readonly #checks = new Map<SpecValue, ValueCheck>();
  #compiler: CheckCompiler | undefined;

  /** @throws SpecError when the document gives no body to what the suite cannot do without. */
  constructor(spec: Spec, operations: ReadonlyMap<OperationId, CompiledOperation>) {
    this.#spec = spec;
    this.#operations = operations;
    this.#schemas = schemasOf(spec, operations);
    this.newPet = shapeOf(spec, this.#schemas.NewPet);
    this.pet = shapeOf(spec, this.#schemas.Pet);
    this.error = shapeOf(spec, this.#schemas.Error);
  }

  validate(name: SchemaName, value: JsonNode): readonly SchemaProblem[] {
    return this.checkOf(this.#schemas[name])(value);
  }

  validateResponse(id: OperationId, status: number, value: JsonNode): readonly SchemaProblem[] | undefined {
    const schema = this.responseSchema(id, status);
    return schema === undefined ? undefined : this.checkOf(schema)(value);
  }

  responseSchema(id: OperationId, status: number): SpecValue | undefined {
    const compiled = this.#operations.get(id);
    if (compiled === undefined) return undefined;
    return jsonSchemaOf(this.#spec, responseOf(this.#spec, compiled.source, status));
  }

  checkOf(schema: SpecValue): ValueCheck {
    let check = this.#checks.get(schema);
    if (check === undefined) {
      this.#compiler ??= new CheckCompiler();
      const translated: AjvSchema = toAjvSchema(this.#spec, schema);
      check = this.#compiler.compile(translated);
      this.#checks.set(schema, check);
    }
    return check;
  }
}

function schemasOf(
  spec: Spec,
  operations: ReadonlyMap<OperationId, CompiledOperation>,
): Readonly<Record<SchemaName, SpecValue>> {
  const needed = (id: "listPets" | "createPet"): CompiledOperation => {
    const compiled = operations.get(id);
    if (compiled === undefined) throw new Error(`compileOperations let a document without ${id} pass`);
    return compiled;
  };
  const list = needed("listPets");
  const create = needed("createPet");
  const Pets = successSchema(spec, list);
  if (!partsOf(spec, Pets).some((part) => own(part, "type") === "array")) {
    const advice = "Describe the success response of listPets as an array of pets.";
    throw new SpecError(
      "listPets does not answer with an array",
      spec.place(list.source.node, "responses"),
      advice,
    );
  }
  const NewPet = jsonSchemaOf(spec, spec.get(create.source.node, "requestBody"));
  if (NewPet === undefined) {
    const advice = "Give its requestBody an application/json schema.";
    throw new SpecError(
      "createPet takes no JSON body",
      spec.place(create.source.node, "requestBody"),
      advice,
    );
  }
  // A document without an Error body lets any value be one; the comparison with the embedded document says so.
  const error = errorSchemaOf(spec, list.source) ?? errorSchemaOf(spec, create.source) ?? true;
  return { Pets, NewPet, Pet: successSchema(spec, create), Error: error };
}

function successSchema(spec: Spec, { operation, source }: CompiledOperation): SpecValue {
  const place = spec.place(source.node, "responses");
  if (operation.success === undefined) {
    throw new SpecError(`${operation.id} documents no 2xx response`, place, "Describe its success.");
  }
  const schema = jsonSchemaOf(spec, responseOf(spec, source, operation.success));
  if (schema === undefined) {
    const problem = `the ${operation.success} response of ${operation.id} has no JSON body`;
    throw new SpecError(problem, place, "Give it an application/json schema.");
  }
  return schema;
}
