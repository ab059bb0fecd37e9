import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { startCli } from "#testing/cli/process-bed.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { readBounded, readPipe, whyUnreadable } from "./read-bounded.ts";
import { firstBytes, linesOf, type ReadState, readBytes, unpackedBytes } from "./read-lines.ts";

const folder = temporaryFolder();

async function read(bytes: Uint8Array, maxBytes?: number) {
  const path = join(folder, "lines");
  writeFileSync(path, bytes);
  const state: ReadState = { isCut: false, tooLong: 0 };
  const lines = await Array.fromAsync(linesOf(readBytes(path, state), state, maxBytes), String);
  return { lines, ...state };
}

function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const texts = Array.from({ length: 40 }, (_, i) => `line ${i} ${"é".repeat(i * 7)}`);
const plain = Buffer.from(texts.map((text) => `${text}\n`).join(""));
type Pack = (bytes: Uint8Array) => Buffer;
const parts = (pack: Pack) => texts.map((text) => pack(Buffer.from(`${text}\n`)));
const packed = (pack: Pack) => Buffer.concat(parts(pack));
/** Where a file may end that is not cut. */
const endsOf = (pack: Pack) => {
  let length = 0;
  return new Set(parts(pack).map((part) => (length += part.length)));
};

describe.each([
  ["no compression", plain, endsOf(Buffer.from)],
  ["gzip, a member a line", packed(gzipSync), endsOf(gzipSync)],
  ["gzip, one member", gzipSync(plain), new Set<number>()],
  ["zstd, a frame a line", packed(zstdCompressSync), endsOf(zstdCompressSync)],
  ["zstd, one frame", zstdCompressSync(plain), new Set<number>()],
])("with %s", (_, bytes, ends) => {
  test("every line comes back", async () => {
    expect(await read(bytes)).toEqual({ lines: texts, isCut: false, tooLong: 0 });
  });

  test("a file that is cut says so, and has every whole line before the cut", async () => {
    for (let cut = 5; cut < bytes.length; cut += 97) {
      const { lines, isCut } = await read(bytes.subarray(0, cut));
      expect(lines).toEqual(texts.slice(0, lines.length));
      expect(isCut).toBe(!ends.has(cut));
    }
  });
});

test("a cut within a frame loses that frame alone", async () => {
  const bytes = packed(zstdCompressSync);
  expect(await read(bytes.subarray(0, bytes.length - 3))).toEqual({
    ...{ lines: texts.slice(0, -1), isCut: true, tooLong: 0 },
  });
});

test("what follows compressed data and is none ends the file there", async () => {
  const { lines, isCut } = await read(Buffer.concat([packed(zstdCompressSync), Buffer.from("tail")]));
  expect([lines.length, isCut]).toEqual([40, true]);
});

test("frames are found in whatever pieces they come", async () => {
  const checked = zstdCompressSync(Buffer.alloc(500_000, "a"), { params: { 201: 1 } });
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);
  const bytes = Buffer.concat([checked, skippable, checked]);
  for (const size of [1, 3, 1000]) {
    const state: ReadState = { isCut: false, tooLong: 0 };
    const pieces = Readable.from(inPieces(bytes, size));
    const unpacked = Buffer.concat(await Array.fromAsync(unpackedBytes(pieces, state)));
    expect([unpacked.equals(Buffer.alloc(1_000_000, "a")), state.isCut]).toEqual([true, false]);
  }
});

test("a line that is too long is passed over, and counted", async () => {
  const bytes = Buffer.from(`a\n${"b".repeat(600_000)}\nc\n`);
  expect(await read(bytes, 1000)).toEqual({ lines: ["a", "c"], isCut: false, tooLong: 1 });
});

test.each([
  ["plain", plain],
  ["gzip", packed(gzipSync)],
  ["zstd", packed(zstdCompressSync)],
])("what is read is closed where reading ends early: %s", async (_, bytes) => {
  let isClosed = false;
  async function* source() {
    try {
      yield* inPieces(bytes, 50);
    } finally {
      isClosed = true;
    }
  }
  for await (const _chunk of unpackedBytes(source(), { isCut: false, tooLong: 0 })) break;
  expect(isClosed).toBe(true);
});

function pipe(): string {
  const path = join(temporaryFolder(), "pipe");
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
      const { child, ended } = startCli(args, { cwd: dirname(path) });
      // A shell has opened it for writing once it is read.
      await once(writer(path, "echo opened >&2; exec cat").stderr, "data");
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 3, signal: null });
    }
  });
});

test("why a file cannot be read is said in words, and without its path", async () => {
  const whyNot = (path: string) => readFile(path).then(() => "it was read", whyUnreadable);
  expect(await whyNot(join(temporaryFolder(), "absent"))).toBe("there is no such file");
  expect(await whyNot("/")).toBe("it is a folder");
  expect(whyUnreadable(new Error("unexpected end of file"))).toBe("unexpected end of file");
});
