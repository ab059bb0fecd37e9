import { constants, openSync } from "node:fs";
import type { Readable } from "node:stream";

/**
 * What comes out of a pipe with a name. Node reads files in threads, and a process with a thread that waits for a writer does
 * not end, whatever signal it gets; so the pipe is watched as a connection is.
 * @throws what opening it throws
 */
export async function readPipe(path: string): Promise<Readable> {
  const { Socket } = await import("node:net");
  // Opens at once, whether it has a writer or not.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
