import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, test } from "vitest";
import { get, okText, outcomeOf, post, serverWith, transportTo } from "#testing/exchange/socket-bed.ts";
import { loopbackCertificate, testKey } from "#testing/exchange/test-certificates.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { WallClock } from "../clock/clock.ts";
import { NotStarted } from "./transport.ts";

describe("the transport over sockets", () => {
  test("sends the request line, the headers in their order and case, and the body", async () => {
    const server = await serverWith((socket) => socket.write(okText));
    await transportTo(server).send(post);
    const [{ head, body } = { head: "", body: "" }] = server.requests;
    expect(head).toMatch(/^POST \/v1\/pets\?limit=1 HTTP\/1\.1\r\n/);
    expect(head).toMatch(/Accept: application\/json\r\nAuthorization: Bearer k\r\n/);
    expect(head).toMatch(/content-length: 7$/i);
    expect(body).toBe('{"a":1}');
    expect(head.toLowerCase()).not.toContain("user-agent");
  });

  test("gives every header line in order and case, repeated ones too, and the bytes as they came", async () => {
    const head = "HTTP/1.1 404 Gone Fishing\r\nX-A: 1\r\nx-b: \xe9\r\nX-A: 2\r\nContent-Encoding: gzip\r\n";
    expect(await outcomeOf(`${head}Content-Length: 3\r\n\r\n\x1f\x8b\xff`)).toEqual({
      kind: "response",
      status: 404,
      headers: [
        ["X-A", "1"],
        ["x-b", "\xe9"],
        ["X-A", "2"],
        ["Content-Encoding", "gzip"],
        ["Content-Length", "3"],
      ],
      body: Buffer.from([0x1f, 0x8b, 0xff]),
    });
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ["what follows a whole answer", (socket) => socket.write(`${okText}and more`)],
    [
      "what comes while nothing was asked",
      (socket) => {
        socket.write(okText);
        setImmediate(() => socket.write(okText));
      },
    ],
    ["the last answer", (socket) => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[]`)],
  ])("%s ends the connection, and the next request has another", async (_, answer) => {
    const server = await serverWith(answer);
    const transport = transportTo(server);
    for (const id of [1, 2]) {
      expect(await transport.send(get)).toMatchObject({
        reusedConnection: false,
        result: { kind: "response", body: Buffer.from("[]") },
      });
      expect(server.connections()).toBe(id);
      await expect.poll(() => server.open()).toBe(0);
    }
  });

  test("writes nothing of a request that may not start once its connection is there", async () => {
    const server = await serverWith((socket) => socket.write(okText));
    const transport = transportTo(server);
    const sent = transport.send({ ...post, mayStart: () => false });
    await expect(sent).rejects.toBeInstanceOf(NotStarted);
    expect(await transport.send({ ...post, mayStart: () => true })).toMatchObject({
      reusedConnection: false,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("says when the head of the answer has come, before its body ends", async () => {
    const { promise: headCame, resolve } = Promise.withResolvers<number>();
    const server = await serverWith(async (socket) => {
      socket.write("HTTP/1.1 429 Too Many\r\nContent-Length: 2\r\n\r\n");
      await headCame;
      socket.write("{}");
    });
    expect((await transportTo(server).send({ ...get, onHead: resolve })).result).toMatchObject({
      status: 429,
    });
    expect(await headCame).toBe(429);
  });

  test("reads a chunked body, and one that ends with the connection", async () => {
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n";
    expect(await outcomeOf(chunked)).toMatchObject({ body: Buffer.from("[]") });
    expect(await outcomeOf("HTTP/1.1 200 OK\r\n\r\n[]", (socket) => socket.end())).toMatchObject({
      body: Buffer.from("[]"),
    });
  });

  test("a body that ends with the connection does so where that is reset, too", async () => {
    const { promise: headCame, resolve } = Promise.withResolvers<void>();
    const server = await serverWith((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n[]");
      void headCame.then(() => setImmediate(() => socket.resetAndDestroy()));
    });
    let readings = 0;
    class CountingClock extends WallClock {
      override now(): number {
        readings += 1;
        // As the exchange begins, for its deadline, as the request goes out, and as the head comes.
        if (readings === 4) resolve();
        return super.now();
      }
    }
    expect(await transportTo(server, { clock: new CountingClock() }).send(get)).toMatchObject({
      result: { kind: "response", body: Buffer.from("[]") },
    });
  });

  describe("connections", () => {
    test("are used again, but for a request that wants a new one, and none over renew()", async () => {
      const server = await serverWith((socket) => socket.write(okText));
      const transport = transportTo(server);
      expect((await transport.send(get)).reusedConnection).toBe(false);
      expect((await transport.send(get)).reusedConnection).toBe(true);
      expect(server.connections()).toBe(1);
      expect((await transport.send(post)).reusedConnection).toBe(false);
      expect(server.connections()).toBe(2);
      transport.renew?.();
      expect((await transport.send(get)).reusedConnection).toBe(false);
      await expect.poll(() => server.open()).toBe(1);
      expect(server.connections()).toBe(3);
    });

    test("keeps the newest: what an exchange left behind there shows in the next one", async () => {
      const ports: (number | undefined)[] = [];
      const server = await serverWith((socket) => {
        ports.push(socket.remotePort);
        socket.write(okText);
      });
      const transport = transportTo(server, { concurrency: 1 });
      for (const request of [get, post, get]) await transport.send(request);
      expect(new Set(ports).size).toBe(2);
      expect(ports[2]).toBe(ports[1]);
      await expect.poll(() => server.open()).toBe(1);
    });

    test("never puts two requests on one connection at a time", async () => {
      const waiting: (() => void)[] = [];
      const server = await serverWith((socket) => {
        waiting.push(() => socket.write(okText));
        if (waiting.length === 3) for (const answer of waiting) answer();
      });
      const transport = transportTo(server);
      const results = await Promise.all([transport.send(get), transport.send(get), transport.send(get)]);
      expect(results.map((r) => r.result.kind)).toEqual(["response", "response", "response"]);
      expect(server.connections()).toBe(3);
    });

    const isLast = "HTTP/1.1 413 a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    const answers = {
      "ends with": (socket: Socket) => socket.end(isLast),
      "comes before": (socket: Socket) => socket.pause().write(okText),
    };
    test.each([
      ["http", "ends with"],
      ["https", "ends with"],
      ["http", "comes before"],
      ["https", "comes before"],
    ] as const)(
      "over %s one that %s the answer to a request that was not read gives that answer, and is not used again",
      async (scheme, when) => {
        const answerUnread = (socket: Socket) => {
          socket.on("error", () => undefined);
          socket.once("data", () => answers[when](socket));
        };
        const server =
          scheme === "http"
            ? createServer(answerUnread)
            : createTlsServer({ key: testKey, cert: loopbackCertificate }, answerUnread);
        const url = new URL(`${scheme}://${await opened(server)}/v1`);
        const transport = transportTo({ url }, { tls: { ca: loopbackCertificate } });
        const large = { ...post, body: Buffer.alloc(32 * 2 ** 20) };
        for (const request of [large, get])
          expect(await transport.send(request)).toMatchObject({
            reusedConnection: false,
            result: { kind: "response" },
          });
      },
    );

    test("reports that a lost connection was a used one", async () => {
      const server = await serverWith((socket, { kth }) =>
        kth === 1 ? socket.write(okText) : socket.resetAndDestroy(),
      );
      const transport = transportTo(server);
      await transport.send(get);
      expect(await transport.send(get)).toMatchObject({
        reusedConnection: true,
        firstByteAtMs: undefined,
        result: { failure: { kind: "reset", phase: "headers" } },
      });
    });

    test("close() leaves none open and ends what is in flight", async () => {
      const { promise: inFlight, resolve: arrived } = Promise.withResolvers<void>();
      const server = await serverWith((socket, { nth }) => (nth === 1 ? socket.write(okText) : arrived()));
      const transport = transportTo(server);
      await transport.send(get);
      const unanswered = transport.send(post);
      await inFlight;
      await transport.close();
      expect(await unanswered).toMatchObject({ result: { failure: { kind: "aborted", phase: "headers" } } });
      await expect.poll(() => server.open()).toBe(0);
    });
  });
});
