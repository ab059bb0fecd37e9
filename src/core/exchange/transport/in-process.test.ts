import { describe, expect, test } from "vitest";
import { get } from "#testing/exchange/socket-bed.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { InProcessTransport } from "./in-process.ts";

const list = { ...get, target: "/v1/pets", timeoutMs: 10_000 };
const ok = { status: 200, headers: [["A", "b"]] as const, body: new Uint8Array([1]) };

describe("the in-process transport", () => {
  test("keeps as many connections as its option says, until they are renewed", async () => {
    const clock = new VirtualClock(0);
    const seen: number[] = [];
    const transport = new InProcessTransport(
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
    const clock = new VirtualClock(0);
    let handledAtMs = -1;
    const handler = async () => {
      handledAtMs = clock.now();
      return ok;
    };
    const transport = new InProcessTransport(handler, clock, { latencyMs: () => 100 });
    expect(await transport.send(list)).toMatchObject({ sentAtMs: 0, endedAtMs: 100 });
    expect(handledAtMs).toBe(50);
  });

  test("gives up when no answer comes in time, and when the signal is aborted, before or during", async () => {
    const clock = new VirtualClock(0);
    const transport = new InProcessTransport(() => new Promise(() => undefined), clock);
    const controller = new AbortController();
    const during = transport.send({ ...list, signal: controller.signal });
    controller.abort();
    const before = transport.send({ ...list, signal: controller.signal });
    for (const result of await Promise.all([during, before])) {
      expect(result).toMatchObject({ endedAtMs: 0, result: { failure: { kind: "aborted" } } });
    }
    expect(await transport.send(list)).toMatchObject({
      firstByteAtMs: undefined,
      endedAtMs: 10_000,
      result: { failure: { kind: "timeout", phase: "headers" } },
    });
  });
});
