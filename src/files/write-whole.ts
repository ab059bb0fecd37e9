import { closeSync, lstatSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { access, constants, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isFolder } from "./read-bounded.ts";

type Pieces = Iterable<string | Uint8Array>;

/** Writes a file atomically: it is complete, or as it was before, also where the process is interrupted. */
export async function writeWhole(path: string, pieces: Pieces): Promise<void> {
  const { place, isReplaced } = await placeOf(path);
  if (isReplaced) return writeTemporary(place, pieces, (temporary) => rename(temporary, place));
  const file = openEmpty(place);
  try {
    for (const piece of pieces) file.write(piece);
  } finally {
    file.close();
  }
}

/** Writes a file that does not exist yet: it is complete, or not there. @throws EEXIST */
export function writeNew(path: string, text: string | Uint8Array, mode: number): void {
  const file = openSync(path, "wx", mode);
  unfinished.add(path);
  writeFileSync(file, text);
  closeSync(file);
  unfinished.delete(path);
}

/** Files that a process that ends now would leave half written. */
const unfinished = new Set<string>();

process.on("exit", () => {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true });
    } catch {
      // Where a file cannot be removed, it could most often not be made either.
    }
  }
});

/** `/dev/stdout` and the like lead to what this process has open. */
const ofThisProcess = /^\/(?:dev|proc)\//;

/**
 * Throws for a symbolic link to a file, to a folder or to nothing: in a folder that others fill, it would decide what is
 * overwritten. One to a device or a pipe overwrites nothing.
 */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true || ofThisProcess.test(path))
    return;
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined || there.isFile() || there.isDirectory())
    throw new Error("it is a symbolic link, which is not followed: name the file itself");
}

/** Where a file is really written, and how. Throws if it is a folder, or a link to a file. */
async function placeOf(path: string) {
  refuseLink(path);
  const place = ofThisProcess.test(path) ? await realpath(path).catch(() => path) : path;
  const there = await stat(place).catch(() => undefined);
  if (there?.isDirectory() === true) throw new Error("it is a folder");
  // A device or a pipe (/dev/stderr, >(gzip)) is written to directly: renaming would replace it by a file.
  return { place, isReplaced: there === undefined || there.isFile() };
}

/** Throws where nobody reads it: to wait for a reader would hold this process up, and no signal would end it. */
function openPipe(path: string): number {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENXIO")
      throw new Error("it is a pipe, and nobody reads it");
    throw error;
  }
}

export interface OpenFile<Piece = string | Uint8Array> {
  /** Returns when the operating system has what was written. @throws where it takes no more */
  write(piece: Piece): void;
  close(): void;
}

/** Empties the file. @throws for a link to a file, before it is touched, for a pipe that nobody reads, and what opening it throws */
export function openEmpty(path: string): OpenFile {
  refuseLink(path);
  const first = statSync(path, { throwIfNoEntry: false })?.isFIFO() === true ? openPipe(path) : undefined;
  const file = openSync(path, "w");
  // Before that, the reader of a pipe would see its end.
  if (first !== undefined) closeSync(first);
  return { write: (bytes) => writeFileSync(file, bytes), close: () => closeSync(file) };
}

/** Writes into a file as things happen, until it takes no more: that is said once, and ends the writing alone. */
export class FileUntilLost {
  readonly #file: OpenFile<string>;
  readonly #onLost: (why: string) => void;
  #isWhole = true;

  constructor(file: OpenFile<string>, onLost: (why: string) => void) {
    this.#file = file;
    this.#onLost = onLost;
  }

  /** The piece is made where it is written. */
  write(piece: () => string): void {
    if (!this.#isWhole) return;
    const made = piece();
    try {
      this.#file.write(made);
    } catch (error) {
      this.#isWhole = false;
      this.#onLost(error instanceof Error ? error.message : String(error));
    }
  }

  /** False if not everything could be written. */
  close(): boolean {
    this.#file.close();
    return this.#isWhole;
  }
}

/** Writes the pieces beside the place, and gives that file to `take`. It is gone afterwards, also where something fails. */
async function writeTemporary(
  place: string,
  pieces: Pieces,
  take: (temporary: string) => Promise<void>,
): Promise<void> {
  // A name that nobody can know before.
  const temporary = join(dirname(place), `.${crypto.randomUUID()}.petstore-conformance.part`);
  unfinished.add(temporary);
  try {
    const file = await open(temporary, "wx");
    try {
      for (const piece of pieces) await file.writeFile(piece);
      // The disk has all of it at the end.
      await file.sync();
    } finally {
      await file.close();
    }
    await take(temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    unfinished.delete(temporary);
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
  await writeTemporary(place, [], (temporary) => rm(temporary));
}

/** Makes a folder and those above it. The `recursive` of Node never ends where none can be made, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have made it at the same time.
    if (!(await isFolder(path))) throw error;
  }
}
