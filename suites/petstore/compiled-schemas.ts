import type { CompileSchema } from "../../src/core/contract/ajv-schema.ts";

/** The schemas of the document, compiled. What is built has them here (`scripts/compiled-schemas.ts`), the sources do not. */
export const compiledSchemas: CompileSchema | undefined = undefined;
