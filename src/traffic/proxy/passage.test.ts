import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { answering, ask, get, ok, post, proxied } from "#testing/traffic/proxied.ts";

const http = (fields: string, body: string, status = "200 OK") =>
  `HTTP/1.1 ${status}\r\n${fields}\r\n\r\n${body}`;
const odd = "b: 1\r\nA: caf\xe9\r\nSet-Cookie: x\r\nset-cookie: y\r\nContent-Length: 3";
const chunked = "Transfer-Encoding: chunked";
const closing = "Connection: close";
const none = "304 Not Modified";

test.each([
  [
    "repeated lines and bytes beyond ASCII",
    http(odd, "\xff\x00\xfe", "200 Fine"),
    http(`${odd}\r\n${closing}`, "\xff\x00\xfe", "200 Fine"),
  ],
  [
    "chunks and trailers",
    http(`${chunked}\r\nTrailer: X-T`, "3\r\n[1]\r\n0\r\nX-T: t\r\n\r\n"),
    http(`${closing}\r\n${chunked}`, "3\r\n[1]\r\n0\r\n\r\n"),
  ],
  [
    "a body that ends with the connection",
    "HTTP/1.1 200 OK\r\n\r\n[1]",
    http(`${closing}\r\n${chunked}`, "3\r\n[1]\r\n0\r\n\r\n"),
  ],
  ["an interim answer", http("Link: </a>", ok, "103 Early Hints"), ok],
  [
    "a 204 with a length",
    http("Content-Length: 2\r\nX-A: 1", "", "204 None"),
    http(`X-A: 1\r\n${closing}`, "", "204 None"),
  ],
  ["a 304", http("Content-Length: 2", "", none), http(`Content-Length: 2\r\n${closing}`, "", none)],
  [
    "fields of its connection",
    http("Connection: x-mine, keep-alive\r\nX-Mine: 1\r\nKeep-Alive: timeout=5\r\nContent-Length: 0", ""),
    http(`Content-Length: 0\r\n${closing}`, ""),
  ],
])("an answer with %s passes, framed for the client's connection", async (_, answer, came) => {
  const proxy = await proxied(answering(answer));
  expect(await ask(proxy.port, get)).toBe(came);
  expect(proxy.reported).toMatchObject([{ outcome: { kind: "answer" } }]);
  expect([proxy.notJudged, proxy.isFree()]).toEqual([[], true]);
});

test("a HEAD is answered with the length and without a body", async () => {
  const proxy = await proxied(answering(http("Content-Length: 9", "")));
  const came = await ask(proxy.port, get.replace("GET", "HEAD"));
  expect(came).toBe(http(`Content-Length: 9\r\n${closing}`, ""));
});

test.each([
  ["nothing", "", "closed"],
  ["a head without an end", "HTTP/1.1 200 OK\r\nA: b", "closed"],
  ["a body without an end", http("Content-Length: 9", "[1"), "truncated"],
  ["a last body without an end", http(`Content-Length: 9\r\n${closing}`, "[1"), "truncated"],
  ["chunks without an end", http(chunked, "2\r\n[1\r\n"), "truncated"],
  ["last chunks without an end", http(`${closing}\r\n${chunked}`, "2\r\n[1\r\n"), "truncated"],
])(
  "where the target answers %s, the client's connection ends, too, and it is reported",
  async (_, answer, kind) => {
    const proxy = await proxied(answering(answer));
    const came = await ask(proxy.port, get);
    expect(came).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(came === "").toBe(kind === "closed");
    expect(proxy.reported).toMatchObject([{ outcome: { kind: "failure", failure: { kind } } }]);
    expect([proxy.notJudged, proxy.isFree()]).toEqual([[], true]);
  },
);

