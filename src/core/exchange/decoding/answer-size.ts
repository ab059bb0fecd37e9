/** Status line and header fields together; no real service sends a larger head. */
export const maxHeadBytes = 64 * 1024;

/** A line of four bytes takes a hundred in memory and in a report: 64 KiB of them are 16,000. Servers send some 20. */
export const maxHeaderLines = 256;

/**
 * In a list of 100 things this is 20 kB for each of them. Six such bodies in
 * flight, their text and their values fit into the 200 MB that a run may take.
 */
export const defaultMaxBodyBytes = 2 * 1024 * 1024;

/** What `--max-body` may be, in bytes. */
export const maxBodyRange = { least: 64_000, most: 64_000_000 } as const;

/** Chunk sizes, chunk extensions and trailers may take as much room again as the body itself. */
const framingFactor = 2;

/** How many bytes of one answer are read: the parser does not bound what stands around the chunks of a body. */
export function mostBytesFor(maxBodyBytes: number): number {
  return maxHeadBytes + framingFactor * maxBodyBytes;
}
