import { rmSync } from "node:fs";
import { dirname, join } from "node:path";

// Files that are not complete yet.

/** Files that a process that ends now would leave half written. */
const unfinished = new Set<string>();
let isCleared = false;

/** From now on, and until what this gives is called, the file is removed when the process ends. */
export function removedOnExit(path: string): () => void {
  unfinished.add(path);
  if (!isCleared)
    process.on("exit", () => {
      for (const one of unfinished) {
        try {
          rmSync(one, { force: true });
        } catch {
          // Where a file cannot be removed, it could most often not be made either.
        }
      }
    });
  isCleared = true;
  return () => unfinished.delete(path);
}

/** True for what this process has not completed. */
export function isUnfinished(path: string): boolean {
  return unfinished.has(path);
}

/** The file that becomes the one at `place` when it is complete: beside it, under a name that nobody can know before. */
export function temporaryFor(place: string): string {
  return join(dirname(place), `.${crypto.randomUUID()}.petstore-conformance.part`);
}
