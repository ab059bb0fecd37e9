import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { commands } from "#cli/command.ts";
import { table as ofCompare } from "#cli/commands/compare/compare.ts";
import { table as ofFleet } from "#cli/commands/fleet/fleet.ts";
import { main } from "#cli/main.ts";
import { readArguments } from "#cli/options/args.ts";
import { parseConfig } from "#cli/options/config.ts";
import { runOptionTable } from "#cli/options/options.ts";
import type { Option } from "#core/options/option.ts";
import { ReferenceServer } from "#reference-server/server.ts";
import packageJson from "../../package.json" with { type: "json" };
import { ran } from "../cli/sample-io.ts";
import { served } from "../exchange/socket-bed.ts";
import { temporaryFolder } from "../machine.ts";
import { type Job, root, textOf, workflowOf } from "../source-files.ts";
import { blocksOf, commandsIn, documents, testCommands } from "./run-commands.ts";

const blocks = documents.flatMap(blocksOf);
const shell = blocks.filter(({ language }) => language === "sh");

describe("the commands in the documents", () => {
  // testing/long/use/documents.test.ts runs those in docs/.
  testCommands((place) => !place.startsWith("docs/"));

  test("what is not run says why", () => {
    const marks = shell.map(({ place, notes }) => `${place} ${notes}`);
    expect(marks.filter((mark) => !/:\d+ (?:|exits-with-\d+|not-run: \S.*)$/.test(mark))).toEqual([]);
  });

  test("they name commands and options that exist", async () => {
    const known = new Map<string, string[]>();
    for (const name of Object.keys(commands)) known.set(name, await optionsOf(name));
    for (const block of blocks) {
      for (const [name = "", ...words] of commandsIn(block)) {
        const options = words.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? []);
        expect(known.get(name) ?? [], `${block.place}: ${name}`).toEqual(expect.arrayContaining(options));
        expect(known.has(name), `${block.place}: ${name}`).toBe(true);
      }
    }
  });
});

async function optionsOf(command: string): Promise<string[]> {
  const { out } = await ran((io) => main([command, "--help", "all"], io));
  return [...out.matchAll(/^ {2}(?:-[a-z], )?(--[a-z-]+)/gm)].map(([, option = ""]) => option);
}

test("the npm scripts that the documents name exist", () => {
  const { scripts } = packageJson;
  const named = documents.flatMap((document) => [...textOf(document).matchAll(/\bnpm run ([a-z-]+)/g)]);
  const missing = named.map(([, name = ""]) => name);
  expect(missing.filter((name) => !(name in scripts))).toEqual([]);
});

test("the YAML in the documents is YAML", () => {
  const yaml = blocks.filter(({ language }) => language === "yaml");
  for (const block of yaml) expect(() => parse(block.text), block.place).not.toThrow();
});

// The files in docs/install.md as they are copied from there. Only the address and the folder for the download are others here.

const bin = join(root, "src/cli/bin.js");
const key = "a-key-of-the-install-tests";
const files = blocksOf("docs/install.md").filter(({ language }) => language === "yaml");
const textWith = (part: string) =>
  files.find(({ text }) => text.includes(part))?.text ?? expect.fail(`no file has ${part}`);
const configuration = textWith("$schema=");
const workflow = textWith("runs-on:");
const gitlab = textWith("resource_group:");

const { permissions, jobs } = parse(workflow);
const steps: Job["steps"] = jobs.conformance.steps;
const { "petstore-conformance": job, ...otherJobs } = parse(gitlab);
const scripts: Readonly<Record<string, readonly string[]>> = {
  GitHub: steps.flatMap(({ run = [] }) => run),
  GitLab: job.script,
};

test("each configuration is accepted, and names its schema by a path that the package has", async () => {
  const [other] = blocksOf("docs/configuration.md").filter(({ language }) => language === "yaml");
  for (const text of [configuration, other?.text ?? ""]) {
    const given = await parseConfig(text, "petstore-conformance.yaml", runOptionTable);
    expect(given.get("base-url")).toEqual(["https://staging.example.com/v1"]);
  }
  const place = packageJson.exports["./config.schema.json"].replace(
    "./",
    "./node_modules/petstore-conformance/",
  );
  expect(configuration).toContain(`$schema=${place}\n`);
});

