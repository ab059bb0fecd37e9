import { readFileSync } from "node:fs";

/**
 * The text of a file beside the code, in the sources as in a build: `suites/petstore/openapi.yaml`. Nothing else reads one,
 * so that the single executable, which has no files, can hold the texts in place of this module.
 */
export function embeddedText(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
}
