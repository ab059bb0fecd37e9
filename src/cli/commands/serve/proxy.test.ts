import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { correctServer, key } from "#testing/cli/process-bed.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { readTraffic } from "#traffic/files/read-traffic.ts";
import * as proxy from "./proxy.ts";

const { url: reference } = await correctServer();

/** The proxy before a target. */
async function started(target: string, ...more: readonly string[]) {
  const interrupt = Promise.withResolvers<() => void>();
  const onInterrupt = (listener: () => void) => {
    interrupt.resolve(listener);
    return () => undefined;
  };
  const { io, printed } = sampleIo({ onInterrupt });
  const ended = perform(proxy, ["--target", target, "--port", "0", ...more], io);
  const end = await interrupt.promise;
  const url = /^Passing (\S+) on to /.exec(printed.out)?.[1] ?? "";
  return { url, printed, ended, end };
}

test("a request that passes is judged, and the outcome is printed at the end, without the key", async () => {
  const { url, printed, ended, end } = await started(reference);
  const answer = await fetch(`${url}/pets?limit=2`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await answer.json()).toHaveLength(2);
  end();
  expect(await ended).toBe(0);
  expect(printed.out).toContain("\n1 exchange\n");
  expect(printed.out).toMatch(/\nconforming – \d+ of 33 musts tested: \d+ passed; \d+ untested\n$/);
  expect(printed.out).not.toContain(key);
});

test("what passes is recorded as it passes, without the key, and can be read again", async () => {
  const path = join(temporaryFolder(), "traffic.ndjson.zst");
  const { url, ended, end } = await started(reference, "--record", path);
  await fetch(`${url}/pets?limit=2`, { headers: { Authorization: `Bearer ${key}` } }).then((answer) =>
    answer.text(),
  );
  await fetch(`${new URL(url).origin}/elsewhere`).then((answer) => answer.text());
  const { exchanges, notes } = readTraffic(path, await loadContract());
  const read = await Array.fromAsync(exchanges);
  expect(read).toMatchObject([{ target: "/pets?limit=2", outcome: { status: 200 } }]);
  expect(read[0]?.headers.find(([name]) => /^authorization$/i.test(name))?.[1]).toBe("Bearer {key 1}");
  expect(notes.leftOut).toEqual({ "to other addresses": 1 });
  end();
  await ended;
});

test("the first Ctrl-C ends it with a summary, even while a request is not answered", async () => {
  const asked = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => asked.resolve());
  });
  const { url, printed, ended, end } = await started(`http://${await opened(silent)}/v1`);
  const answer = fetch(`${url}/pets`).catch(() => "none");
  await asked.promise;
  end();
  expect(await ended).toBe(3);
  expect(printed.out).toContain("\n1 exchange\n");
  expect(await answer).toBe("none");
});

test("what could not be read is counted in the summary; where nothing else passed, nothing was shown", async () => {
  const { url, printed, ended, end } = await started(reference);
  const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.end("EHLO there\r\n\r\n"));
  await new Promise((resolve) =>
    socket
      .on("close", resolve)
      .on("error", () => undefined)
      .resume(),
  );
  end();
  expect(await ended).toBe(3);
  expect(printed.out).toMatch(/\nnote: not judged: 1 × a request that Node does not read as HTTP\/1\.1/);
});

test("that nothing listens at the target is said at once, and counted in the summary", async () => {
  const { url, printed, ended, end } = await started("http://127.0.0.1:9/v1");
  for (const _ of [1, 2]) await fetch(`${url}/pets`).catch(() => "none");
  const why = "the target refused the connection: nothing listens on that port";
  expect(printed.out).toContain(`\n! ${why}\n`);
  end();
  expect(await ended).toBe(3);
  expect(printed.out).toContain("\nnote: not judged: 2 × the target refused the connection");
});

test("a target has to be given", async () => {
  await expect(perform(proxy, [], sampleIo().io)).rejects.toThrow("no target is given");
});
