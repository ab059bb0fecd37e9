import type { Parameter, RequestBodySchema } from "#core/contract/contract.ts";
import { elements, members } from "#core/contract/operations.ts";
import { partsOf, requiredOf } from "#core/contract/schema-shape.ts";
import { isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";

/** A value that the document gives as an example of it, or that follows from its examples; undefined where it gives none. */
export function exampleGiven({
  holders,
}: Pick<Parameter | RequestBodySchema, "holders">): PlainValue | undefined {
  return holders.values().map(exampleOf).find(isThere);
}

function isThere(value: PlainValue | undefined): value is PlainValue {
  return value !== undefined;
}

/** A schema may contain itself, so that its example would never end. */
const deepest = 6;

/** Its `example`, the first of its `examples`, or what its schema says. */
function exampleOf(holder: PlainValue | undefined): PlainValue | undefined {
  const named = members(own(holder, "examples")).map(([, one]) => own(one, "value"));
  const given = [own(holder, "example"), ...named].find(isThere);
  return given === undefined ? exampleOfSchema(own(holder, "schema"), deepest) : given;
}

/** By depth, of each schema: several may have it as a choice, and each has several choices. */
const knownExamples = new WeakMap<PlainObject, Map<number, PlainValue | undefined>>();

function exampleOfSchema(schema: PlainValue | undefined, depth: number): PlainValue | undefined {
  if (!isPlainObject(schema)) return undefined;
  const known = knownExamples.get(schema) ?? new Map<number, PlainValue | undefined>();
  knownExamples.set(schema, known);
  if (!known.has(depth)) known.set(depth, exampleMadeOf(schema, depth));
  return known.get(depth);
}

/** By `example`, `examples`, `default`, `const` and `enum`; of an object or an array by those of its parts. */
function exampleMadeOf(schema: PlainObject, depth: number): PlainValue | undefined {
  const parts = partsOf(schema);
  for (const part of parts) {
    const [first] = elements(own(part, "examples"));
    const [allowed] = elements(own(part, "enum"));
    const given = own(part, "example") ?? first ?? own(part, "default") ?? own(part, "const") ?? allowed;
    if (given !== undefined) return given;
  }
  if (depth === 0) return undefined;
  const below = (schema: PlainValue | undefined) => exampleOfSchema(schema, depth - 1);
  const choices = parts.flatMap((part) => elements(own(part, "oneOf") ?? own(part, "anyOf")));
  const chosen = choices.values().map(below).find(isThere);
  if (chosen !== undefined) return chosen;
  if (parts.some((part) => own(part, "properties") !== undefined)) return objectOf(parts, depth);
  const item = below(parts.map((part) => own(part, "items")).find(isThere));
  return item === undefined ? undefined : [item];
}

/** Every required member, and those that have an example; undefined where a required one has none. */
function objectOf(parts: readonly PlainObject[], depth: number): PlainValue | undefined {
  const required = new Set(requiredOf(parts));
  const found: Record<string, PlainValue> = {};
  for (const [name, property] of parts.flatMap((part) => members(own(part, "properties")))) {
    // Only a service sends it.
    if (partsOf(property).some((part) => own(part, "readOnly") === true)) {
      required.delete(name);
      continue;
    }
    const value = exampleOfSchema(property, depth - 1);
    if (value !== undefined) found[name] = value;
  }
  const isWhole = [...required].every((name) => Object.hasOwn(found, name));
  return isWhole && isPlainObject(found) && Object.keys(found).length > 0 ? found : undefined;
}
