import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { UsageError } from "#core/options/usage-error.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { printError } from "./print-error.ts";
import { outputOfKeyCommand } from "./shell-command.ts";

function printed(error: unknown): { readonly code: number; readonly text: string } {
  const { io, printed } = sampleIo({ secrets: createSecrets("s3cret-key") });
  return { code: printError(error, io), text: printed.err };
}

test("wrong usage is one sentence and exit code 2", () => {
  const error = new UsageError({ what: "it is wrong", where: "command line", remedy: "Mend it." });
  const text = "petstore-conformance: it is wrong (command line). Mend it.\n";
  expect(printed(error)).toEqual({ code: 2, text });
});

test("an exception is a fault of the suite with exit code 70, and holds no secret", () => {
  const { code, text } = printed(new TypeError("no s3cret-key\u001b[2J"));
  expect(code).toBe(70);
  expect(text).toContain("TypeError: no [redacted]\\u{1b}[2J");
  expect(text).toContain("a fault of the suite itself");
});

test.each([
  ["ENOSPC", "is full"],
  ["ERR_ACCESS_DENIED", "--permission"],
])(
  "what this machine lacks (%s) is one sentence with what to do, and no fault of the suite",
  (code, says) => {
    const { code: exitCode, text } = printed(Object.assign(new Error(code), { code }));
    expect(exitCode).toBe(3);
    expect(text).toMatch(/^petstore-conformance: [^\n]+; [^\n]+\.\n$/);
    expect(text).toContain(says);
  },
);

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
