import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { SampleFolder } from "../../../testing/cli/sample-folder.ts";

const bin = new URL("../bin.js", import.meta.url).pathname;
const key = { PETSTORE_API_KEY: "a-key-of-the-init-tests" };

const folder = new SampleFolder();
const machine = new SampleFolder();
let reference: ReturnType<typeof start>;
let url = "";

beforeAll(async () => {
  // What the job downloads is the checkout's command here.
  machine.put("program", `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  machine.put("curl", `cp '${machine.path}/program' '${machine.path}/petstore-conformance'\n`);
  reference = start([bin, "serve", "--port", "0", "--plan", "none"], key);
  const [line] = await once(reference.stdout, "data");
  url = /http:\S+/.exec(String(line))?.[0] ?? "";
});
afterAll(async () => {
  reference.kill("SIGTERM");
  await once(reference, "close");
});

function start(args: readonly string[], env: Readonly<Record<string, string>>, command = process.execPath) {
  return spawn(command, args, {
    cwd: folder.path,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function ended(child: ReturnType<typeof start>) {
  const printed = { out: "", err: "" };
  child.stdout.on("data", (piece) => {
    printed.out += piece;
  });
  child.stderr.on("data", (piece) => {
    printed.err += piece;
  });
  const [code] = await once(child, "close");
  return { code, ...printed };
}

test("in an empty folder, init and then run check the server that init was given", async () => {
  const init = await ended(start([bin, "init", "--base-url", url, "--ci", "github", "--yes"], {}));
  expect([init.code, init.err]).toEqual([0, ""]);
  const run = await ended(start([bin, "run"], key));
  expect(run.code).toBe(0);
  expect(run.out).toContain(url);
  expect(run.out).toContain("\nconforming – ");
  for (const file of ["report.html", "report.json", "report.xml"])
    expect(folder.files()).toContain(`conformance-reports/${file}`);
});

test.each([
  ["do so too, if the program has the digest that the repository names", "", 0],
  ["run nothing, if it has another", "0", 1],
])("the workflow's own commands %s", async (_, wrong, expected) => {
  const { steps } = parse(folder.text(".github/workflows/conformance.yml")).jobs.conformance;
  const commands: string[] = steps.flatMap(({ run = [] }) => run);
  const script = commands
    .join("\n")
    .replaceAll("/tmp/", `${machine.path}/`)
    .replace("curl ", `bash '${machine.path}/curl' `);
  const digest = createHash("sha256")
    .update(`${wrong}${machine.text("program")}`)
    .digest("hex");
  const env = { ...key, PETSTORE_CONFORMANCE_URL: "https://x.example", PETSTORE_CONFORMANCE_SHA256: digest };
  const { code, out } = await ended(start(["-euo", "pipefail", "-c", script], env, "bash"));
  expect([code, /\nconforming – /.test(out)]).toEqual([expected, expected === 0]);
});

test("without a terminal and without flags it ends with 2 and a sentence", async () => {
  const { code, out, err } = await ended(start([bin, "init"], {}));
  expect([code, out, err.trimEnd().split("\n").length]).toEqual([2, "", 1]);
  expect(err).toContain("--base-url, --ci, --profile are not given");
});
