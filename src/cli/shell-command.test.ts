import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sampleRun } from "../../testing/report/sample-run.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createSecrets } from "../core/secrets/secrets.ts";
import { afterRun, outputOfKeyCommand } from "./shell-command.ts";

async function ran(command: string) {
  const folder = temporaryFolder();
  const lines: string[] = [];
  await afterRun(command, sampleRun(), { folder, env: process.env, err: (text) => void lines.push(text) });
  const given = await readFile(join(folder, "given.json"), "utf8").catch(() => undefined);
  return { given, lines };
}

test("the command gets the outcome and the created pets on its standard input", async () => {
  const { given, lines } = await ran("cat > given.json");
  expect(lines).toEqual([]);
  expect(JSON.parse(given ?? "")).toMatchObject({
    outcome: "non-conforming",
    exitCode: 1,
    created: [{ id: "9007199254740993", name: "conformance-00112233445566778899-1" }],
  });
});

test("a command that fails, or does not read, is only reported", async () => {
  const { lines } = await ran("exit 7");
  expect(lines).toEqual(["petstore-conformance: the command of --after-run failed: it ended with 7\n"]);
});

const secrets = createSecrets();
const read = (command: string, mostMs?: number) =>
  outputOfKeyCommand(command, { folder: tmpdir(), env: process.env, secrets }, mostMs);

describe.skipIf(process.platform === "win32")("a command that gives the key", () => {
  test("gives what it prints, which is a secret from then on", async () => {
    expect(await read("echo sk-printed-by-a-command")).toBe("sk-printed-by-a-command\n");
    expect(secrets.redact("got sk-printed-by-a-command")).not.toContain("printed");
  });

  test("has what it printed redacted even where it fails, and nothing that it said is repeated", async () => {
    const failing = read("echo sk-said-before-it-failed; echo sk-on-standard-error >&2; exit 7");
    await expect(failing).rejects.toThrow(
      /^the command that gives the API key ended with 7 \(--api-key-command\)\. Run it by itself/,
    );
    await expect(failing).rejects.not.toThrow(/sk-/);
    expect(secrets.redact("sk-said-before-it-failed")).not.toContain("failed");
  });

  test("is ended where it does not end, or prints without end", async () => {
    await expect(read("sleep 600", 50)).rejects.toThrow("took more than 0.05 s");
    await expect(read("yes sk-endless")).rejects.toThrow(/printed more than \d+ kB/);
  });

  test("cannot be found", async () => {
    await expect(read("no-such-command-anywhere")).rejects.toThrow("ended with 127");
  });
});
