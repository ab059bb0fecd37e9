import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { escapeForXml } from "#core/json/escape.ts";
import { removedOnExit } from "#files/unfinished.ts";
import { writeNew } from "#files/write-whole.ts";

/**
 * A file that leads the browser to an address. Every user of the machine can read the arguments of a process, and so those of
 * what opens the browser; this file only its owner can read.
 */
export class LeadingFile {
  readonly path: string;
  readonly #folder: string;
  readonly #removed: () => void;

  constructor(address: string) {
    this.#folder = mkdtempSync(join(tmpdir(), "petstore-conformance-"));
    this.path = join(this.#folder, "workbench.html");
    const to = escapeForXml(address);
    const link = `<a href="${to}">The workbench</a>`;
    const text = `<!doctype html><meta http-equiv="refresh" content="0;url=${to}"><title>Workbench</title>${link}\n`;
    writeNew(this.path, text, 0o600);
    this.#removed = removedOnExit(this.path);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    this.#removed();
  }
}
