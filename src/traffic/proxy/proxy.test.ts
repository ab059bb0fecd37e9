import { connect, createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { opened } from "../../../testing/exchange/opened.ts";
import { createRoom } from "../../core/exchange/decoding/body-bytes.ts";
import type { WireExchange } from "../../core/exchange/wire-exchange.ts";
import { startProxy } from "./proxy.ts";

/** A server that answers the bytes of a request, once its head is there, with these bytes. */
async function rawTarget(answer: (socket: Socket, received: string) => void) {
  const received: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      received[0] = text;
      if (text.includes("\r\n\r\n")) answer(socket, text);
    });
  });
  const port = portOf(await opened(server));
  return { port, received, close: () => new Promise((resolve) => server.close(resolve)) };
}

const portOf = (host: string): number => Number(host.split(":")[1]);

async function proxyTo(port: number) {
  const reported: WireExchange[] = [];
  const proxy = await startedBefore(port, reported);
  onTestFinished(() => proxy.close());
  return { port: Number(proxy.url.port), reported };
}

/** The proxy before a server of this kind. */
async function proxied(...answers: Parameters<typeof rawTarget>) {
  const target = await rawTarget(...answers);
  return { target, ...(await proxyTo(target.port)) };
}

async function startedBefore(port: number, reported: WireExchange[]) {
  return startProxy({
    target: new URL(`http://127.0.0.1:${port}/v1`),
    host: "127.0.0.1",
    port: 0,
    maxBodyBytes: 64,
    now: () => 1000,
    room: createRoom(1 << 20),
    onExchange: (passed) => void reported.push(passed.exchange()),
    onLeftOut: () => undefined,
    onOpaque: () => undefined,
  });
}

/** All that comes back on one connection, until it ends. */
function ask(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}

const get =
  "GET /v1/pets?limit=1 HTTP/1.1\r\nhOST: pets.example\r\nx-a: 1\r\nX-A: 2\r\nConnection: close\r\n\r\n";

const answers: Readonly<Record<string, string>> = {
  "header lines in their order and spelling, repeated ones too":
    "HTTP/1.1 200 Fine By Me\r\nb: 1\r\nA: 2\r\nB: 3\r\nSet-Cookie: x\r\nset-cookie: y\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]",
  "bytes beyond ASCII in a header and a body":
    "HTTP/1.1 200 OK\r\nX-B: caf\xe9\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\xff\x00\xfe",
  "a body that ends with the connection": "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[1,2]",
  "chunks and trailers":
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n4\r\n[1,2\r\n1\r\n]\r\n0\r\nX-Trailer: t\r\n\r\n",
  "interim answers":
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]",
  "an answer without a body": "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
  "a status that nobody knows": "HTTP/1.1 299 Odd\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
};

describe("what the target answers comes to the client as it is:", () => {
  test.each(Object.entries(answers))("%s", async (_, answer) => {
    const proxy = await proxied((socket) => socket.end(answer, "latin1"));
    expect(await ask(proxy.port, get)).toBe(await ask(proxy.target.port, get));
    expect(await ask(proxy.port, get)).toBe(answer);
    expect(proxy.reported).toHaveLength(2);
  });
});

