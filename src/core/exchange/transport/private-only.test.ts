import { expect, test } from "vitest";
import { rawServer } from "../../../../testing/exchange/raw-server.ts";
import { get } from "../../../../testing/exchange/socket-bed.ts";
import { createWallClock } from "../clock/wall-clock.ts";
import { createUndiciTransport } from "./undici-transport.ts";

test("nothing is sent over plain http to a name that turns out to be at a public address", async () => {
  let received = 0;
  const server = await rawServer((socket) => {
    socket.on("data", ({ length }) => {
      received += length;
    });
  });
  // No test may connect to a public address: here none is permitted.
  const clock = createWallClock();
  const transport = createUndiciTransport({
    clock,
    baseUrl: server.url,
    concurrency: 1,
    permits: () => false,
  });
  const { result } = await transport.send(get);
  expect(result).toMatchObject({ failure: { kind: "unreachable", phase: "connect" } });
  expect(result).toMatchObject({
    failure: { message: expect.stringMatching(/ a public address, .*; nothing was sent$/) },
  });
  expect(received).toBe(0);
  await transport.close();
  await server.close();
});
