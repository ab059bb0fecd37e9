import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { createWallClock } from "../../../core/exchange/clock/clock.ts";
import { watchServer } from "./watch-target.ts";

async function listen(port: number): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.resume();
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

test("a server that goes away and is back is noticed once, without a byte sent to it", async () => {
  const received: Buffer[] = [];
  const ended = new AbortController();
  const first = await listen(0);
  const port = portOf(first);
  const back = Promise.withResolvers<void>();
  let times = 0;
  let sleeps = 0;
  // Each sleep ends at once: what is watched for decides how long the test takes.
  const clock = {
    ...createWallClock(),
    sleep: (_: number, signal?: AbortSignal) => {
      sleeps += 1;
      return turn(signal);
    },
  };
  const watching = watchServer({
    target: new URL(`http://127.0.0.1:${port}/v1`),
    clock,
    signal: ended.signal,
    onBack: () => {
      times += 1;
      back.resolve();
    },
  });
  await once(first, "connection");
  first.close();
  await once(first, "close");
  // An attempt begins and ends while nothing listens: there is a sleep after each.
  for (const until = sleeps + 3; sleeps < until; ) await turn();
  const second = await listen(port);
  second.on("connection", (socket) => socket.on("data", (data: Buffer) => received.push(data)));
  await back.promise;
  await once(second, "connection");
  expect([times, received]).toEqual([1, []]);
  ended.abort();
  await watching;
  second.close();
});

async function turn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}
