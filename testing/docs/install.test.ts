import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "#cli/options/config.ts";
import { runOptionTable } from "#cli/options/options.ts";
import { listen } from "#reference-server/listen.ts";
import { createReferenceServer } from "#reference-server/server.ts";
import { root } from "../source-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { blocksOf } from "./run-commands.ts";

// The files in docs/install.md as they are copied from there. Only the address and the folder for the download are others here.

const bin = join(root, "src/cli/bin.js");
const key = "a-key-of-the-install-tests";
const files = blocksOf("docs/install.md").filter(({ language }) => language === "yaml");
const textWith = (part: string) =>
  files.find(({ text }) => text.includes(part))?.text ?? expect.fail(`no file has ${part}`);
const configuration = textWith("$schema=");
const workflow = textWith("runs-on:");
const gitlab = textWith("resource_group:");

interface Step {
  readonly run?: string;
  readonly env?: object;
}
const { permissions, jobs } = parse(workflow);
const steps: readonly Step[] = jobs.conformance.steps;
const { "petstore-conformance": job, ...otherJobs } = parse(gitlab);
const scripts: Readonly<Record<string, readonly string[]>> = {
  GitHub: steps.flatMap(({ run = [] }) => run),
  GitLab: job.script,
};

test("the configuration is accepted, and names its schema by a path that the package has", async () => {
  const given = await parseConfig(configuration, "petstore-conformance.yaml", runOptionTable);
  expect(given.get("base-url")).toEqual(["https://staging.example.com/v1"]);
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const place = exports["./config.schema.json"].replace("./", "./node_modules/petstore-conformance/");
  expect(configuration).toContain(`$schema=${place}\n`);
});

test.each(
  Object.keys(scripts).flatMap((ci) => [
    [ci, "checks the server, if the program has the digest that is asked for", "", 0] as const,
    [ci, "runs nothing, if it has another", "0", 1] as const,
  ]),
)("the job for %s %s", async (ci, _, wrong, expected) => {
  const { url, close } = await listen(createReferenceServer({ now: () => Date.now(), keys: [key] }));
  const [folder, machine] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(folder, "petstore-conformance.yaml"), configuration);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`;
  writeFileSync(join(machine, "program"), program);
  // What the job downloads is the checkout's command here.
  const curl = `#!/bin/sh\ncp '${machine}/program' '${machine}/petstore-conformance'\n`;
  writeFileSync(join(machine, "curl"), curl, { mode: 0o755 });
  const script = (scripts[ci] ?? [])
    .join("\n")
    .replaceAll("/tmp/", `${machine}/`)
    .replace("https://staging.example.com/v1", url);
  const env = {
    PATH: `${machine}:${process.env.PATH}`,
    PETSTORE_API_KEY: key,
    PETSTORE_CONFORMANCE_URL: "https://files.example.com/petstore-conformance",
    PETSTORE_CONFORMANCE_SHA256: createHash("sha256").update(`${wrong}${program}`).digest("hex"),
  };
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], { cwd: folder, env, stdio: "ignore" });
  const [code] = await once(child, "close");
  await close();
  expect(code).toBe(expected);
  const reports = ["report.html", "report.json", "report.xml"];
  const written = readdirSync(folder).includes("conformance-reports")
    ? readdirSync(join(folder, "conformance-reports")).sort()
    : [];
  expect(written).toEqual(expected === 0 ? reports : []);
});

test("the workflow has the key in the one step that needs it, and keeps the reports of a red run", () => {
  expect(steps.filter(({ env }) => env !== undefined)).toEqual([
    {
      run: expect.stringContaining(" run "),
      env: { PETSTORE_API_KEY: `\${{ secrets.PETSTORE_API_KEY }}` },
    },
  ]);
  expect(steps.at(-1)).toMatchObject({ if: "always()", with: { path: "conformance-reports/" } });
  expect(permissions).toEqual({ contents: "read" });
});

test("the workflow names each action by its commit, with the version beside it", () => {
  const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, name = ""]) => name);
  expect(used).toHaveLength(2);
  for (const name of used) expect(name).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("the job for GitLab keeps the reports of a red run, and has no key in its text", () => {
  expect(otherJobs).toEqual({});
  expect(job.artifacts).toMatchObject({
    when: "always",
    paths: ["conformance-reports/"],
    reports: { junit: "conformance-reports/report.xml" },
  });
  expect(gitlab).not.toContain("API_KEY");
});
