import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { createSecrets } from "#core/secrets/secrets.ts";
import { outputOfKeyCommand } from "./shell-command.ts";

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
      /^the command that gives the API key ended with 7 \(api-key-command\)\. Run it by itself/,
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
