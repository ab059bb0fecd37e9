import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "#cli/io.ts";
import { type Arguments, misused, valuesGiven } from "#cli/options/args.ts";
import { escapeForXml } from "#core/json/escape.ts";
import { removedOnExit, writeNew } from "#files/write-whole.ts";
import { portError } from "../serve/serve.ts";
import { groups, table, uiOptions } from "./ui-options.ts";

export { groups, table };

export const help = {
  usage: "ui [BASE_URL] [options]",
  about:
    "Opens the workbench: a page on 127.0.0.1 that runs the suite, shows each run while it goes on, and what it found, until Ctrl-C. The reference server, the recordings of this folder, exams and certificates are there, too. The address has a token: whoever has it can do all that the page can.",
  examples: [
    "petstore-conformance ui",
    "PETSTORE_API_KEY=… petstore-conformance ui https://staging.example.com/v1 --open",
    "petstore-conformance ui --exec 'python client.py {url} {key}'",
  ],
  after: "Other options of a run are on the page. Each run is kept in the folder reports, for the history.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [baseUrl, ...more] = positionals;
  if (more.length > 0) throw misused("more than one BASE_URL is given", "Name one; the page takes others.");
  const { port, open } = valuesGiven(uiOptions, given);
  const { createMeans } = await import("./workbench-actions.ts");
  const { startWorkbench } = await import("#workbench/serve.ts");
  const means = createMeans(baseUrl, given, io);
  const workbench = await startWorkbench(means, port).catch((error: unknown) => {
    throw portError("the port", error);
  });
  io.out(`The workbench is at ${workbench.url}\nCtrl-C ends it, and all that it started.\n`);
  const leading = open ? leadingFile(workbench.url) : undefined;
  if (leading !== undefined && !(await io.openFile(leading.path)))
    io.out("No browser could be opened here. Open the address in yours.\n");
  await new Promise<void>((resolve) => io.onInterrupt(resolve));
  leading?.remove();
  await workbench.close();
  return 0;
}

/**
 * A file that leads the browser to an address. Every user of the machine can read the arguments of a process, and so those of
 * what opens the browser; this file only its owner can read.
 */
export function leadingFile(address: string) {
  const folder = mkdtempSync(join(tmpdir(), "petstore-conformance-"));
  const path = join(folder, "workbench.html");
  const to = escapeForXml(address);
  const link = `<a href="${to}">The workbench</a>`;
  const text = `<!doctype html><meta http-equiv="refresh" content="0;url=${to}"><title>Workbench</title>${link}\n`;
  writeNew(path, text, 0o600);
  const removed = removedOnExit(path);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    removed();
  };
  return { path, remove };
}
