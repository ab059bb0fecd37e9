import { describe, expect, test } from "vitest";
import { get, okText, outcomeOf, serverWith, transportTo } from "#testing/exchange/socket-bed.ts";
import { type Behaviour, rawServer } from "#testing/hostile/bed-server.ts";
import { type Clock, clockOf } from "../clock/clock.ts";

describe("a failure over sockets", () => {
  test("nothing listens", async () => {
    const server = await rawServer(() => undefined);
    await server.close();
    expect((await transportTo(server).send(get)).result).toMatchObject({
      failure: { kind: "refused", phase: "connect" },
    });
  });

  test("no such host", async () => {
    const transport = transportTo({ url: new URL("http://nowhere.invalid/v1") });
    expect((await transport.send(get)).result).toMatchObject({ failure: { kind: "name-not-found" } });
  });

  type Then = (socket: Parameters<Behaviour>[0]) => unknown;
  const reset: Then = (socket) => socket.resetAndDestroy();
  const resetSoon: Then = (socket) => setImmediate(() => reset(socket));
  const close: Then = (socket) => socket.end();
  const nothing: Then = () => 0;
  const ok = "HTTP/1.1 200 OK\r\n";
  const lastOk = `${ok}Connection: close\r\n`;
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
    ["a close within the head", `${ok}X-`, closed, close],
    ["a body shorter than Content-Length", `${ok}Content-Length: 9\r\n\r\n[`, truncated, close],
    ["one that is announced as the last", `${lastOk}Content-Length: 9\r\n\r\n[`, truncated, close],
    ["a chunked body without its end", `${ok}${chunked}1\r\n[\r\n`, truncated, close],
    ["one of those that is the last", `${lastOk}${chunked}1\r\n[\r\n`, truncated, close],
    ["a reset within the body", `${ok}Content-Length: 9\r\n\r\n[`, cutSomewhere, resetSoon],
    ["what is not HTTP", "SSH-2.0-OpenSSH\r\n", malformed],
    ["a line that ends with a carriage return alone", `${ok}X: 1\rY: 2\r\r`, malformed],
    ["a Content-Length that is no number", `${ok}Content-Length: two\r\n\r\n[]`, malformed],
    ["both framings at once", `${ok}Content-Length: 2\r\n${chunked}0\r\n\r\n`, { kind: "malformed" }],
    ["a chunk size that is no number", `${ok}${chunked}zz\r\n`, { kind: "malformed", phase: "body" }],
    [
      "a protocol that nobody asked for",
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      malformed,
    ],
    ["endless 1xx responses", "HTTP/1.1 100 Continue\r\n\r\n".repeat(50), malformed],
    ["headers without measure", `${ok}X: ${"x".repeat(70_000)}\r\n\r\n`, largeHead],
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

  test("no answer within the time allowed", async () => {
    const clock = alarmClock();
    const server = await serverWith(clock.ring);
    const { result } = await transportTo(server, { clock }).send(get);
    expect(result).toMatchObject({ failure: { kind: "timeout", phase: "headers" } });
    await expect.poll(() => server.open()).toBe(0);
  });

  test("a body that does not end within the time allowed", async () => {
    // The clock is read as the exchange begins, for its deadline, as the request goes out, and as the head comes.
    const clock = alarmClock(4);
    const server = await serverWith((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["),
    );
    const { result } = await transportTo(server, { clock }).send(get);
    expect(result).toMatchObject({ failure: { kind: "timeout", phase: "body", partial: { status: 200 } } });
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

/** A clock on which every timer ends when it rings, or as soon as it was read for the nth time. */
function alarmClock(nth = Number.POSITIVE_INFINITY): Clock & { ring(): void } {
  const alarms = new Set<() => void>();
  const ring = () => {
    const due = [...alarms];
    alarms.clear();
    for (const alarm of due) alarm();
  };
  let readings = 0;
  const clock = clockOf({
    now: () => {
      readings += 1;
      if (readings >= nth) queueMicrotask(ring);
      return 0;
    },
    after: (_, wake) => {
      alarms.add(wake);
      return () => alarms.delete(wake);
    },
  });
  return { ...clock, ring };
}