describe("what the client sends comes to the target as it is, but for the value of Host:", () => {
  const [head = ""] = get.split("Connection");
  test.each([
    ["a GET", get],
    [
      "a POST with a length",
      `${head.replace("GET", "POST")}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
    ],
    ["a POST without a body", `${head.replace("GET", "POST")}Connection: close\r\n\r\n`],
    [
      "a POST in chunks, with a trailer",
      `${head.replace("GET", "POST")}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\nX-T: 1\r\n\r\n`,
    ],
  ])("%s", async (_, request) => {
    const proxy = await proxied((socket, text) => {
      if (text.length >= request.length - "pets.example".length)
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]");
    });
    await ask(proxy.port, request);
    expect(proxy.target.received[0]).toBe(request.replace("pets.example", `127.0.0.1:${proxy.target.port}`));
  });
});

test("an answer that is cut short because the client left is not the target's doing", async () => {
  const proxy = await proxied((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1");
    socket.on("end", () => socket.end());
  });
  const left = new Promise((resolve) => {
    const socket = connect(proxy.port, "127.0.0.1", () => socket.write(get, "latin1"));
    socket.once("data", () => socket.end());
    socket.on("close", resolve);
  });
  await left;
  expect(proxy.reported).toMatchObject([{ outcome: { kind: "failure", failure: { kind: "aborted" } } }]);
});

test.each([
  ["nothing", "", "reset"],
  ["no HTTP", "SMTP ready\r\n\r\n", "malformed"],
  ["a status that is none", "HTTP/1.1 20 OK\r\n\r\n", "malformed"],
  ["a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "malformed"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "malformed"],
  ["a head without an end", "HTTP/1.1 200 OK\r\nA: b", "truncated"],
  ["a body without an end", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1", "truncated"],
])("where the target answers %s, this is what the client gets", async (_, answer, kind) => {
  const proxy = await proxied((socket) => socket.end(answer));
  expect(await ask(proxy.port, get)).toBe(answer);
  expect(proxy.reported).toMatchObject([{ outcome: { kind: "failure", failure: { kind } } }]);
});

test("what is no HTTP from the client goes on as it is, and nothing is reported of it", async () => {
  const proxy = await proxied((socket, text) => text.includes("QUIT") && socket.end("bye"));
  const text = `${get}EHLO pets.example\r\n\r\nQUIT`;
  expect(await ask(proxy.port, text)).toBe("bye");
  expect(proxy.target.received[0]).toBe(text.replace("pets.example", `127.0.0.1:${proxy.target.port}`));
});

test("a connection that becomes another protocol's is passed on", async () => {
  const proxy = await proxied((socket, text) => {
    if (text.endsWith("\x81\x00")) socket.end("\x88\x00", "latin1");
    else socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n");
  });
  const socket = connect(proxy.port, "127.0.0.1", () => socket.write(get));
  socket.once("data", () => socket.write("\x81\x00", "latin1"));
  await new Promise((resolve) => socket.on("close", resolve));
  expect(proxy.target.received[0]?.endsWith("\x81\x00")).toBe(true);
});

test("a target that cannot be reached resets the client's connection, and is reported", async () => {
  const proxy = await proxied((socket) => socket.end());
  await proxy.target.close();
  expect(await ask(proxy.port, get)).toBe("");
  expect(proxy.reported).toMatchObject([{ outcome: { kind: "failure", failure: { kind: "refused" } } }]);
});

test("what is reported has the path below the base address, the request's own bytes, and no body that is too large", async () => {
  const body = "x".repeat(65);
  const proxy = await proxied((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 65\r\nConnection: close\r\n\r\n${body}`),
  );
  expect(await ask(proxy.port, get)).toContain(body);
  expect(proxy.reported).toMatchObject([
    { method: "GET", target: "/pets?limit=1", outcome: { status: 200, body: undefined } },
  ]);
});

test("a hundred requests on one connection are passed on in their order", async () => {
  let served = 0;
  const proxy = await proxied((socket, text) => {
    for (const asked = text.split("\r\n\r\n").length - 1; served < asked; served += 1)
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${String(served).padStart(3, "0")}`);
    if (served === 100) socket.end();
  });
  const one = "GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n";
  const text = await ask(proxy.port, one.repeat(100));
  expect(text.match(/\d{3}(?=HTTP|$)/g)).toEqual(
    Array.from({ length: 100 }, (_, i) => String(i).padStart(3, "0")),
  );
});

test("a client is read no faster than its requests are answered", async () => {
  const [one, count] = ["GET / HTTP/1.1\r\n\r\n", 20_000];
  let [asked, answered, most] = [0, 0, 0];
  const target = createServer((socket) => {
    let bytes = 0;
    const answer = (): void => {
      if (answered === count) socket.end();
      if (asked === answered || (asked - answered < 1000 && asked < count)) return;
      answered += 1;
      socket.write("HTTP/1.1 204 A\r\n\r\n", () => setImmediate(answer));
    };
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      asked = Math.floor(bytes / one.length);
      most = Math.max(most, asked - answered);
      answer();
    });
  });
  const proxy = await proxyTo(portOf(await opened(target)));
  const text = await ask(proxy.port, one.repeat(count));
  expect(text.split("HTTP/1.1 204").length - 1).toBe(count);
  // A thousand, and what came in the same bytes.
  expect(most).toBeLessThanOrEqual(1001 + 65_536 / one.length);
});

test("the proxy ends at once, whoever is waiting, and reports what was not answered", async () => {
  const asked = Promise.withResolvers<void>();
  const target = await rawTarget(() => asked.resolve());
  const reported: WireExchange[] = [];
  const proxy = await startedBefore(target.port, reported);
  const came = ask(Number(proxy.url.port), get);
  await asked.promise;
  await proxy.close();
  expect(await came).toBe("");
  expect(reported).toMatchObject([{ outcome: { kind: "failure", failure: { kind: "aborted" } } }]);
});
