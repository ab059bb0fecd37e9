import { elements, members } from "./operations.ts";
import { partsOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/** A schema may contain itself, so that its example would never end. */
const deepest = 6;

/**
 * A value that the document gives for a parameter or a body: its `example`, the first of its `examples`, or what its
 * schema says. Undefined where it gives none.
 */
export function exampleOf(spec: Spec, holder: SpecValue | undefined): SpecValue | undefined {
  const given = own(holder, "example");
  if (given !== undefined) return given;
  for (const [, named] of members(own(holder, "examples"))) {
    const value = own(spec.deref(named), "value");
    if (value !== undefined) return value;
  }
  return exampleOfSchema(spec, own(holder, "schema"), deepest);
}

/** By `example`, `examples`, `default`, `const` and `enum`; of an object or an array by those of its parts. */
function exampleOfSchema(spec: Spec, schema: SpecValue | undefined, depth: number): SpecValue | undefined {
  const parts = partsOf(spec, schema);
  for (const part of parts) {
    const [first] = elements(own(part, "examples"));
    const [allowed] = elements(own(part, "enum"));
    const given = own(part, "example") ?? first ?? own(part, "default") ?? own(part, "const") ?? allowed;
    if (given !== undefined) return given;
  }
  if (depth === 0) return undefined;
  const choice = parts.flatMap((part) => elements(own(part, "oneOf") ?? own(part, "anyOf")));
  for (const one of choice) {
    const found = exampleOfSchema(spec, one, depth - 1);
    if (found !== undefined) return found;
  }
  if (parts.some((part) => own(part, "properties") !== undefined)) return objectOf(spec, parts, depth);
  const items = parts.map((part) => own(part, "items")).find((one) => one !== undefined);
  const item = items === undefined ? undefined : exampleOfSchema(spec, items, depth - 1);
  return item === undefined ? undefined : [item];
}

/** Every required member, and those that have an example; undefined where a required one has none. */
function objectOf(spec: Spec, parts: readonly SpecObject[], depth: number): SpecValue | undefined {
  const required = new Set(parts.flatMap((part) => elements(own(part, "required")).map(String)));
  const found: Record<string, SpecValue> = {};
  for (const [name, property] of parts.flatMap((part) => members(own(part, "properties")))) {
    // Only a service sends it.
    if (partsOf(spec, property).some((part) => own(part, "readOnly") === true)) {
      required.delete(name);
      continue;
    }
    const value = exampleOfSchema(spec, property, depth - 1);
    if (value !== undefined) found[name] = value;
  }
  const isWhole = [...required].every((name) => Object.hasOwn(found, name));
  return isWhole && isSpecObject(found) && Object.keys(found).length > 0 ? found : undefined;
}
