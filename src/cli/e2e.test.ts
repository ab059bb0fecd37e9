import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "#testing/cli/process-bed.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { needs } from "#testing/machine.ts";
import { commands } from "./command.ts";
import { main } from "./main.ts";

const folder = testFolder();

type Texts = Readonly<Record<string, string>>;

/** The command line in an empty folder, with the key that is given or none. Whole processes: interrupted.e2e.test.ts. */
const cli = (line: string, env: Texts = {}) =>
  ran((io) => main(line.split(" "), io), { folder: folder.path, env });

const key = { PETSTORE_API_KEY: "a-key-of-the-tests" };
// Nothing listens on the discard port; a usage error must come before anyone would find out.
const target = "http://127.0.0.1:9/v1";
const [yaml, yml] = ["petstore-conformance.yaml", "petstore-conformance.yml"] as const;

/** One sentence on standard error, nothing on standard output, exit code 2. */
function expectUsageError({ code, out, err }: Awaited<ReturnType<typeof cli>>, message: string): void {
  expect(err).toContain(message);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect([code, out]).toEqual([2, ""]);
}

test("without a target and without --self it is refused: the message names the files that were looked for", async () => {
  const message = `no target is given (the command line has no BASE_URL, and this folder has neither ${yaml} nor ${yml})`;
  expectUsageError(await cli("run"), message);
  expectUsageError(await cli("run --dry-run", key), message);
});

test.each([yaml, yml])("the base-url of %s is a target", async (file) => {
  writeFileSync(join(folder.path, file), `base-url: ${target}\n`);
  expectUsageError(await cli("run"), "no API key is given (PETSTORE_API_KEY is not set)");
});

test("two configuration files are refused, unless one is named", async () => {
  for (const file of [yaml, yml]) writeFileSync(join(folder.path, file), `base-url: ${target}\n`);
  expectUsageError(await cli(`run ${target}`, key), `only one is read (${yaml} and ${yml})`);
  expectUsageError(await cli(`run --config ${yml}`), "no API key is given");
});

test("an unknown command is refused with the one that was meant", async () => {
  expectUsageError(await cli("rnu"), "Did you mean run?");
  expectUsageError(await cli("https://user:pa55@host/v1"), "a URL stands where a command belongs");
});

// Linux makes no folder in /proc, not even for root, and Node's recursive mkdir never ends there.
needs("/proc").each([
  ["--report json=/proc/none/x.json", "the report /proc/none/x.json could not be written"],
  ["--report json=reports/", "it is a folder"],
  ["--record /proc/none/x.ndjson", "to with --record FILE"],
])("%s cannot be written, which is known before anything is sent", async (options, message) => {
  expectUsageError(await cli(`run ${target} ${options}`, key), message);
});

test.each<readonly [string, Texts, line: string, string]>([
  ["a document that is not there", {}, `run ${target} --spec missing.yaml`, "missing.yaml: cannot be read"],
  ["a configuration without a base-url", { [yml]: "profile: quick\n" }, "run", `${yml} has no base-url`],
  ["an empty address beside a configured one", { [yaml]: `base-url: ${target}\n` }, "run ", "it is empty"],
  ["plain http to a public host", {}, "run http://staging.example.com/v1", "send the API key unencrypted"],
  ["a configuration that is not there", {}, `run ${target} --config other.yaml`, "no such file (other.yaml)"],
  ["a header of the suite's own", {}, `run ${target} --header Authorization=abc`, "cannot be added"],
  ["--only that matches nothing", {}, `run ${target} --only LIST-99`, 'only "LIST-99" matches no'],
])("%s is refused before anything is sent", async (_, files, line, message) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  expectUsageError(await cli(line, key), message);
});

test("every help shows an example, and loads none of the libraries that a run needs", () => {
  const lines = ["--help", ...Object.keys(commands).map((name) => `${name} --help`)];
  // One process for all: a library that one of them loaded would stand on standard error.
  const script = `
    import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) { if (url.includes("/node_modules/")) process.stderr.write(url + "\\n"); return next(url, context); } });
    const { main } = await import(${JSON.stringify(new URL("./main.ts", import.meta.url))});
    const { processIo } = await import(${JSON.stringify(new URL("./io.ts", import.meta.url))});
    const io = processIo(() => undefined);
    const ended = [];
    for (const line of ${JSON.stringify(lines)}) {
      let text = "";
      const out = (piece) => { text += piece; };
      const code = await main(line.split(" "), { ...io, out });
      ended.push({ line, code, text });
    }
    process.stdout.write(JSON.stringify(ended));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? "" },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const ended = JSON.parse(stdout) as readonly { line: string; code: number; text: string }[];
  expect(ended.map(({ line }) => line)).toEqual(lines);
  for (const { line, code, text } of ended) {
    expect(code, line).toBe(0);
    expect(text, line).toMatch(/Examples:\n {2}.*petstore-conformance/);
  }
});

test("without a command the help goes to standard error", async () => {
  const { code, out, err } = await ran((io) => main([], io));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("Usage: petstore-conformance <command>");
});
