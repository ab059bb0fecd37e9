import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../src/assembly/library-run.ts";
import { renderReport } from "../../src/assembly/render-report.ts";
import { main } from "../../src/cli/main.ts";
import { formatNames } from "../../src/report/formats/formats.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { root } from "../source-files.ts";
import { echoingHandler, leaksIn, longKey, shortKey, startEchoingServer } from "./echoing-server.ts";

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

  test.each(keys)("the command line's event stream, console and recording: %#", async (key) => {
    const { url, server } = await startEchoingServer(key);
    const folder = mkdtempSync(join(tmpdir(), "echo-"));
    const { io, printed } = sampleIo({ env: { PETSTORE_API_KEY: key }, folder });
    const given = ["--rate-limit", "off", "--seed", "1", "--events", "-"];
    await main(["run", url, ...given, "--record", "run.ndjson"], io);
    server.close();
    server.closeAllConnections();
    const recording = readFileSync(join(folder, "run.ndjson"), "utf8");
    rmSync(folder, { recursive: true });
    expect(recording).toContain('"kind":"verdicts"');
    expect(leaksIn(recording, key)).toEqual([]);
    expect(printed.out).toContain('"event":"finished"');
    expect(leaksIn(printed.out + printed.err, key)).toEqual([]);
  });

  test("what the adaptor hands to vitest", () => {
    const folder = join(root, "testing/vitest-adaptor");
    const { stdout, stderr } = spawnSync(
      join(root, "node_modules/.bin/vitest"),
      ["run", "echo", "--root", folder, "--reporter", "default"],
      { cwd: folder, encoding: "utf8", env: { ...process.env, ECHO_KEYS: keys.join(" ") } },
    );
    expect(stdout + stderr).toContain("cannot use Bearer [redacted]");
    for (const key of keys) expect(leaksIn(stdout + stderr, key)).toEqual([]);
  });
});
