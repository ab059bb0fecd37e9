import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { table as ofCompare } from "#cli/commands/compare/compare.ts";
import { table as ofFleet } from "#cli/commands/fleet/fleet.ts";
import { readArguments } from "#cli/options/args.ts";
import type { Option } from "#core/options/option.ts";
import { needs } from "../needs.ts";
import { type Job, root, workflowOf } from "../source-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

// The files in docs/engines, which run the parts of a work: that together they are the whole of it.

const tables: Readonly<Record<string, readonly Option[]>> = { fleet: ofFleet, compare: ofCompare };
const textOf = (file: string) => readFileSync(join(root, "docs/engines", file), "utf8");
const folder = temporaryFolder();
beforeAll(() => {
  const program = join(folder, "petstore-conformance");
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
  chmodSync(program, 0o755);
});

/** The part that a shell would ask for, in a program that takes its options. */
function partAsked(argv: readonly string[], env: Readonly<Record<string, string>>): unknown {
  const [file = "", ...args] = argv;
  const PATH = `${folder}:${process.env.PATH}`;
  const { stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: "utf8", env: { PATH, ...env } });
  expect(stderr).toBe("");
  return partIn(stdout.trimEnd().split("\n"));
}

function partIn([name = "", ...argv]: readonly string[]): unknown {
  const { given } = readArguments(argv, tables[name] ?? []);
  const path = JSON.stringify(given.get("report") ?? "");
  return { part: given.get("shard")?.[0], path };
}

const ofAll = (asked: readonly unknown[], of: number, path: (part: number) => string) =>
  expect(asked).toEqual(
    Array.from({ length: of }, (_, i) => ({
      part: `${i + 1}/${of}`,
      path: expect.stringContaining(path(i + 1)),
    })),
  );

test.each([["slurm-fleet.sh", ["targets.yaml", "fleet"], () => ""]] as const)(
  "%s: the tasks of an array do all parts",
  (file, args, path) => {
    const asked = [1, 2, 3].map((task) =>
      partAsked(["bash", join(root, "docs/engines", file), ...args], {
        SLURM_ARRAY_TASK_ID: String(task),
        SLURM_ARRAY_TASK_COUNT: "3",
      }),
    );
    ofAll(asked, 3, path);
  },
);

interface KubernetesJob {
  readonly spec: {
    readonly completions: number;
    readonly template: {
      readonly spec: { containers: { command: readonly string[]; args: readonly string[] }[] };
    };
  };
}

describe.each([["kubernetes-fleet.yaml", () => ""]] as const)("%s", (file, path) => {
  test("its indexes do all parts", () => {
    const { spec }: KubernetesJob = parse(textOf(file));
    const [{ command, args } = { command: [], args: [] }] = spec.template.spec.containers;
    const indexes = Array.from({ length: spec.completions }, (_, index) => String(index));
    const asked = indexes.map((index) => partAsked([...command, ...args], { JOB_COMPLETION_INDEX: index }));
    ofAll(asked, spec.completions, path);
  });

  // `KUBERNETES_OPENAPI=v1.json`: the API server's own document at /openapi/v3/apis/batch/v1, half a megabyte.
  const published = process.env.KUBERNETES_OPENAPI;
  needs("KUBERNETES_OPENAPI", published !== undefined)("is valid by the published schema", () => {
    const { components } = JSON.parse(readFileSync(published ?? "", "utf8"));
    // As a server does that is asked for strict validation.
    for (const schema of Object.values<object>(components.schemas))
      if ("properties" in schema) Object.assign(schema, { additionalProperties: false });
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "kubernetes", components });
    const isJob = ajv.compile({ $ref: "kubernetes#/components/schemas/io.k8s.api.batch.v1.Job" });
    expect([isJob(parse(textOf(file))), isJob.errors]).toEqual([true, null]);
    expect(isJob({ ...parse(textOf(file)), specs: {} })).toBe(false);
  });
});

test.each([["github-fleet.yml", () => ""]] as const)(
  "%s: the matrix does all parts, and one job afterwards what they are for",
  (file, path) => {
    const [part, ...after] = Object.values(workflowOf(`docs/engines/${file}`).jobs);
    const parts = part?.strategy?.matrix.part ?? [];
    const called = (job: Job | undefined, one = 0): readonly string[] =>
      (job?.steps ?? []).flatMap(({ run = "" }) => {
        const command = run.replaceAll(/\$\{\{ matrix\.part \}\}/g, String(one));
        return /^npx --no -- petstore-conformance ([^>]*)/.exec(command)?.[1]?.trim().split(" ") ?? [];
      });
    const asked = parts.map((one) => partIn(called(part, one)));
    ofAll(asked, parts.length, path);
    expect(after.map(({ needs }) => needs)).toEqual(["part"]);
    expect(() => partIn(called(after[0]))).not.toThrow();
  },
);
