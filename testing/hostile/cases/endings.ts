import type { Socket } from "node:net";
import { conforming, fails, type HostileCases, unreachable } from "../hostile-case.ts";
import { petstore, plain } from "../petstore.ts";
import { always, first } from "../writing.ts";

const reset = (socket: Socket) => void socket.resetAndDestroy();

/** The connection ends where it should not. */
export const endings: HostileCases = {
  "reset-on-connect": {
    does: "resets each connection as soon as it is there",
    hostility: () => ({ onConnection: reset }),
    expect: unreachable("the connection was reset"),
  },
  "close-on-connect": {
    does: "closes each connection as soon as it is there",
    hostility: () => ({ onConnection: (socket) => void socket.end() }),
    expect: unreachable(""),
  },
  "reset-on-request": {
    does: "resets the connection when the request has come",
    hostility: () => ({ onRequest: reset }),
    expect: unreachable("the connection was reset"),
  },
  "close-on-request": {
    does: "closes the connection when the request has come",
    hostility: () => ({ onRequest: (socket) => void socket.end() }),
    expect: unreachable("closed the connection before it answered"),
  },
  "reset-in-head": {
    does: "resets the connection within the status line",
    hostility: () => always("HTTP/1.1 20", reset),
    expect: unreachable(""),
  },
  "close-in-head": {
    does: "closes the connection within a header line",
    hostility: () => always("HTTP/1.1 200 OK\r\nContent-T", (socket) => socket.end()),
    expect: unreachable("closed the connection before it answered"),
  },
  "reset-in-body": {
    does: "resets the connection in the middle of each body",
    hostility: () => petstore(({ correct }, socket) => cut(socket, plain(correct), reset)),
    expect: fails("HTTP-1"),
  },
  "close-in-body": {
    does: "closes the connection before the body has its Content-Length",
    hostility: () => petstore(({ correct }, socket) => cut(socket, plain(correct), (s) => s.end())),
    expect: fails("HTTP-1"),
  },
  "close-in-chunks": {
    does: "closes the connection before the last chunk",
    hostility: () =>
      always("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n", (socket) => socket.end()),
    expect: fails("HTTP-1"),
  },
  "reset-now-and-then": {
    does: "is correct, and resets each seventh request",
    hostility: () =>
      petstore(({ correct, request }, socket) => {
        if (request.nth % 7 !== 0) return plain(correct);
        reset(socket);
        return undefined;
      }),
    expect: fails("HTTP-1"),
  },
  "close-after-each": {
    does: "is correct, and closes the connection after each answer without a word",
    hostility: () =>
      petstore(({ correct }, socket) => {
        socket.end(plain(correct));
        return undefined;
      }),
    expect: conforming,
  },
  dies: {
    does: "answers five requests as it should, and then resets every connection",
    hostility: () => first(5, petstore(), { onRequest: reset }),
    expect: fails("HTTP-1"),
  },
  "dies-and-comes-back": {
    does: "is correct, but for forty requests in the middle whose connections it resets",
    hostility: () => {
      const correct = petstore();
      return first(10, correct, first(50, { onRequest: reset }, correct));
    },
    expect: fails("HTTP-1"),
  },
};

/** All but the last bytes. */
function cut(socket: Socket, bytes: Uint8Array, end: (socket: Socket) => void): undefined {
  socket.write(bytes.subarray(0, bytes.length - 10), () => end(socket));
  return undefined;
}
