import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startCli, testFolder } from "#testing/cli/process-bed.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { readBounded, readPipe, whyUnreadable, writerPatienceMs } from "./read-bounded.ts";
import { firstBytes, readBytes } from "./read-lines.ts";

const folder = testFolder();

function pipe(): string {
  const path = join(folder.path, "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

/** Another process: one that waits for a reader in a thread could not end. */
function writer(path: string, command: string) {
  const shell = spawn("sh", ["-c", `exec >"$0"; ${command}`, path], { stdio: ["pipe", "ignore", "pipe"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  return shell;
}

describe.skipIf(process.platform === "win32")("a pipe with a name", () => {
  test("is opened at once, also where nobody writes to it", async () => {
    (await readPipe(pipe())).destroy();
  });

  test("is read to its end, from its beginning", async () => {
    const path = pipe();
    writer(path, "printf 0123456789");
    expect((await readBounded(path, 10)).toString()).toBe("0123456789");
    writer(path, "printf 0123456789a");
    await expect(readBounded(path, 10)).rejects.toThrow("it is larger than");
    writer(path, "printf abc");
    const first = await firstBytes(path);
    const all = await Array.fromAsync(readBytes(path, { isCut: false, tooLong: 0 }));
    expect([first.toString(), Buffer.concat(all).toString()]).toEqual(["abc", "abc"]);
  });

  test("that nobody writes to is refused after a while, and one whose writer is silent is not", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const path = pipe();
    const unwritten = await readPipe(path);
    vi.advanceTimersByTime(writerPatienceMs);
    await expect(Array.fromAsync(unwritten)).rejects.toThrow("it is a pipe that nobody writes to");
    // Also open for reading: to open a pipe for writing alone waits for a reader.
    const fd = openSync(path, "r+");
    const silent = await readPipe(path);
    vi.advanceTimersByTime(writerPatienceMs);
    writeSync(fd, "at last");
    closeSync(fd);
    expect(Buffer.concat(await Array.fromAsync(silent)).toString()).toBe("at last");
  });

  test("whose bytes came unseen while it was waited for is read from its beginning", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const path = pipe();
    const fd = openSync(path, "r+");
    const late = await readPipe(path);
    writeSync(fd, "abc");
    vi.advanceTimersByTime(writerPatienceMs);
    closeSync(fd);
    expect(Buffer.concat(await Array.fromAsync(late)).toString()).toBe("abc");
  });

  test.each([
    ["judge", "pipe"],
    ["verify", "pipe", "--trust", "pipe"],
    ["fleet", "pipe", "--out", "out"],
    ["run", "--self", "--known-failures", "pipe"],
    ["run", "--self", "--spec", "pipe"],
    ["run", "http://127.0.0.1:9/v1", "--api-key-file", "pipe"],
  ])("ends with %s %s on a signal, while its writer is silent", async (...args) => {
    const path = pipe();
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const { child, ended } = startCli(args, { cwd: folder.path });
      // A shell has opened it for writing once it is read.
      await once(writer(path, "echo opened >&2; exec cat").stderr, "data");
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 3, signal: null });
    }
  });
});

const whyNot = (path: string) => readFile(path).then(() => "it was read", whyUnreadable);

test("why a file cannot be read is said in words, and without its path", async () => {
  expect(await whyNot(join(temporaryFolder(), "absent"))).toBe("there is no such file");
  expect(await whyNot("/")).toBe("it is a folder");
  expect(whyUnreadable(new Error("unexpected end of file"))).toBe("unexpected end of file");
});
