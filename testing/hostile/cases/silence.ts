import { conforming, fails, type HostileCases, unreachable, waitedFor, waitingMs } from "../hostile-case.ts";
import { petstore, plain } from "../petstore.ts";
import { always, drip, dripInto, endless, first, json, writeEach } from "../writing.ts";

const target = waitedFor(waitingMs);
const list = json("200 OK", "[]");

/** Nothing, or hardly anything, comes back. */
export const silence: HostileCases = {
  silent: target(
    "takes every request and answers none",
    () => ({ onRequest: () => undefined }),
    unreachable("no answer came"),
  ),
  "reads-nothing": target(
    "accepts connections and reads no byte",
    () => ({ onConnection: (socket) => void socket.pause() }),
    unreachable("no answer came"),
  ),
  "half-a-status-line": target(
    "sends `HTTP/1.` and no more",
    () => always("HTTP/1."),
    unreachable("no answer came"),
  ),
  "half-a-head": target(
    "sends a status line and half a header field, and no more",
    () => always("HTTP/1.1 200 OK\r\nContent-Ty"),
    unreachable("no answer came"),
  ),
  "slow-head": target(
    "sends its head one byte each 50 ms",
    () => drip(list, 50),
    unreachable("no answer came"),
  ),
  "slow-header-lines": target(
    "sends a header line each 50 ms, without end",
    () => endless("HTTP/1.1 200 OK\r\n", "X-A: b\r\n", 50),
    unreachable("no answer came"),
  ),
  "head-without-body": target(
    "sends a head that promises a body, and no body",
    () => always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
    fails("HTTP-1"),
  ),
  "slow-body": target(
    "sends its body one byte each 50 ms",
    () =>
      petstore(({ correct, clock }, socket) => {
        const bytes = plain(correct);
        const bodyAt = bytes.length - correct.body.length;
        socket.write(bytes.subarray(0, bodyAt));
        dripInto(socket, bytes.subarray(bodyAt), 50, clock);
        return undefined;
      }),
    fails("HTTP-1"),
  ),
  "half-a-body": target(
    "sends half of each body, and no more",
    () =>
      petstore(({ correct }) => {
        const bytes = plain(correct);
        return bytes.subarray(0, bytes.length - Math.ceil(correct.body.length / 2));
      }),
    fails("HTTP-1"),
  ),
  "silent-after-the-first-list": target(
    "answers its first request as it should, and no other",
    () => first(1, petstore(), { onRequest: () => undefined }),
    fails("HTTP-1"),
  ),
  "silent-to-post": target(
    "answers every GET as it should, and no POST",
    () => petstore(({ method, correct }) => (method === "POST" ? undefined : plain(correct))),
    fails("HTTP-1"),
  ),
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
