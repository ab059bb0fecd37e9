import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, removedOnExit } from "../../core/files/write-whole.ts";
import { type PlannedFile, reasonOf, unusable } from "./planned-files.ts";

/**
 * Writes all files or none: each is written to a temporary file next to it, and all are renamed once every one is
 * complete. Throws UsageError.
 */
export async function writeFiles(files: readonly PlannedFile[], folder: string): Promise<void> {
  const prepared: { readonly path: string; readonly temporary: string; readonly place: string }[] = [];
  const written: string[] = [];
  const finished: (() => void)[] = [];
  let current = "";
  try {
    for (const { path, content, done } of files) {
      if (done === "unchanged") continue;
      current = path;
      const place = join(folder, path);
      const temporary = `${place}.${process.pid}.part`;
      await makeFolder(dirname(place));
      prepared.push({ path, temporary, place });
      const mode = await modeOf(place);
      finished.push(removedOnExit(temporary));
      await writeWhole(temporary, content, mode);
    }
    for (const { path, temporary, place } of prepared) {
      current = path;
      await rename(temporary, place);
      written.push(path);
    }
  } catch (error) {
    for (const { temporary } of prepared) await rm(temporary, { force: true });
    throw unusable(current, reasonOf(error), written);
  } finally {
    for (const finish of finished) finish();
  }
}

/** A replaced file keeps its permissions. */
async function modeOf(place: string): Promise<number> {
  const there = await stat(place).catch(() => undefined);
  return there === undefined ? 0o666 : there.mode & 0o777;
}

async function writeWhole(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
