import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderReport, run } from "../../src/assembly/library-run.ts";
import { main } from "../../src/cli/main.ts";
import { formatNames } from "../../src/report/formats/formats.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { echoingHandler, leaksIn, longKey, shortKey, startEchoingServer } from "../echo/echoing.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const keys = [shortKey, longKey];

/** Bodies too: bytes as the text that they are. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Uint8Array
      ? Buffer.from(part).toString("latin1")
      : typeof part === "bigint"
        ? String(part)
        : part,
  );
}

describe("what a server repeats of the key, or of what was made from it, does not leave the run", () => {
  test.each([
    ["standard", shortKey],
    ["thorough", longKey],
  ] as const)("the library's events, its run and its reports, in %s", async (profile, key) => {
    const events: string[] = [];
    const found = await run({
      apiKey: key,
      profile,
      seed: 1,
      rateLimit: "off",
      target: { fetch: echoingHandler(key) },
      onEvent: (event) => void events.push(textOf(event)),
    });
    expect(found.requests.total).toBeGreaterThan(10);
    expect(leaksIn(events.join("\n"), key)).toEqual([]);
    expect(leaksIn(textOf(found), key)).toEqual([]);
    for (const format of formatNames) expect(leaksIn(await renderReport(found, format), key)).toEqual([]);
  });

  test.each(keys)("the command line's event stream, console, reports and recording: %#", async (key) => {
    const { url, close } = await startEchoingServer(key);
    const folder = temporaryFolder();
    const { io, printed } = sampleIo({ env: { PETSTORE_API_KEY: key }, folder });
    const given = ["--rate-limit", "off", "--seed", "1", "--events", "-"];
    const reports = ["--report", "json=report.json", "--report", "junit=report.xml"];
    await main(["run", url, ...given, ...reports, "--record", "run.ndjson"], io);
    await close();
    const written = (file: string) => readFileSync(join(folder, file), "utf8");
    const recording = written("run.ndjson");
    for (const file of ["report.json", "report.xml"]) expect(leaksIn(written(file), key)).toEqual([]);
    expect(recording).toContain('"kind":"verdicts"');
    expect(leaksIn(recording, key)).toEqual([]);
    expect(printed.out).toContain('"event":"finished"');
    expect(leaksIn(printed.out + printed.err, key)).toEqual([]);
  });
});
