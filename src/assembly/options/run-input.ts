import type { Given } from "./library-options.ts";

/**
 * Options of a run, as `--help` has them; what is left out, or undefined, has its default. In the declarations of the package
 * each says what it does: the build writes them from the tables.
 */
export type LibraryOptions = { readonly [Name in keyof Given]?: Given[Name] | undefined };
