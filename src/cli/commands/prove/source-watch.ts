import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Io } from "../../io.ts";
import { watchPaths } from "../run/path-watch.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
/** The sources that a proof depends on. */
const folders = ["src", "suites", "reference-server"];

/** Yields the path of a changed source once no further change follows; ends at Ctrl-C. */
export async function* changesOfSources(io: Io): AsyncGenerator<string> {
  let change = Promise.withResolvers<string | undefined>();
  let stopped = false;
  const isTest = (path: string): boolean => path.endsWith(".test.ts");
  const stopWatching = watchPaths(folders, root, (path) => change.resolve(path), isTest);
  const stopListening = io.onInterrupt(() => {
    stopped = true;
    change.resolve(undefined);
  });
  try {
    while (!stopped) {
      const path = await change.promise;
      change = Promise.withResolvers();
      if (path !== undefined && !stopped) yield path;
    }
  } finally {
    stopListening();
    stopWatching();
  }
}
