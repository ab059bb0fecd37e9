import { expect, test } from "vitest";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { Transport, WireRequest, WireResult } from "#core/exchange/transport/transport.ts";
import { waitUntilReady } from "./wait-for-ready.ts";

/** Answers with these statuses one after the other; undefined is a refused connection. */
function target(statuses: readonly (number | undefined)[], sent: WireRequest[]): Transport {
  const results = statuses.values();
  return {
    send: async (request): Promise<WireResult> => {
      sent.push(request);
      const status = results.next().value;
      const instants = { sentAtMs: 0, firstByteAtMs: 0, endedAtMs: 0, reusedConnection: false };
      if (status !== undefined)
        return { ...instants, result: { kind: "response", status, headers: [], body: new Uint8Array() } };
      return {
        ...instants,
        result: {
          kind: "failure",
          failure: { kind: "refused", phase: "connect", message: "nothing listens there" },
        },
      };
    },
    close: async () => undefined,
  };
}

async function wait(
  statuses: readonly (number | undefined)[],
  mostMs: number,
  signal = new AbortController().signal,
) {
  const sent: WireRequest[] = [];
  const clock = createVirtualClock(0);
  const ready = await waitUntilReady({
    transport: target(statuses, sent),
    clock,
    baseUrl: new URL("http://127.0.0.1/v1"),
    extraHeaders: [["X-Gateway", "abc"]],
    request: { method: "GET", path: "/pets", query: [["limit", "1"]], credential: { kind: "valid" } },
    mostMs,
    signal,
    onEvent: () => undefined,
  });
  return { ready, sent, atMs: clock.now() };
}

test("it asks once a second, without the key, until anything but a proxy's own error comes back", async () => {
  const { ready, sent, atMs } = await wait([undefined, 503, 502, 401], 30_000);
  expect([ready, atMs]).toEqual([true, 3000]);
  expect(sent.map(({ target, headers }) => [target, headers.map(([name]) => name)])).toEqual(
    Array(4).fill(["/v1/pets?limit=1", ["Accept", "X-Gateway"]]),
  );
});

test("it gives up when the time is over", async () => {
  const { ready, sent, atMs } = await wait([], 2500);
  expect([ready, sent.length, atMs]).toEqual([false, 3, 2500]);
});

test("without the option nothing is sent", async () => {
  expect((await wait([200], 0)).sent).toEqual([]);
});

test("an interrupted run does not wait", async () => {
  expect((await wait([], 30_000, AbortSignal.abort())).sent).toEqual([]);
});
