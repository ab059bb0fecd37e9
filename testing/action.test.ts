import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { listen } from "../reference-server/listen.ts";
import { createReferenceServer } from "../reference-server/server.ts";
import { root } from "./source-files.ts";

const apiKey = "key-of-the-action-tests";
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "action-"));
  // `npx --yes petstore-conformance@VERSION` is the checkout's command here.
  const shim = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${join(root, "src/cli/bin.ts")}' "$@"\n`;
  await writeFile(join(folder, "npx"), shim, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs what the action runs, with its inputs' defaults, and gives its outputs. */
async function act(given: Readonly<Record<string, string>>) {
  const output = join(folder, `${crypto.randomUUID()}.output`);
  await writeFile(output, "");
  const child = spawn("bash", [join(root, "action/run.sh")], {
    cwd: folder,
    stdio: "ignore",
    env: {
      PATH: `${folder}:${dirname(process.execPath)}:${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      PETSTORE_API_KEY: apiKey,
      VERSION: "latest",
      PROFILE: "quick",
      REPORTS: "conformance",
      ARGUMENTS: "",
      ...given,
    },
  });
  const [status] = await once(child, "close");
  const lines = (await readFile(output, "utf8")).trim().split("\n");
  return { status, outputs: Object.fromEntries(lines.map((line) => line.split("="))) };
}

test("the action runs the package, and outputs outcome, counts and the paths of the reports", async () => {
  const server = await listen(createReferenceServer({ now: () => Date.now(), keys: [apiKey], plan: "none" }));
  const { status, outputs } = await act({ BASE_URL: server.url, ARGUMENTS: "--rate-limit\noff\n" });
  await server.close();
  expect(outputs).toMatchObject({ "exit-code": "0", outcome: "conforming", failed: "0" });
  expect([status, Number(outputs.passed) > 5]).toEqual([0, true]);
  for (const name of ["json", "html", "junit"])
    expect(existsSync(join(folder, outputs[name] ?? ""))).toBe(true);
});

test("what an input holds is never run", async () => {
  const { status, outputs } = await act({
    BASE_URL: "$(touch owned); `touch owned`",
    ARGUMENTS: "; touch owned",
  });
  expect([status, outputs]).toEqual([2, { "exit-code": "2" }]);
  expect(existsSync(join(folder, "owned"))).toBe(false);
});

test.each([
  ["", "is empty"],
  ["--self", "would check the reference server"],
])("a base address that is %j (it %s) sends nothing and is exit 2", async (address) => {
  const { status, outputs } = await act({ BASE_URL: address });
  expect([status, outputs]).toEqual([2, { "exit-code": "2" }]);
});

test("every input reaches the script by the environment alone", async () => {
  const action = parse(await readFile(join(root, "action.yml"), "utf8"));
  const [step] = action.runs.steps;
  expect(step.run).not.toContain("${{");
  const passed = Object.values<string>(step.env).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
  expect(passed.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
});