test.each(
  Object.keys(scripts).flatMap((ci) => [
    [ci, "checks the server, if the program has the digest that is asked for", "", 0] as const,
    [ci, "runs nothing, if it has another", "0", 1] as const,
  ]),
)("the job for %s %s", async (ci, _, wrong, expected) => {
  const url = await served(new ReferenceServer({ now: () => Date.now(), keys: [key] }));
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

test("the job for GitLab keeps the reports of a red run, and has no key in its text", () => {
  expect(otherJobs).toEqual({});
  expect(job.artifacts).toMatchObject({
    when: "always",
    paths: ["conformance-reports/"],
    reports: { junit: "conformance-reports/report.xml" },
  });
  expect(gitlab).not.toContain("API_KEY");
});

describe("engines", () => {
  // The files in docs/engines, which run the parts of a work: that together they are the whole of it.

  const tables: Readonly<Record<string, readonly Option[]>> = { fleet: ofFleet, compare: ofCompare };
  const folder = temporaryFolder();
  beforeAll(() => {
    const program = `#!/bin/sh\nprintf '%s\\n' "$@"\n`;
    writeFileSync(join(folder, "petstore-conformance"), program, { mode: 0o755 });
  });

  /** The part that a shell would ask for, in a program that takes its options. */
  function partAsked(argv: readonly string[], env: Readonly<Record<string, string>>): unknown {
    const [file = "", ...args] = argv;
    const PATH = `${folder}:${process.env.PATH}`;
    const { stdout, stderr } = spawnSync(file, args, {
      cwd: folder,
      encoding: "utf8",
      env: { PATH, ...env },
    });
    expect(stderr).toBe("");
    return partIn(stdout.trimEnd().split("\n"));
  }

  function partIn([name = "", ...argv]: readonly string[]): unknown {
    return readArguments(argv, tables[name] ?? []).given.get("shard")?.[0];
  }

  const partsOf = (of: number) => Array.from({ length: of }, (_, i) => `${i + 1}/${of}`);

  test("slurm-fleet.sh: the tasks of an array do all parts", () => {
    const asked = [1, 2, 3].map((task) =>
      partAsked(["bash", join(root, "docs/engines/slurm-fleet.sh"), "targets.yaml", "fleet"], {
        SLURM_ARRAY_TASK_ID: String(task),
        SLURM_ARRAY_TASK_COUNT: "3",
      }),
    );
    expect(asked).toEqual(partsOf(3));
  });

  test("kubernetes-fleet.yaml: its indexes do all parts", () => {
    const { spec } = parse(textOf("docs/engines/kubernetes-fleet.yaml"));
    const [{ command, args }] = spec.template.spec.containers;
    const asked = Array.from({ length: spec.completions }, (_, index) =>
      partAsked([...command, ...args], { JOB_COMPLETION_INDEX: String(index) }),
    );
    expect(asked).toEqual(partsOf(spec.completions));
  });

  test("github-fleet.yml: the matrix does all parts, and one job afterwards what they are for", () => {
    const [part, ...after] = Object.values(workflowOf("docs/engines/github-fleet.yml").jobs);
    const parts = part?.strategy?.matrix.part ?? [];
    const called = (job: Job | undefined, one = 0): readonly string[] =>
      (job?.steps ?? []).flatMap(({ run = "" }) => {
        const command = run.replaceAll(/\$\{\{ matrix\.part \}\}/g, String(one));
        return /^npx --no -- petstore-conformance ([^>]*)/.exec(command)?.[1]?.trim().split(" ") ?? [];
      });
    expect(parts.map((one) => partIn(called(part, one)))).toEqual(partsOf(parts.length));
    expect(after.map(({ needs }) => needs)).toEqual(["part"]);
    expect(() => partIn(called(after[0]))).not.toThrow();
  });
});
