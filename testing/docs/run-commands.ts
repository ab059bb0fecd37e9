import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listening } from "#core/exchange/transport/private-host.ts";
import { temporaryFolder } from "../machine.ts";
import { root, textOf } from "../source-files.ts";

interface Block {
  /** `README.md:18`. */
  readonly place: string;
  readonly language: string;
  /**
   * What stands behind the language. `not-run: why` and `exits-with-N` say what is to come of a `sh` block;
   * without either it ends with 0.
   */
  readonly notes: string;
  readonly text: string;
  /** The block after it in the same document. */
  readonly next: Block | undefined;
}

/** The documents that people read, relative to the project's folder. */
export const documents: readonly string[] = globSync(
  "{*,docs/*,reports/[A-Za-z]*,reference-server/*,testing/**/*}.md",
  { cwd: root },
).sort();

export function blocksOf(document: string): Block[] {
  const text = textOf(document);
  const blocks: Block[] = [];
  // From the last to the first, so that each knows the one after it.
  for (const match of [...text.matchAll(/^```(\S*)[ ]?(.*)\n([\s\S]*?)^```$/gm)].reverse()) {
    const { 1: language = "", 2: notes = "", 3: body = "", index } = match;
    const place = `${document}:${text.slice(0, index).split("\n").length}`;
    blocks.unshift({ place, language, notes, text: body, next: blocks[0] });
  }
  return blocks;
}

const call = /npx --no -- petstore-conformance /;

/** The command lines in a block that call this project, each split into its words. */
export function commandsIn({ text }: Block): string[][] {
  const lines = text.split("\n").filter((line) => call.test(line));
  return lines.map((line) => {
    const [, words = ""] = line.split(call);
    return words.split(/\s+/).filter((word) => word !== "" && word !== "&");
  });
}

const shell = documents.flatMap(blocksOf).filter(({ language }) => language === "sh");
/** The same commands are run once, wherever they stand. */
const runnable = shell.filter(
  ({ notes, text, next }, nth) =>
    !notes.startsWith("not-run: ") &&
    (next?.language === "text" ||
      shell.findIndex((other) => other.text === text && other.notes === notes) === nth),
);

let folder = "";
async function freePort(): Promise<string> {
  const server = createServer();
  const host = await listening(server, 0, "127.0.0.1");
  await once(server.close(), "close");
  return host.split(":")[1] ?? "";
}

/** Runs a block in a folder of its own, up to the first line that fails. What it leaves running ends with it. */
async function run({ text }: Block) {
  const cwd = mkdtempSync(join(folder, "block-"));
  const port = await freePort();
  const script = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${text.replaceAll("8080", port)}`;
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const done = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", script], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { ...done, stdout: done.stdout.replaceAll(port, "8080") };
}

/** Ports, counts and the numbers of exchanges differ from run to run. */
const withoutNumbers = (text: string): string => text.replace(/\d+/g, "N");

export function testCommands(isChosen: (place: string) => boolean): void {
  folder = temporaryFolder();
  // `npx --no -- petstore-conformance` is the checkout's command here.
  const shim = `#!/bin/sh\nshift 3\nexec '${process.execPath}' '${join(root, "src/cli/bin.js")}' "$@"\n`;
  writeFileSync(join(folder, "npx"), shim, { mode: 0o755 });
  test.each(runnable.filter(({ place }) => isChosen(place)).map((block) => [block.place, block] as const))(
    "%s runs",
    async (_, block) => {
      const [, expected = "0"] = /^exits-with-(\d+)$/.exec(block.notes) ?? [];
      const { status, stdout, stderr } = await run(block);
      expect({ status, stderr }).toEqual({ status: Number(expected), stderr: expect.anything() });
      if (block.next?.language !== "text" || expected === "0") return;
      for (const part of block.next.text.split("…\n")) {
        expect(withoutNumbers(stdout)).toContain(withoutNumbers(part));
      }
    },
  );
}
