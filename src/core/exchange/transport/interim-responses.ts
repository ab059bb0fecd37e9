import { maxHeadBytes } from "../decoding/answer-size.ts";

/** No real service sends more 1xx responses than this before one answer, or larger ones. */
export const maxInterimResponses = 20;

/** The length of `HTTP/1.1 100`: enough to recognise an interim response. */
const statusLineBytes = 12;

export class TooManyInterimResponses extends Error {
  override readonly name = "TooManyInterimResponses";
}

export interface InterimFilter {
  /** A request goes out: what comes next is the head of a response. */
  expectResponse(): void;
  /**
   * The bytes to read on with; empty when all of them belong to an interim response, or are too few to decide.
   * @throws TooManyInterimResponses
   */
  pass(chunk: Buffer): Buffer;
}

/**
 * Takes 1xx responses out of what a connection delivers. A client has to ignore those that it did not
 * ask for (RFC 9110, section 15.2), and undici ends the connection at a 100. A 101 stays: nobody asked
 * for another protocol, and undici says so.
 */
export function interimFilter(): InterimFilter {
  let state: "status-line" | "interim-head" | "through" = "through";
  let held: Buffer = Buffer.alloc(0);
  let seen = 0;

  return {
    expectResponse() {
      state = "status-line";
      held = Buffer.alloc(0);
      seen = 0;
    },
    pass(chunk) {
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = Buffer.alloc(0);
      while (state !== "through") {
        if (state === "status-line") {
          const line = bytes.toString("latin1", 0, statusLineBytes);
          if (line.length < statusLineBytes && mayBecomeInterim(line)) return hold(bytes);
          state = /^HTTP\/1\.[01] 1(?!01)/.test(line) ? "interim-head" : "through";
          continue;
        }
        const end = bytes.indexOf("\r\n\r\n");
        if (end === -1 ? bytes.length > maxHeadBytes : ++seen > maxInterimResponses) {
          throw new TooManyInterimResponses();
        }
        if (end === -1) return hold(bytes);
        bytes = bytes.subarray(end + 4);
        state = "status-line";
      }
      return bytes;
    },
  };

  function hold(bytes: Buffer): Buffer {
    held = bytes;
    return Buffer.alloc(0);
  }
}

function mayBecomeInterim(line: string): boolean {
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((start) => line.startsWith(start.slice(0, line.length)));
}
