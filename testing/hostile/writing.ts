import type { Socket } from "node:net";
import type { Clock } from "#core/exchange/clock/clock.ts";
import type { BedRequest, Hostility } from "./bed-server.ts";

/** Bytes as Latin-1 where text is given. */
type Bytes = string | Uint8Array;

export function bytesOf(text: Bytes): Uint8Array {
  return typeof text === "string" ? Buffer.from(text, "latin1") : text;
}

/** A whole response: status line, header lines, Content-Length, body. */
export function json(status: string, body: Bytes, headers: readonly string[] = []): Uint8Array {
  const bytes = bytesOf(body);
  const type = "Content-Type: application/json";
  const lines = [`HTTP/1.1 ${status}`, type, ...headers, `Content-Length: ${bytes.length}`];
  return Buffer.concat([bytesOf(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

export function always(bytes: Bytes, andThen?: (socket: Socket) => void): Hostility {
  const answer = bytesOf(bytes);
  return { onRequest: (socket) => socket.write(answer, () => andThen?.(socket)) };
}

export function onceAndClose(bytes: Bytes): Hostility {
  return { onRequest: (socket) => socket.end(bytesOf(bytes)) };
}

/** After `head`, `piece` again and again: every `everyMs`, or as fast as it is taken where that is 0. */
export function endless(head: Bytes, piece: Bytes, everyMs = 0): Hostility {
  return {
    onRequest: (socket, _, clock) => {
      socket.write(bytesOf(head));
      if (everyMs > 0) void writeEach(socket, everyMs, clock, () => bytesOf(piece));
      else pour(socket, bytesOf(piece));
    },
  };
}

function pour(socket: Socket, piece: Uint8Array): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

export function drip(bytes: Bytes, everyMs: number): Hostility {
  return { onRequest: (socket, _, clock) => dripInto(socket, bytesOf(bytes), everyMs, clock) };
}

export function dripInto(socket: Socket, bytes: Uint8Array, everyMs: number, clock: Clock): void {
  void writeEach(socket, everyMs, clock, (nth) => bytes.subarray(nth, nth + 1));
}

/** Writes a piece each `everyMs`, counted from 0, until one is empty or the connection has ended. */
export async function writeEach(
  socket: Socket,
  everyMs: number,
  clock: Clock,
  piece: (nth: number) => Uint8Array,
): Promise<void> {
  for (let nth = 0; ; nth += 1) {
    await clock.sleep(everyMs);
    const bytes = piece(nth);
    if (socket.destroyed || bytes.length === 0) return;
    socket.write(bytes);
  }
}

/** One behaviour for the first requests, another from then on. */
export function first(count: number, before: Hostility, after: Hostility): Hostility {
  return {
    onRequest: (socket: Socket, request: BedRequest, clock: Clock) =>
      (request.nth <= count ? before : after).onRequest?.(socket, request, clock),
  };
}
