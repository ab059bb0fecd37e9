import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Io } from "../../io.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
/** What a proof is made of. */
const folders = ["src", "suites", "reference-server"];
/** An editor writes a file in several steps. */
const quietMs = 150;

/** The path of a source that changed, each time the sources have been quiet again; ends at Ctrl-C. */
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
  const forget = io.onInterrupt(() => {
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
    forget();
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
  }
}
