import { withoutBigInts } from "./ajv-schema.ts";
import { members } from "./operations.ts";
import { kindOfMember, type PartKind } from "./part-kind.ts";
import { isReference, type Spec } from "./spec.ts";
import { isSpecArray, isSpecObject, type SpecObject, type SpecValue } from "./spec-file.ts";

/**
 * A document as the schema of OpenAPI looks at it: plain data, with what stands in other files in the places of the
 * references to it. Without what that schema does not look into: schemas, and data of the service's own.
 */
export function plainDocument(spec: Spec): unknown {
  return new Copier(spec).copyOf(spec.root.value, "words");
}

class Copier {
  readonly #spec: Spec;
  /** References that are being followed. */
  readonly #above = new Set<SpecObject>();

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  copyOf(value: SpecValue | undefined, kind: PartKind): unknown {
    if (kind === "data") return null;
    if (isSpecArray(value)) return value.map((item) => this.copyOf(item, "words"));
    if (!isSpecObject(value)) return withoutBigInts(value);
    if (kind === "words" && isReference(value) && this.#spec.fileOf(value) !== this.#spec.root)
      return this.#targetOf(value);
    return Object.fromEntries(
      members(value).map(([name, child]) => [name, this.#memberOf(name, child, kind)]),
    );
  }

  #memberOf(name: string, child: SpecValue, kind: PartKind): unknown {
    if (kind === "words" && name === "schema") return bareSchema(child);
    if (kind === "words" && name === "schemas" && isSpecObject(child))
      return Object.fromEntries(members(child).map(([each, schema]) => [each, bareSchema(schema)]));
    const within = kindOfMember(name, kind, isSpecArray(child));
    return within === "data" && !isSpecObject(child) ? withoutBigInts(child) : this.copyOf(child, within);
  }

  /** A reference that leads back to itself is not followed again. */
  #targetOf(reference: SpecObject): unknown {
    if (this.#above.has(reference)) return {};
    this.#above.add(reference);
    const copied = this.copyOf(this.#spec.target(reference), "words");
    this.#above.delete(reference);
    return copied;
  }
}

/** Schemas are checked on their own; here they have to be there. */
function bareSchema(schema: SpecValue): unknown {
  return isSpecObject(schema) ? {} : withoutBigInts(schema);
}
