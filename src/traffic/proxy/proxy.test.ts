import { describe, expect, test } from "vitest";
import { answering, ask, get, ok, post, proxied } from "#testing/traffic/proxied.ts";

test("lines come to the target in their order and spelling, with its own host, and are reported as they were sent", async () => {
  const proxy = await proxied(answering(ok));
  expect(await ask(proxy.port, get)).toBe(ok);
  const host = `127.0.0.1:${proxy.target.port}`;
  const [received = ""] = proxy.target.received;
  expect(received.toLowerCase()).toContain(`host: ${host}\r\n`);
  expect(received).toContain("x-a: 1\r\nX-A: 2\r\n");
  expect(received).not.toContain("pets.example");
  expect(proxy.reported).toEqual([
    {
      ...{ method: "GET", target: "/pets?limit=1" },
      ...{ sentAtMs: expect.any(Number), endedAtMs: expect.any(Number) },
      headers: [
        ["hOST", host],
        ["x-a", "1"],
        ["X-A", "2"],
        ["Connection", "close"],
      ],
      body: Buffer.alloc(0),
      outcome: {
        ...{ kind: "answer", status: 200, body: Buffer.from("[]") },
        headers: [
          ["Content-Length", "2"],
          ["Connection", "close"],
        ],
      },
    },
  ]);
  expect([proxy.notJudged, proxy.isFree()]).toEqual([[], true]);
});

test.each([
  ["a length", post("Content-Length: 4", "[10]"), /content-length: 4\r\n.*\[10\]$/is],
  [
    "chunks and a trailer",
    post("Transfer-Encoding: chunked", "2;a=b\r\n[1\r\n2\r\n0]\r\n0\r\nX-T: 1\r\n\r\n"),
    /transfer-encoding: chunked\r\n.*\r\n0\r\n\r\n$/is,
  ],
])("a body with %s comes to the target whole, and is reported", async (_, request, expected) => {
  const proxy = await proxied((socket, text) => {
    if (expected.test(text)) socket.end(ok);
  });
  expect(await ask(proxy.port, request)).toBe(ok);
  expect(proxy.reported).toMatchObject([{ method: "POST", target: "/pets" }]);
  expect(Buffer.from(proxy.reported[0]?.body ?? []).toString()).toBe("[10]");
  expect([proxy.notJudged, proxy.isFree()]).toEqual([[], true]);
});

test("a client that expects 100-continue is told to, and its body passes", async () => {
  const proxy = await proxied((socket, text) => text.includes("[10]") && void socket.end(ok));
  const came = await ask(proxy.port, post("Content-Length: 4\r\nExpect: 100-continue", "[10]"));
  expect(came).toBe(`HTTP/1.1 100 Continue\r\n\r\n${ok}`);
  expect(proxy.target.received[0]).not.toContain("xpect");
});

test("a body of more than is kept passes, and is not recorded", async () => {
  const large = "x".repeat(65);
  const proxy = await proxied((socket, text) => {
    if (text.endsWith("x")) socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 65\r\n\r\n${large}`);
  });
  expect(await ask(proxy.port, post("Content-Length: 65", large))).toContain(large);
  expect(proxy.reported).toMatchObject([{ body: undefined, outcome: { status: 200, body: undefined } }]);
  const why = "a body of more than 64 bytes, or without room to keep it";
  expect([proxy.notJudged, proxy.isFree()]).toEqual([[why, why], true]);
});

describe("what could be read in two ways, or leads elsewhere, does not pass:", () => {
  const h = "Host: a\r\n";
  test.each<[name: string, request: string, why?: string, status?: number]>([
    ["two lengths", post("Content-Length: 1\r\nContent-Length: 2", "ab")],
    ["a length beside chunks", post("Content-Length: 9\r\nTransfer-Encoding: chunked", "0\r\n\r\n")],
    [
      "a coding beside chunked",
      post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
      "transfer coding",
      501,
    ],
    ["chunked that is not last", post("Transfer-Encoding: chunked, gzip", "0\r\n\r\n")],
    ["lines that end with LF alone", get.replaceAll("\r", "")],
    ["a space before a colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
    ["a folded line", `GET / HTTP/1.1\r\n${h}A: b\r\n c\r\n\r\n`],
    ["a line without a colon", `GET / HTTP/1.1\r\n${h}foo\r\n\r\n`],
    ["TLS", "\x16\x03\x01\x00\x4a\x01\x00"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a long head", `GET / HTTP/1.1\r\nA: ${"a".repeat(300_000)}\r\n\r\n`, "HPE_HEADER_OVERFLOW", 431],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", "CONNECT", 501],
    ["another protocol", get.replace("close", "Upgrade\r\nUpgrade: websocket"), "change the protocol", 501],
    ["another expectation", post("Content-Length: 0\r\nExpect: a", ""), "expectation", 417],
    ["no path", get.replace("GET /v1/pets?limit=1", "OPTIONS *"), "without a path"],
  ])("%s", async (_, request, why = "HPE_", status = 400) => {
    const proxy = await proxied(answering(ok));
    expect(await ask(proxy.port, request)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(proxy.notJudged).toEqual([expect.stringContaining(why)]);
    expect([proxy.reported, proxy.target.received, proxy.isFree()]).toEqual([[], [], true]);
  });
});

test("a body that cannot be read ends the connection, and the request is given up", async () => {
  const proxy = await proxied(() => undefined);
  expect(await ask(proxy.port, post("Transfer-Encoding: chunked", "x\r\n\r\n"))).toBe("");
  expect(proxy.notJudged).toEqual([expect.stringContaining("a body that Node does not read as HTTP/1.1")]);
  expect(proxy.target.received.join("")).not.toContain("x\r\n");
});

test.each([
  ["a target with an authority", get.replace("/v1", "http://other.example/v1")],
  ["two hosts", get.replace("x-a: 1", "Host: other.example")],
  [
    "an offer of HTTP/2",
    get.replace(
      "Connection: close",
      "Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA",
    ),
  ],
  ["no host", get.replace("hOST: pets.example\r\n", "")],
])("%s goes to the target's host alone", async (_, request) => {
  const proxy = await proxied(answering(ok));
  expect(await ask(proxy.port, request)).toBe(ok);
  const [received = ""] = proxy.target.received;
  expect(received.match(/^host: .*$/gim)).toEqual([
    expect.stringContaining(`127.0.0.1:${proxy.target.port}`),
  ]);
  expect(received).toMatch(/^GET \/v1\/pets\?limit=1 HTTP\/1\.1\r\n/);
  expect(received).not.toMatch(/other\.example|upgrade|settings/i);
  expect(proxy.reported).toMatchObject([{ target: "/pets?limit=1" }]);
});

test("fields that Connection names end at the proxy, and those that make up the request do not", async () => {
  const proxy = await proxied(answering(ok));
  const named =
    "Connection: close, x-a, Authorization\r\nAuthorization: Bearer k\r\nKeep-Alive: 1\r\nTE: trailers";
  await ask(proxy.port, get.replace("Connection: close", named));
  const [received = ""] = proxy.target.received;
  expect(received).toContain("Authorization: Bearer k");
  expect(received).not.toMatch(/^(?:x-a|te|keep-alive):/im);
});
