import { stat } from "node:fs/promises";
import type { Io } from "../../io.ts";

/** Says how far reading is. */
export interface ReadingProgress {
  /** Takes how many bytes were read next. */
  readonly onRead: (bytes: number) => void;
  readonly endProgress: () => void;
}

export const noProgress: ReadingProgress = { onRead: () => undefined, endProgress: () => undefined };

/** A line that is written over, where there is a terminal to see it and the files have sizes. */
export async function readingProgress(
  files: readonly { readonly path: string }[],
  { err, errIsTerminal, cleanups }: Pick<Io, "err" | "errIsTerminal" | "cleanups">,
): Promise<ReadingProgress> {
  if (!errIsTerminal) return noProgress;
  const sizes = await Promise.all(files.map(({ path }) => stat(path).catch(() => ({ size: 0 }))));
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  if (all === 0) return noProgress;
  const ofAll = `of ${(all / 1e6).toFixed(all < 1e7 ? 1 : 0)} MB`;
  let read = 0;
  let printed = "";
  const endProgress = () => {
    if (printed !== "") err("\r\u001b[K");
    printed = "";
    cleanups.delete(endProgress);
  };
  cleanups.add(endProgress);
  return {
    onRead: (bytes) => {
      read += bytes;
      const line = `read ${Math.min(100, Math.floor((100 * read) / all))} % ${ofAll}`;
      if (line === printed) return;
      printed = line;
      err(`\r${line}\u001b[K`);
    },
    endProgress,
  };
}
