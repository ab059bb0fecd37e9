import { conforming, fails, type HostileCases, unreachable, waitingMs } from "../hostile-case.ts";
import { petstore, plain } from "../petstore.ts";
import { always, drip, dripInto, endless, first, json, writeEach } from "../writing.ts";

const timeoutMs = waitingMs;
const list = json("200 OK", "[]");

/** Nothing, or hardly anything, comes back. */
export const silence: HostileCases = {
  silent: {
    does: "takes every request and answers none",
    hostility: () => ({ onRequest: () => undefined }),
    timeoutMs,
    expect: unreachable("no answer came"),
  },
  "reads-nothing": {
    does: "accepts connections and reads no byte",
    hostility: () => ({ onConnection: (socket) => void socket.pause() }),
    timeoutMs,
    expect: unreachable("no answer came"),
  },
  "half-a-status-line": {
    does: "sends `HTTP/1.` and no more",
    hostility: () => always("HTTP/1."),
    timeoutMs,
    expect: unreachable("no answer came"),
  },
  "half-a-head": {
    does: "sends a status line and half a header field, and no more",
    hostility: () => always("HTTP/1.1 200 OK\r\nContent-Ty"),
    timeoutMs,
    expect: unreachable("no answer came"),
  },
  "slow-head": {
    does: "sends its head one byte each 50 ms",
    hostility: () => drip(list, 50),
    timeoutMs,
    expect: unreachable("no answer came"),
  },
  "slow-header-lines": {
    does: "sends a header line each 50 ms, without end",
    hostility: () => endless("HTTP/1.1 200 OK\r\n", "X-A: b\r\n", 50),
    timeoutMs,
    expect: unreachable("no answer came"),
  },
  "head-without-body": {
    does: "sends a head that promises a body, and no body",
    hostility: () => always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
    timeoutMs,
    expect: fails("HTTP-1"),
  },
  "slow-body": {
    does: "sends its body one byte each 50 ms",
    hostility: () =>
      petstore(({ correct, clock }, socket) => {
        const bytes = plain(correct);
        const bodyAt = bytes.length - correct.body.length;
        socket.write(bytes.subarray(0, bodyAt));
        dripInto(socket, bytes.subarray(bodyAt), 50, clock);
        return undefined;
      }),
    timeoutMs,
    expect: fails("HTTP-1"),
  },
  "half-a-body": {
    does: "sends half of each body, and no more",
    hostility: () =>
      petstore(({ correct }) => {
        const bytes = plain(correct);
        return bytes.subarray(0, bytes.length - Math.ceil(correct.body.length / 2));
      }),
    timeoutMs,
    expect: fails("HTTP-1"),
  },
  "silent-after-the-first-list": {
    does: "answers its first request as it should, and no other",
    hostility: () => first(1, petstore(), { onRequest: () => undefined }),
    timeoutMs,
    expect: fails("HTTP-1"),
  },
  "silent-to-post": {
    does: "answers every GET as it should, and no POST",
    hostility: () => petstore(({ method, correct }) => (method === "POST" ? undefined : plain(correct))),
    timeoutMs,
    expect: fails("HTTP-1"),
  },
  "slow-to-accept-and-correct": {
    does: "answers as it should, each time after 50 ms and in three pieces",
    hostility: () =>
      petstore(({ correct, clock }, socket) => {
        const bytes = plain(correct);
        const third = Math.ceil(bytes.length / 3);
        void writeEach(socket, 20, clock, (nth) => bytes.subarray(nth * third, (nth + 1) * third));
        return undefined;
      }),
    expect: conforming,
  },
};
