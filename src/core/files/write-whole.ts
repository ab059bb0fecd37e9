import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname } from "node:path";

type Pieces = Iterable<string | Uint8Array>;

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

/** Writes a file atomically: it is complete, or as it was before, also where the process is interrupted. */
export async function writeWhole(path: string, pieces: Pieces): Promise<void> {
  const { place, isReplaced } = await placeOf(path);
  if (isReplaced) await writeAtomically(place, pieces);
  else await writePieces(place, pieces);
}

/** Writes a file that does not exist yet: it is complete, or not there. @throws EEXIST */
export function writeNew(path: string, text: string | Uint8Array, mode: number): void {
  const file = openSync(path, "wx", mode);
  const finish = removedOnExit(path);
  writeFileSync(file, text);
  closeSync(file);
  finish();
}

/** Where a file is really written, and how. Throws if it is a folder. */
async function placeOf(path: string): Promise<{ readonly place: string; readonly isReplaced: boolean }> {
  // A symbolic link is kept: its target is replaced.
  const place = await realpath(path).catch(() => path);
  const there = await stat(place).catch(() => undefined);
  if (there?.isDirectory() === true) throw new Error("it is a folder");
  // A device or a pipe (/dev/stderr, >(gzip)) is written to directly: renaming would replace it by a file.
  return { place, isReplaced: there === undefined || there.isFile() };
}

/** The file that becomes the one at `place` when it is complete. */
function temporaryFor(place: string): string {
  return `${place}.${process.pid}.part`;
}

async function writeAtomically(path: string, pieces: Pieces): Promise<void> {
  const temporary = temporaryFor(path);
  const finish = removedOnExit(temporary);
  try {
    await writePieces(temporary, pieces, (file) => file.sync());
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    finish();
  }
}

async function writePieces(
  path: string,
  pieces: Pieces,
  settle: (file: FileHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const piece of pieces) await file.writeFile(piece);
    await settle(file);
  } finally {
    await file.close();
  }
}

/**
 * Makes sure that a file can be written whole, before the first request: makes its folder, and tries a temporary file
 * there, because permissions alone do not show it (root, /proc, a read-only disk). Throws the error of the file system.
 */
export async function checkPlace(path: string): Promise<void> {
  if (path.endsWith("/")) throw new Error("it is a folder");
  await makeFolder(dirname(path));
  const { place, isReplaced } = await placeOf(path);
  // Opening a pipe would wait for its reader.
  if (!isReplaced) return access(place, constants.W_OK);
  const temporary = temporaryFor(place);
  const finish = removedOnExit(temporary);
  await writePieces(temporary, []);
  await rm(temporary);
  finish();
}

/** Makes a folder and those above it. The `recursive` of Node never ends where none can be made, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (await isThere()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have made it at the same time.
    if (!(await isThere())) throw error;
  }
}
