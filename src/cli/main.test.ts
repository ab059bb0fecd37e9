import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { Secrets } from "#core/secrets/secrets.ts";
import { ran, sampleIo } from "#testing/cli/sample-io.ts";
import { main } from "./main.ts";
import { printError } from "./print-error.ts";
import { outputOfKeyCommand } from "./shell-command.ts";

const prove = (line: string) => ran((io) => main(["prove", ...line.split(" ")], io));

// What starts threads: testing/long/proof/pool.test.ts.

describe("prove", () => {
  test("shows of one fault which requirements fail, and what was seen", async () => {
    const { code, out } = await prove("--fault limit-at-least-two");
    expect(code).toBe(0);
    expect(out).toMatch(/^fault +limit-at-least-two +LIST-4 STATUS-2$/m);
    expect(out).toContain("expected  200 with a list of at most 1 pet\n");
    expect(out).toContain(" servers were played, and 1 of 1 caught; each does what it says.\n");
  });

  test("shows of a variant that it conforms, and of what it warns", async () => {
    const { code, out } = await prove("--variant no-challenge");
    expect(code).toBe(0);
    expect(out).toMatch(/^variant +no-challenge +conforming AUTH-6$/m);
  });

  test.each([
    ["--fault one-mor", 'there is no fault "one-mor" (--fault). Did you mean one-more?'],
    ["--variant nothing-alike-at-all", "`petstore-conformance serve --list-faults` lists them all."],
    ["one-more", "prove takes options only"],
  ])("%s is wrong usage, and says what to do", async (line, words) => {
    const { code, err } = await prove(line);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});

function printed(error: unknown): { readonly code: number; readonly text: string } {
  const { io, printed } = sampleIo({ secrets: new Secrets("s3cret-key") });
  return { code: printError(error, io), text: printed.err };
}

test("an exception is a fault of the suite with exit code 70, and holds no secret", () => {
  const { code, text } = printed(new TypeError("no s3cret-key\u001b[2J"));
  expect(code).toBe(70);
  expect(text).toContain("TypeError: no [redacted]\\u{1b}[2J");
  expect(text).toContain("a fault of the suite itself");
});

test("what this machine lacks is one sentence with what to do, and no fault of the suite", () => {
  for (const [code, says] of Object.entries({ ENOSPC: "is full", ERR_ACCESS_DENIED: "--permission" })) {
    const { code: exitCode, text } = printed(Object.assign(new Error(code), { code }));
    expect(exitCode).toBe(3);
    expect(text).toMatch(/^petstore-conformance: [^\n]+; [^\n]+\.\n$/);
    expect(text).toContain(says);
  }
});

const around = sampleIo({ folder: tmpdir(), env: process.env }).io;
const { secrets } = around;
const read = (command: string, mostMs?: number) => outputOfKeyCommand(command, around, mostMs);

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
});

const io = JSON.stringify(new URL("./io.ts", import.meta.url).href);

/** A process that lives until it is ended and says what its interrupt listener got. */
function listening() {
  const script = `
    const { processIo } = await import(${io});
    const io = processIo((onSignal) => process.on("SIGINT", onSignal));
    io.onInterrupt(() => io.out("asked"));
    setInterval(() => {}, 1000);
    io.out("ready");`;
  return spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test("the first Ctrl-C asks for the end, the second one ends the process at once", async () => {
  const child = listening();
  const said = async (): Promise<string> => String((await once(child.stdout, "data"))[0]);
  expect(await said()).toBe("ready");
  child.kill("SIGINT");
  expect(await said()).toBe("asked");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
});

test("what a command tells V8 does not reach the worker that plays other files, too", () => {
  setFlagsFromString("--allow-natives-syntax");
  expect(() => new Function("return %IsSmi(1)")).toThrow(SyntaxError);
});
