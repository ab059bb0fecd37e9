import type { Socket } from "node:net";
import type { Behaviours, Hostility } from "../bed-server.ts";
import {
  altered,
  always,
  bytesOf,
  dripInto,
  endless,
  first,
  json,
  petstore,
  plain,
  spoiled,
  writeEach,
} from "../hostile-parts.ts";

const nothing: Hostility = { onRequest: () => undefined };
const end = (socket: Socket) => void socket.end();
const reset = (socket: Socket) => void socket.resetAndDestroy();
const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const kibibyte = "a".repeat(1024);

/** The correct answers but for their last ten bytes. */
const cut = (andThen: (socket: Socket) => void) =>
  spoiled(({ correct }, socket) => {
    const bytes = plain(correct);
    socket.write(bytes.subarray(0, bytes.length - 10), () => andThen(socket));
    return undefined;
  });

/** Nothing, or hardly anything, comes back. */
const silence: Behaviours = {
  silent: () => nothing,
  "reads-nothing": () => ({ onConnection: (socket) => void socket.pause() }),
  "half-a-status-line": () => always("HTTP/1."),
  "half-a-head": () => always("HTTP/1.1 200 OK\r\nContent-Ty"),
  "slow-head": () => ({
    onRequest: (socket, _, clock) => dripInto(socket, json("200 OK", "[]"), 50, clock),
  }),
  "slow-header-lines": () => endless("HTTP/1.1 200 OK\r\n", "X-A: b\r\n", 50),
  "head-without-body": () => always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
  "slow-body": spoiled(({ correct, clock }, socket) => {
    const bytes = plain(correct);
    const bodyAt = bytes.length - correct.body.length;
    socket.write(bytes.subarray(0, bodyAt));
    dripInto(socket, bytes.subarray(bodyAt), 50, clock);
    return undefined;
  }),
  "half-a-body": spoiled(({ correct }) => {
    const bytes = plain(correct);
    return bytes.subarray(0, bytes.length - Math.ceil(correct.body.length / 2));
  }),
  "silent-after-the-first-list": () => first(1, petstore(), nothing),
  "silent-to-post": spoiled(({ method, correct }) => (method === "POST" ? undefined : plain(correct))),
  "slow-to-accept-and-correct": spoiled(({ correct, clock }, socket) => {
    const bytes = plain(correct);
    const third = Math.ceil(bytes.length / 3);
    void writeEach(socket, 20, clock, (nth) => bytes.subarray(nth * third, (nth + 1) * third));
    return undefined;
  }),
};

/** The connection ends where it should not. */
const endings: Behaviours = {
  "reset-on-connect": () => ({ onConnection: reset }),
  "close-on-connect": () => ({ onConnection: end }),
  "reset-on-request": () => ({ onRequest: reset }),
  "close-on-request": () => ({ onRequest: end }),
  "reset-in-head": () => always("HTTP/1.1 20", reset),
  "close-in-head": () => always("HTTP/1.1 200 OK\r\nContent-T", end),
  "reset-in-body": cut(reset),
  "close-in-body": cut(end),
  "close-in-chunks": () => always("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n", end),
  "reset-now-and-then": spoiled(({ correct, request }, socket) => {
    if (request.nth % 7 !== 0) return plain(correct);
    reset(socket);
    return undefined;
  }),
  "close-after-each": spoiled(({ correct }, socket) => {
    socket.end(plain(correct));
    return undefined;
  }),
  dies: () => first(5, petstore(), { onRequest: reset }),
  "dies-and-comes-back": () => {
    const correct = petstore();
    return first(10, correct, first(50, { onRequest: reset }, correct));
  },
};

/** A part of the answer has no end. */
const endlessParts: Behaviours = {
  "endless-status-line": () => endless("HTTP/1.1 200 ", kibibyte),
  "endless-header-line": () => endless("HTTP/1.1 200 OK\r\nX-A: ", kibibyte),
  "endless-header-lines": () => endless("HTTP/1.1 200 OK\r\n", "X-A: b\r\n".repeat(100)),
  "many-header-lines": altered({ headers: Array.from({ length: 15_000 }, () => "a:") }),
  "large-heads": altered({ headers: Array.from({ length: 60 }, (_, n) => `X-${n}: ${kibibyte}`) }),
  "whitespace-in-heads": altered({
    without: ["content-type"],
    headers: [`Content-Type: application/json; a=b${" ".repeat(50_000)}; c=d`],
  }),
  "endless-100": () => endless("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(10)),
  "endless-103": () => endless("", `HTTP/1.1 103 Early Hints\r\nLink: ${kibibyte}\r\n\r\n`),
  "slow-102": () => endless("", "HTTP/1.1 102 Processing\r\n\r\n", 30),
  "some-1xx": spoiled(({ correct }) => {
    const interim = ["100 Continue", "102 Processing", "103 Early Hints\r\nLink: </a>", "103 Early Hints"];
    return Buffer.concat([...interim.map((line) => bytesOf(`HTTP/1.1 ${line}\r\n\r\n`)), plain(correct)]);
  }),
  "endless-body": () => endless(`${ok}\r\n[`, `"${kibibyte}",`.repeat(16)),
  "endless-chunks": () => endless(chunked, `400\r\n${kibibyte}\r\n`.repeat(16)),
  "endless-small-chunks": () => endless(chunked, "1\r\n[\r\n".repeat(1000)),
  "endless-chunk-extension": () => endless(`${chunked}2;a=`, kibibyte),
  "endless-trailers": () => endless(`${chunked}2\r\n[]\r\n0\r\n`, "X-A: b\r\n".repeat(100)),
  "ten-gigabytes": () => endless(`${ok}Content-Length: 10000000000\r\n\r\n`, kibibyte.repeat(16)),
};

export const connections: Behaviours = { ...silence, ...endings, ...endlessParts };
