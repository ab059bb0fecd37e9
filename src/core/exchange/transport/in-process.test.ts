import { describe, expect, test } from "vitest";
import { get } from "#testing/exchange/socket-bed.ts";
import { createVirtualClock } from "../clock/virtual-clock.ts";
import { inProcessTransport } from "./in-process.ts";

const list = { ...get, target: "/v1/pets", timeoutMs: 10_000 };
const ok = { status: 200, headers: [["A", "b"]] as const, body: new Uint8Array([1]) };

describe("the in-process transport", () => {
  test("gives the handler the request and the caller the answer", async () => {
    const clock = createVirtualClock(7);
    const transport = inProcessTransport(async (request) => {
      expect(request).toEqual({
        method: "GET",
        target: "/v1/pets",
        headers: list.headers,
        body: new Uint8Array(),
        connection: 1,
      });
      return ok;
    }, clock);
    expect(await transport.send(list)).toEqual({
      sentAtMs: 7,
      firstByteAtMs: 7,
      endedAtMs: 7,
      reusedConnection: false,
      result: { kind: "response", ...ok },
    });
  });

  test("keeps as many connections as its option says, until they are renewed", async () => {
    const clock = createVirtualClock(0);
    const seen: number[] = [];
    const transport = inProcessTransport(
      async ({ connection, target }) => {
        seen.push(connection);
        return target === "/lost" ? { failure: { kind: "reset", phase: "headers", message: "" } } : ok;
      },
      clock,
      { keptConnections: 1 },
    );
    const send = async (given: Partial<typeof list> = {}) =>
      (await transport.send({ ...list, ...given })).reusedConnection;
    expect([await send(), await send(), await send({ newConnection: true })]).toEqual([false, true, false]);
    expect([await send({ target: "/lost" }), await send()]).toEqual([true, false]);
    transport.renew?.();
    expect(await send()).toBe(false);
    expect(seen).toEqual([1, 1, 2, 1, 3, 4]);
  });

  test("takes the latency on the shared clock, half of it before the handler", async () => {
    const clock = createVirtualClock(0);
    let handledAtMs = -1;
    const handler = async () => {
      handledAtMs = clock.now();
      return ok;
    };
    const transport = inProcessTransport(handler, clock, { latencyMs: () => 100 });
    expect(await transport.send(list)).toMatchObject({ sentAtMs: 0, endedAtMs: 100 });
    expect(handledAtMs).toBe(50);
  });

  test("times out on the clock when no answer comes", async () => {
    const clock = createVirtualClock(0);
    const transport = inProcessTransport(() => new Promise(() => undefined), clock);
    expect(await transport.send(list)).toMatchObject({
      firstByteAtMs: undefined,
      endedAtMs: 10_000,
      result: { kind: "failure", failure: { kind: "timeout", phase: "headers" } },
    });
  });

  test("gives up when the signal is aborted, before or during", async () => {
    const clock = createVirtualClock(0);
    const transport = inProcessTransport(() => new Promise(() => undefined), clock);
    const controller = new AbortController();
    const during = transport.send({ ...list, signal: controller.signal });
    controller.abort();
    const before = transport.send({ ...list, signal: controller.signal });
    for (const result of await Promise.all([during, before])) {
      expect(result).toMatchObject({ endedAtMs: 0, result: { failure: { kind: "aborted" } } });
    }
  });

  test("lets the handler play a failure", async () => {
    const failure = { kind: "reset", phase: "headers", message: "the connection was reset" } as const;
    const transport = inProcessTransport(async () => ({ failure }), createVirtualClock(0));
    expect((await transport.send(list)).result).toEqual({ kind: "failure", failure });
  });

  test("rejects with an exception of the handler: that is no target's failure", async () => {
    const transport = inProcessTransport(async () => {
      throw new TypeError("a bug");
    }, createVirtualClock(0));
    await expect(transport.send(list)).rejects.toThrow("a bug");
  });
});
