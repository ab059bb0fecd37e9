import { elements, members } from "./operations.ts";
import { isReference } from "./spec.ts";
import { own, type SpecObject, type SpecValue } from "./spec-file.ts";

/** One of several schemas, and the values of the member `tag` that choose it. */
interface Choice {
  readonly tag: string;
  readonly names: readonly string[];
  readonly schema: SpecValue;
}

/**
 * The schemas that a `discriminator` chooses from, where each is referred to by name. A body that says which one it is may
 * satisfy others as well, so that `oneOf` alone would refuse it (OpenAPI, Discriminator Object).
 */
export function byDiscriminator(schema: SpecObject): readonly Choice[] | undefined {
  const discriminator = own(schema, "discriminator");
  const tag = own(discriminator, "propertyName");
  const branches = elements(own(schema, "oneOf") ?? own(schema, "anyOf"));
  if (typeof tag !== "string" || branches.length === 0 || !branches.every(isReference)) return undefined;
  const mapping = members(own(discriminator, "mapping"));
  return branches.map((branch) => {
    const reference = String(own(branch, "$ref"));
    const name = reference.split("/").at(-1) ?? "";
    const mapped = mapping.filter(([, to]) => to === reference || to === name).map(([value]) => value);
    return { tag, names: mapped.length > 0 ? mapped : [name], schema: branch };
  });
}
