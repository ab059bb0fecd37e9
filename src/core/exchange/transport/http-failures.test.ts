import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { describe, expect, test } from "vitest";
import { get, okText, outcomeOf, serverWith, transportTo } from "#testing/exchange/socket-bed.ts";
import { isLoopbackHost, isPrivateAddress, isPrivateHost } from "./private-host.ts";
import { UnreadByUndici } from "./unread-by-undici.ts";

describe("a failure over sockets", () => {
  test("nothing listens", async () => {
    const server = await serverWith(() => undefined);
    await server.close();
    expect((await transportTo(server).send(get)).result).toMatchObject({
      failure: { kind: "refused", phase: "connect" },
    });
  });

  test("no such host", async () => {
    const transport = transportTo({ url: new URL("http://nowhere.invalid/v1") });
    expect((await transport.send(get)).result).toMatchObject({ failure: { kind: "name-not-found" } });
  });

  type Then = (socket: Socket) => unknown;
  const reset: Then = (socket) => socket.resetAndDestroy();
  const resetSoon: Then = (socket) => setImmediate(() => reset(socket));
  const close: Then = (socket) => socket.end();
  const nothing: Then = () => 0;
  const ok = "HTTP/1.1 200 OK\r\n";
  const lastOk = `${ok}Connection: close\r\n`;
  const switching = "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n";
  const chunked = "Transfer-Encoding: chunked\r\n\r\n";
  const closed = { kind: "closed", phase: "headers" };
  const malformed = { kind: "malformed", phase: "headers" };
  const largeHead = { kind: "too-large", phase: "headers" };
  const truncated = { kind: "truncated", phase: "body", partial: { status: 200 } };
  const largeBody = { ...truncated, kind: "too-large" };
  const cutSomewhere = { kind: expect.stringMatching("reset|truncated"), phase: expect.any(String) };
  test.each<[string, answer: string, object, then?: Then]>([
    ["a reset before the answer", "", { kind: "reset", phase: "headers" }, reset],
    ["a close before the answer", "", closed, close],
    ["a body shorter than Content-Length", `${ok}Content-Length: 9\r\n\r\n[`, truncated, close],
    ["one that is announced as the last", `${lastOk}Content-Length: 9\r\n\r\n[`, truncated, close],
    ["a chunked body without its end", `${ok}${chunked}1\r\n[\r\n`, truncated, close],
    ["one of those that is the last", `${lastOk}${chunked}1\r\n[\r\n`, truncated, close],
    ["a reset within the body", `${ok}Content-Length: 9\r\n\r\n[`, cutSomewhere, resetSoon],
    ["a chunk size that is no number", `${ok}${chunked}zz\r\n`, { kind: "malformed", phase: "body" }],
    ["a protocol that nobody asked for", switching, malformed],
    ["whitespace without measure before a value", `${ok}X: ${" ".repeat(140_000)}`, largeHead],
    ["a chunk extension without measure", `${ok}${chunked}1;${"x".repeat(70_000)}`, largeBody],
    ["trailers without measure", `${ok}${chunked}0\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, largeBody],
    [
      "framing that is far larger than the body",
      `${ok}${chunked}${"1\r\n[\r\n".repeat(900)}${"0".repeat(200_000)}`,
      largeBody,
    ],
    ["a body over the bound", `${ok}Content-Length: 5000\r\n\r\n${"x".repeat(5000)}`, largeBody],
  ])("%s", async (_, answer, failure, andThen = nothing) => {
    expect(await outcomeOf(answer, andThen)).toMatchObject({ kind: "failure", failure });
  });

  test("a public address behind a name, over plain http: nothing is sent there", async () => {
    const server = await serverWith((socket) => socket.write(okText));
    // No test may connect to a public address: here none is permitted.
    const { result } = await transportTo(server, { permits: () => false }).send(get);
    const message = expect.stringMatching(/ a public address, .*; nothing was sent$/);
    expect(result).toMatchObject({ failure: { kind: "unreachable", phase: "connect", message } });
    expect(server.requests).toEqual([]);
  });

  test("says nothing in the target's words", async () => {
    const outcome = await outcomeOf("HTTP/1.1 2x0 secretword\r\nsecretword\r\n\r\n");
    expect(JSON.stringify(outcome)).not.toContain("secretword");
  });

  test("given up by the run, and before it was sent", async () => {
    const controller = new AbortController();
    const server = await serverWith(() => controller.abort());
    const transport = transportTo(server);
    for (const phase of ["headers", "connect"]) {
      const { result } = await transport.send({ ...get, signal: controller.signal });
      expect(result).toMatchObject({ failure: { kind: "aborted", phase } });
    }
    expect(server.requests).toHaveLength(1);
  });

  test("rejects for a request that cannot be written: that is no target's failure", async () => {
    const server = await serverWith((socket) => socket.write(okText));
    await expect(transportTo(server).send({ ...get, headers: [["Bad name", "x"]] })).rejects.toThrow(
      "invalid header key",
    );
  });
});

// Ruling 24, and who may be sent the key over plain http: each host as it is written in a URL.

const hosts = {
  private: `
    127.0.0.1 127.0.0.1. 127.1 2130706433 0x7f.1 0x7F000001 017700000001 127。0。0。1 10.1.2.3 172.31.0.1
    192.168.1.1 169.254.1.1 3232235777 [::1] [0:0:0:0:0:0:0:1] [fd00::1] [FE80::1] [::ffff:127.0.0.1]
    [::ffff:10.0.0.1] localhost LOCALHOST localhost. api.localhost api.localhost. petstore com printer.local
    pets.internal pets.internal. pets.TEST аpi.test xn--pi-7kc.test`,
  public: `
    com. petstore. example.com example.com. EXAMPLE.COM xn--80ak6aa92e.com аpple.com localhost.example.com
    local.example internal.com test.io localhost.com mylocalhost.de localhost.. pets..internal .internal .
    127.0.0.1.nip.io 127.0.0.1.example 8.8.8.8 134744072 0x08080808 010.8.8.8 11.0.0.1 172.32.0.1
    192.169.0.1 100.64.0.1 0.0.0.0 [::] [2606:4700::1111] [::ffff:8.8.8.8] [::127.0.0.1] [64:ff9b::7f00:1]
    [64:ff9b::10.0.0.1] [2002:7f00:1::] [2002:a00:1::1] [2001:0:7f00:1::] [fec0::1] [fb00::1]`,
};

describe.each(Object.entries(hosts))("%s:", (kind, all) => {
  test.each(all.trim().split(/\s+/))("%s", (host) => {
    expect(isPrivateHost(new URL(`http://${host}:8080/v1`).hostname)).toBe(kind === "private");
  });
});

test("a zone is no part of an address", () => {
  expect(isPrivateAddress("fe80::1%eth0")).toBe(true);
  expect(isPrivateAddress("2606:4700::1111%eth0")).toBe(false);
  expect(isPrivateAddress("pets.internal")).toBe(false);
});

test.each([
  [true, ["localhost", "localhost.", "api.localhost", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]"]],
  [false, ["localhost.com", "10.0.0.1", "petstore", "localhost..", "127.0.0.1.com"]],
])("it is %s of each of %j that it is this machine", (isOwn, hosts) => {
  for (const host of hosts) expect(isLoopbackHost(new URL(`http://${host}/`).hostname), host).toBe(isOwn);
});

/** What is passed on of an answer that comes in these pieces. */
async function passed(...pieces: readonly string[]): Promise<string> {
  const [near, far] = duplexPair();
  const stream = new UnreadByUndici(near, 1_000_000);
  stream.expectAnswer();
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  const ended = new Promise((resolve) => stream.on("end", resolve));
  for (const piece of pieces) await new Promise((resolve) => far.write(piece, "latin1", resolve));
  far.end();
  await ended;
  return text;
}

const interim = "HTTP/1.1 100 Continue\r\nX: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n";
const body = "{}  \r\n\r\n HTTP/1.1 100 \t\r\n\r\n\xff";

describe("what undici gets to read", () => {
  test("has no 1xx responses and no whitespace at the end of a field, wherever its bytes are cut", async () => {
    const answer = `${interim}HTTP/1.1 200 OK \r\nA: b c \t \r\nContent-Length:\t2 \r\n\r\n${body}`;
    const read = `HTTP/1.1 200 OK\r\nA: b c\r\nContent-Length:\t2\r\n\r\n${body}`;
    for (let cut = 0; cut <= answer.length; cut += 1)
      expect(await passed(answer.slice(0, cut), answer.slice(cut))).toBe(read);
    expect(await passed(...answer)).toBe(read);
  });

  test("keeps a line that is nothing but whitespace: without it, the head would end there", async () => {
    const answer = "HTTP/1.1 200 OK\r\n \t\r\nA: b\r\n\r\n";
    expect(await passed(answer)).toBe(answer);
  });

  test.each(["SSH-2.0", "HTTP/2 200\r\n", "\r\nHTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\rB"])(
    "is all of what it refuses, before its end: %j",
    async (answer) => {
      expect(await passed(...answer)).toBe(answer);
    },
  );

  test("is a 101, too: nobody asked for another protocol", async () => {
    const answer = "HTTP/1.1 101 Switching Protocols\r\n\r\n";
    expect(await passed(answer)).toBe(answer);
  });
});
