import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect } from "vitest";
import { type Listener, listen } from "#reference-server/listen.ts";
import { temporaryFolder } from "../machine.ts";
import { inFrontOf } from "../reference-server/handlers.ts";

/** Whole processes of the command line, and a correct server for them. */

export const bin = new URL("../../src/cli/bin.js", import.meta.url).pathname;
export const key = "q7Xw2-m93Lk-Zt54v-Rb81d";

/** A folder for each test, which is removed after it. */
export function testFolder(): { readonly path: string } {
  const folder = { path: "" };
  beforeEach(() => {
    folder.path = temporaryFolder();
  });
  return folder;
}

/** A correct server without limits; `before` gets the number of each request, from 1, before it is served. */
export async function correctServer(
  before: (nth: number) => Promise<void> | void = () => undefined,
): Promise<Listener> {
  const server = inFrontOf({ now: Date.now, keys: [key] }, async (_, pass, nth) => {
    await before(nth);
    return pass();
  });
  const listening = await listen(server);
  afterAll(() => listening.close());
  return listening;
}

export interface StartOptions {
  readonly cwd: string;
  /** A line of the shell that sets the process up: `ulimit -n 32`. */
  readonly before?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startCli(args: readonly string[], { cwd, before = ":", env = {} }: StartOptions) {
  const child = spawn("sh", ["-c", `${before}; exec "$0" "$@"`, process.execPath, bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: key, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { child, ended: printed.then(([out, err, [code, signal]]) => ({ code, signal, out, err })) };
}

const written = ["json=report.json", "html=report.html", "junit=report.xml"];

/** Everything that a run in this folder may write; the configuration there asks for the events. */
export function everyFile(inFolder: string): readonly string[] {
  writeFileSync(join(inFolder, "petstore-conformance.yaml"), "events: events.ndjson\n");
  return [...written.map((report) => `--report=${report}`), "--record", "run.ndjson"];
}

/** Whole files or none: what is there can be read, and nothing is left half written. */
export function expectWholeFiles(folder: string): void {
  const files = readdirSync(folder);
  expect(files.filter((file) => /\.part$/.test(file))).toEqual([]);
  const read = (file: string) => (files.includes(file) ? readFileSync(join(folder, file), "utf8") : "");
  if (files.includes("report.json"))
    expect(JSON.parse(read("report.json"))).toMatchObject({ complete: true });
  if (files.includes("report.html")) expect(read("report.html")).toMatch(/<\/html>\s*$/);
  if (files.includes("report.xml")) expect(read("report.xml")).toMatch(/<\/testsuites>\s*$/);
  for (const file of ["run.ndjson", "events.ndjson"])
    for (const line of read(file).split("\n").slice(0, -1)) JSON.parse(line);
}