test.each([
  ["no HTTP", "SMTP ready\r\n\r\n"],
  ["a status that is none", "HTTP/1.1 20 OK\r\n\r\n"],
  ["a chunk without a size", http(chunked, "x\r\n")],
  ["two lengths", http("Content-Length: 1\r\nContent-Length: 2", "ab")],
  ["a coding beside chunked", http("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")],
  ["a head that is too long", http(`A: ${"a".repeat(300_000)}`, "")],
  ["100 that nobody waits for", `HTTP/1.1 100 Continue\r\n\r\n${ok}`],
  ["another protocol", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n\x81\x00"],
])("where the target answers %s, the client's connection ends, and it is not judged", async (_, answer) => {
  const proxy = await proxied(answering(answer));
  expect(await ask(proxy.port, get)).not.toContain("ab");
  expect(proxy.notJudged).toEqual([expect.stringContaining("not passed on as HTTP/1.1")]);
  expect([proxy.reported, proxy.isFree()]).toEqual([[], true]);
});

test("an answer that is cut short because the client left is not the target's doing", async () => {
  const ended = Promise.withResolvers<void>();
  const proxy = await proxied((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1");
    socket.on("close", () => ended.resolve());
  });
  const socket = connect(proxy.port, "127.0.0.1", () => socket.write(get, "latin1"));
  socket.once("data", () => socket.destroy());
  await ended.promise;
  expect(proxy.reported).toMatchObject([{ outcome: { kind: "failure", failure: { kind: "aborted" } } }]);
});

test("a client that leaves within its body is reported, and the target's connection ends", async () => {
  const begun = Promise.withResolvers<Socket>();
  const proxy = await proxied((socket) => begun.resolve(socket));
  const socket = connect(proxy.port, "127.0.0.1", () => socket.write(post("Content-Length: 9", "[1")));
  const target = await begun.promise;
  const ended = new Promise((resolve) => target.on("close", resolve));
  socket.destroy();
  await ended;
  expect(proxy.reported).toMatchObject([{ body: undefined, outcome: { failure: { kind: "aborted" } } }]);
  expect(proxy.isFree()).toBe(true);
});

test("a target that answers before it has read the body: the client gets the answer", async () => {
  const proxy = await proxied(answering("HTTP/1.1 413 Large\r\nContent-Length: 2\r\n\r\n{}"));
  const came = await ask(proxy.port, post("Content-Length: 9", "[1").replace("close", "keep-alive, close"));
  expect(came).toMatch(/^HTTP\/1.1 413 Large\r\n.*\{\}$/s);
  expect(proxy.reported).toMatchObject([{ body: undefined, outcome: { status: 413 } }]);
});

test("a target that cannot be reached ends the client's connection, and is reported", async () => {
  const proxy = await proxied(answering(""));
  await proxy.target.close();
  expect(await ask(proxy.port, get)).toBe("");
  expect(proxy.reported).toMatchObject([{ outcome: { failure: { kind: "refused" } } }]);
});

const kept = (path: string) => `GET /v1/${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test("requests of one connection pass one after the other, and a fault after them is answered last", async () => {
  let open = 0;
  const proxy = await proxied((socket, text) => {
    open += 1;
    expect(open).toBe(1);
    setImmediate(() => {
      open -= 1;
      const [, path = ""] = /.*GET \/v1\/(\d+) /s.exec(text) ?? [];
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
    });
  });
  const paths = Array.from({ length: 50 }, (_, at) => String(at));
  const came = await ask(proxy.port, `${paths.map(kept).join("")}nonsense\r\n\r\n`);
  expect(came.match(/(?<=\r\n\r\n)\d+/g)).toEqual(paths);
  expect(came).toMatch(/HTTP\/1.1 400 Bad Request\r\n[^[]*$/);
  expect([proxy.reported.length, proxy.notJudged.length]).toEqual([50, 1]);
});

test("a connection with more requests than may wait is closed", async () => {
  const proxy = await proxied(() => undefined);
  expect(await ask(proxy.port, kept("pets").repeat(1000))).toBe("");
  expect(proxy.notJudged).toEqual(["a connection with more than 100 requests that wait"]);
  expect(proxy.target.received.length).toBeLessThanOrEqual(1);
});

test("the proxy ends at once, whoever is waiting, and reports what was not answered", async () => {
  const asked = Promise.withResolvers<void>();
  const proxy = await proxied(() => asked.resolve());
  const came = ask(proxy.port, get);
  await asked.promise;
  await proxy.close();
  expect(await came).toBe("");
  expect(proxy.reported).toMatchObject([
    { outcome: { failure: { kind: "aborted", message: "the proxy was ended" } } },
  ]);
});
