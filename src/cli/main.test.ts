import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "#core/options/usage-error.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { listen } from "#reference-server/listen.ts";
import { correctHooks, createReferenceServer } from "#reference-server/server.ts";
import keyVariants from "#reference-server/variants/keys.ts";
import { ran, sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { main } from "./main.ts";
import { openerOf, start } from "./open-file.ts";
import { printError } from "./print-error.ts";
import { outputOfKeyCommand } from "./shell-command.ts";

describe("run", () => {
  const key = "s3cret-k3y-of-the-tests";

  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
  });

  function run(line: string) {
    return ran((io) => main(["run", ...line.split(" ")], io), { folder, env: { PETSTORE_API_KEY: key } });
  }

  const report = () => JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));

  test("an unreachable target is one cause on top, exit code 3 and a report that says so", async () => {
    const { url, close } = await listen(createReferenceServer({ now: Date.now, keys: [key] }));
    await close();
    const { code, out } = await run(`${url} --report json=report.json`);
    expect(code).toBe(3);
    expect(out).toMatch(/^✗ Likely cause: the target could not be reached/);
    expect(report()).toMatchObject({
      outcome: "inconclusive",
      exitCode: 3,
      reason: "unreachable",
      partial: true,
      complete: true,
    });
  });

  test("with --strict a failed should makes the run non-conforming, and the outcome and its reports say so", async () => {
    const hooks = keyVariants["no-challenge"]?.hooks(correctHooks) ?? {};
    const { url, close } = await listen(
      createReferenceServer({ now: Date.now, keys: [key], plan: "none", hooks }),
    );
    const quick = `${url} --profile quick --rate-limit off`;
    const lenient = await run(quick);
    const strict = await run(`${quick} --strict --report json=report.json --report junit=report.xml`);
    await close();
    expect([lenient.code, strict.code]).toEqual([0, 1]);
    expect(lenient.out).toContain("\nconforming so far – ");
    expect(strict.out).toContain("\nnon-conforming (--strict) –\n  1 should failed: AUTH-6; ");
    expect(report()).toMatchObject({ outcome: "non-conforming", exitCode: 1, reason: "should-failed" });
    expect(readFileSync(join(folder, "report.xml"), "utf8")).toContain(
      "<system-out>non-conforming (--strict) – 1 should failed: AUTH-6; ",
    );
  });

  test("a document whose limit has no default is judged", async () => {
    const document = readFileSync(new URL("../../suites/petstore/openapi.yaml", import.meta.url), "utf8");
    const spec = join(folder, "looser.yaml");
    writeFileSync(spec, document.replace(", default: 20", ""));
    for (const profile of ["standard", "thorough"]) {
      const { code, out } = await run(`--self --profile ${profile} --spec ${spec}`);
      expect(out).toMatch(/limit\s+has\s+no\s+default/);
      expect(code).toBe(0);
    }
  });
});

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
    ["--judge LIST-4 --fault one-more", "--judge checks every server."],
    ["one-more", "prove takes options only"],
  ])("%s is wrong usage, and says what to do", async (line, words) => {
    const { code, err } = await prove(line);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test("has a help", async () => {
    const { code, out } = await prove("--help");
    expect(code).toBe(0);
    expect(out).toContain("petstore-conformance prove --profile thorough");
  });
});

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

test("a reader that goes away ends the printing, not the process", async () => {
  const script = `
    const { processIo } = await import(${io});
    const io = processIo(() => {});
    for (let line = 0; line < 20000; line++) io.out("a line of some length that fills the pipe\\n");
    await new Promise((resolve) => process.stdout.once("close", resolve));
    io.err("still here");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.once("data", () => child.stdout.destroy());
  let reported = "";
  child.stderr.on("data", (piece) => {
    reported += piece;
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(reported).toBe("still here");
});

test.each([
  ["darwin", {}, ["open", "/r/a b.html"]],
  ["win32", {}, ["cmd", "/c", "start", '""', '"/r/a b.html"']],
  ["linux", { DISPLAY: ":0" }, ["xdg-open", "/r/a b.html"]],
  ["freebsd", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", "/r/a b.html"]],
  ["linux", { BROWSER: "firefox" }, ["xdg-open", "/r/a b.html"]],
  ["linux", { DISPLAY: "" }, undefined],
] as const)("on %s with %j the file is opened by what opens files there", (platform, env, opener) => {
  expect(openerOf("/r/a b.html", platform, env)).toEqual(opener);
});

test("an opener that is missing or fails is reported, and one that ends well is not", async () => {
  const node = (code: number) => [process.execPath, "-e", `process.exit(${code})`] as const;
  expect(await start(["no-such-opener"])).toBe(false);
  expect(await start(node(3))).toBe(false);
  expect(await start(node(0))).toBe(true);
});

test("what a command tells V8 does not reach the worker that plays other files, too", () => {
  setFlagsFromString("--allow-natives-syntax");
  expect(() => new Function("return %IsSmi(1)")).toThrow(SyntaxError);
});
