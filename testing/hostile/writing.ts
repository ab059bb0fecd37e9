import type { Socket } from "node:net";
import type { BedRequest, Hostility } from "./bed-server.ts";

/** Bytes as Latin-1 where text is given. */
export type Bytes = string | Uint8Array;

export function bytesOf(text: Bytes): Uint8Array {
  return typeof text === "string" ? Buffer.from(text, "latin1") : text;
}

/** A whole response: status line, header lines, Content-Length, body. */
function response(status: string, headers: readonly string[], body: Bytes): Uint8Array {
  const bytes = bytesOf(body);
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`];
  return Buffer.concat([bytesOf(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

export function json(status: string, body: Bytes, headers: readonly string[] = []): Uint8Array {
  return response(status, ["Content-Type: application/json", ...headers], body);
}

/** Answers every request with the same bytes. */
export function always(bytes: Bytes, andThen?: (socket: Socket) => void): Hostility {
  const answer = bytesOf(bytes);
  return { onRequest: (socket) => socket.write(answer, () => andThen?.(socket)) };
}

/** Answers every request with the same bytes and closes the connection. */
export function onceAndClose(bytes: Bytes): Hostility {
  return { onRequest: (socket) => socket.end(bytesOf(bytes)) };
}

/** After `head`, `piece` again and again: every `everyMs`, or as fast as it is taken where that is 0. */
export function endless(head: Bytes, piece: Bytes, everyMs = 0): Hostility {
  return { onRequest: (socket) => pour(socket, bytesOf(head), bytesOf(piece), everyMs) };
}

function pour(socket: Socket, head: Uint8Array, piece: Uint8Array, everyMs: number): void {
  socket.write(head);
  if (everyMs > 0) {
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.once("close", () => clearInterval(timer));
    return;
  }
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

/** What is sent, one byte each `everyMs`. */
export function drip(bytes: Bytes, everyMs: number): Hostility {
  return { onRequest: (socket) => dripInto(socket, bytesOf(bytes), everyMs) };
}

export function dripInto(socket: Socket, bytes: Uint8Array, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (at < bytes.length) socket.write(bytes.subarray(at, at + 1));
    at += 1;
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** One behaviour for the first requests, another from then on. */
export function first(count: number, before: Hostility, after: Hostility): Hostility {
  return {
    onRequest: (socket: Socket, request: BedRequest) =>
      (request.nth <= count ? before : after).onRequest?.(socket, request),
  };
}
