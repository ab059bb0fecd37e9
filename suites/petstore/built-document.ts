import type { BuiltDocument } from "#core/contract/contract.ts";

/** The document, read and compiled. What is built has it here (`scripts/built-document.ts`), the sources do not. */
export const builtDocument: BuiltDocument | undefined = undefined;
