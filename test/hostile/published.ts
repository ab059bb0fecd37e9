import { createRedactor } from "../../src/exchange/redact.ts";
import { consoleReport } from "../../src/report/console.ts";
import { formatNames, formats } from "../../src/report/formats.ts";
import { redactRun } from "../../src/report/redact-run.ts";
import type { Run } from "../../src/run/run.ts";

/** One thing that a run writes. */
export interface Written {
  /** `console`, or a format of `--report`. */
  readonly format: string;
  /** Of its file, without the dot. */
  readonly extension: string;
  readonly text: string;
}

/** Everything that is written of a run, as the command line does it. */
export async function published(run: Run, secrets: readonly string[]): Promise<readonly Written[]> {
  const redacted = redactRun(run, createRedactor(secrets));
  const console = consoleReport(redacted, { width: 100, colour: false, quiet: false });
  const written: Written[] = [{ format: "console", extension: "txt", text: console }];
  for (const format of formatNames) {
    const write = await formats[format].load();
    const text = [...write(redacted, { strict: false })].join("");
    written.push({ format, extension: formats[format].extension, text });
  }
  return written;
}
