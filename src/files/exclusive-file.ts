import { closeSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isUnfinished, removedOnExit } from "./unfinished.ts";
import { openEmpty, refuseLink, writeNew } from "./write-whole.ts";

/** Another process that is still running writes the file. */
export class FileInUse extends Error {
  override readonly name = "FileInUse";

  constructor(path: string, pid: number) {
    super(
      `the process ${pid} is writing ${path}. Name another file, or wait until it has ended; if no such process writes it, remove ${path}.lock`,
    );
  }
}

/** A file that this process alone writes, from its beginning. */
export interface ExclusiveFile {
  /** Returns when the operating system has what was written. */
  write(bytes: string | Uint8Array): void;
  close(): void;
}

/**
 * Opens a file to be written piece by piece, and empties it. Until it is closed, `FILE.lock` beside it names this process;
 * one that names a process which is gone does not count.
 * @throws FileInUse, and for a link to a file, before the file is touched, for a pipe that nobody reads, and what opening it throws
 */
export function openExclusive(path: string): ExclusiveFile {
  refuseLink(path);
  const unlock = lock(path);
  try {
    const file = openEmpty(path);
    return {
      write: (text) => writeFileSync(file, text),
      close: () => {
        closeSync(file);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function lock(path: string): () => void {
  const there = statSync(path, { throwIfNoEntry: false });
  // A device or a pipe is anybody's.
  if (there !== undefined && !there.isFile()) return () => undefined;
  const own = `${path}.lock`;
  for (let tries = 1; ; tries += 1) {
    try {
      writeNew(own, `${process.pid}\n`, 0o644);
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const owner = ownerOf(own);
      if (owner !== undefined || tries > 3) throw new FileInUse(path, owner ?? process.pid);
      rmSync(own, { force: true });
    }
  }
  const finish = removedOnExit(own);
  return () => {
    rmSync(own, { force: true });
    finish();
  };
}

/** The process that holds a lock; undefined where it is gone. A lock with our id that is not ours, an earlier process left. */
function ownerOf(own: string): number | undefined {
  if (isUnfinished(own)) return process.pid;
  let pid: number;
  try {
    pid = Number(readFileSync(own, "latin1").slice(0, 20).trim());
  } catch {
    return undefined;
  }
  const isOther = Number.isSafeInteger(pid) && pid > 0 && pid !== process.pid;
  return isOther && isRunning(pid) ? pid : undefined;
}

/** True also for a process of another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
