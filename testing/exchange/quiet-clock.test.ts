import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { opened } from "../traffic/proxied.ts";
import { createQuietClock } from "./quiet-clock.ts";

/** A connection to a server that does this with its end of it. */
async function connected(behave: (socket: Socket) => void): Promise<Socket> {
  const host = await opened(
    createServer({ noDelay: true }, (socket) => {
      onTestFinished(() => void socket.destroy());
      behave(socket);
    }),
  );
  const socket = connect(Number(host.split(":")[1]), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("a time-out does not pass while there are answers, and passes when there are none", async () => {
  const clock = createQuietClock();
  let answers = 0;
  const socket = await connected((other) =>
    other.on("data", (bytes) => answers < 1000 && other.write(bytes)),
  );
  socket.on("data", (bytes) => {
    answers += 1;
    socket.write(bytes);
  });
  socket.write("a");
  await clock.sleep(20_000);
  expect(answers).toBe(1000);
});

test("who never stops sending meets the time-out too", async () => {
  const clock = createQuietClock();
  const socket = await connected((other) => other.pipe(other));
  socket.pipe(socket);
  socket.write("a");
  await clock.sleep(2000);
  expect(socket.destroyed).toBe(false);
});
