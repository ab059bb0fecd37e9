import { createHash } from "node:crypto";
import { readlinkSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

// Files that are not complete yet: beside their place, under a name that says which process writes them.

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

const ofProcess = /\.([0-9]{1,10})-([0-9a-f]{8})\.petstore-conformance\.part$/;

/** What the numbers of processes belong to: others may share the folder from another machine or container. */
const machine = createHash("sha256").update(`${hostname()} ${namespace()}`).digest("hex").slice(0, 8);

function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** A name of a file may have 255 bytes, with what is added to it. */
const longestName = 200;

/** The file that becomes the one at `place` when it is complete. */
export function temporaryFor(place: string): string {
  const name = basename(place);
  const short =
    Buffer.byteLength(name) <= longestName ? name : createHash("sha256").update(name).digest("hex");
  return join(dirname(place), `${short}.${process.pid}-${machine}.petstore-conformance.part`);
}

/** Folders that were looked through. */
const lookedThrough = new Set<string>();

/** Whatever another machine writes is written by then. */
const longestMs = 24 * 3600 * 1000;

/** Removes from the folder of a file what processes left there when they were killed, and nothing that one may still write. */
export async function removeLeft(place: string): Promise<void> {
  const folder = dirname(place);
  if (lookedThrough.has(folder)) return;
  lookedThrough.add(folder);
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, writer] = ofProcess.exec(name) ?? [];
    const path = join(folder, name);
    if (pid !== undefined && !(await mayBeWritten(path, Number(pid), writer === machine)))
      await rm(path, { force: true }).catch(() => undefined);
  }
}

async function mayBeWritten(path: string, pid: number, isOurs: boolean): Promise<boolean> {
  if (isOurs) return pid === process.pid ? unfinished.has(path) : isRunning(pid);
  const about = await stat(path).catch(() => undefined);
  return about === undefined || Date.now() - about.mtimeMs < longestMs;
}

/** True also for a process of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
