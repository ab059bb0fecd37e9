import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** A text as Biome lays out what has such a path. */
export function laidOut(path: string, text: string): string {
  const args = ["format", `--stdin-file-path=${path}`];
  const { stdout, stderr, status } = spawnSync(join(root, "node_modules/.bin/biome"), args, {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`biome cannot lay out ${path}: ${stderr}`);
  return stdout;
}
