import { statSync, watch } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

/** Editors write a file in several steps. */
const quietMs = 150;

/** Folders that change by themselves in most projects. */
const ignoredFolders = ["node_modules", ".git"];

/**
 * Reports changes in these files and folders once no further change follows: the last path, relative to `folder`. Changes
 * of what `isIgnored` accepts do not count. Throws as `fs.stat` does for what is not there. Returns how to stop.
 */
export function watchPaths(
  paths: readonly string[],
  folder: string,
  onChange: (path: string) => void,
  isIgnored: (path: string) => boolean = () => false,
): () => void {
  let quiet: NodeJS.Timeout | undefined;
  const changed = (path: string): void => {
    if (path.split(sep).some((part) => ignoredFolders.includes(part)) || isIgnored(path)) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => onChange(path), quietMs);
  };
  const watchers = paths.map((path) => {
    const whole = resolve(folder, path);
    if (statSync(whole).isDirectory())
      return watch(
        whole,
        { recursive: true },
        (_, name) => void (name !== null && changed(join(path, name))),
      );
    // Many editors replace a file by another one: its folder notices.
    return watch(dirname(whole), (_, name) => void (name === basename(whole) && changed(path)));
  });
  return () => {
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
  };
}
