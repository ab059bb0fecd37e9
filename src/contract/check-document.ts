import { checkOpenApi } from "./check-openapi.ts";
import { checkOperations } from "./check-operations.ts";
import { checkSchemas } from "./check-schemas.ts";
import type { Spec } from "./spec.ts";

/**
 * Everything that is checked of a document before it is compiled, from the outside in.
 * @throws SpecError at the first that is wrong.
 */
export async function checkDocument(spec: Spec): Promise<void> {
  await checkOpenApi(spec);
  checkOperations(spec);
  checkSchemas(spec);
}
