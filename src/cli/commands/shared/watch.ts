import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Io } from "../../io.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
/** The sources that a proof depends on. */
const folders = ["src", "suites", "reference-server"];
/** Editors write a file in several steps. */
const quietMs = 150;

/** Yields the path of a changed source once no further change follows; ends at Ctrl-C. */
export async function* changesOfSources(io: Io): AsyncGenerator<string> {
  let change = Promise.withResolvers<string | undefined>();
  let stopped = false;
  let quiet: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null || name.endsWith(".test.ts")) return;
      clearTimeout(quiet);
      quiet = setTimeout(() => change.resolve(`${folder}/${name}`), quietMs);
    }),
  );
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
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
  }
}
