import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { type Job, root, textOf, workflowOf } from "../source-files.ts";

// No workflow runs here: what the text of the release can show of itself.

const workflow = workflowOf(".github/workflows/release.yml");
const { build, ...publishing } = workflow.jobs;
const scriptOf = ({ steps }: Job) => steps.flatMap(({ run = [] }) => run).join("\n");

test.each(globSync("{.github/workflows,docs,docs/engines}/*.yml", { cwd: root }))(
  "every action of %s is named by its commit, with the version beside it",
  (path) => {
    const used = [...textOf(path).matchAll(/uses: (.*)/g)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(name).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  },
);

test("no text of the repository becomes part of a script", () => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
});

test("what is built gets no token and no secret", () => {
  expect(workflow.permissions).toEqual({});
  expect(build?.permissions).toEqual({ contents: "read" });
  expect(JSON.stringify(build)).not.toMatch(/secrets|github\.token/);
  expect(JSON.stringify(build)).toContain('"persist-credentials":false');
});

describe.each(Object.entries(publishing))("the job %s", (_, job) => {
  test("waits for the build and for an approval", () => {
    expect([job.needs, job.environment]).toEqual(["build", "release"]);
  });

  test("builds nothing, and runs no package", () => {
    expect(scriptOf(job)).not.toMatch(
      /\bnpm (?:ci|i|install|run|exec|test)\b|npx|docker (?:build|run)|\.ci\//,
    );
    expect(job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))).toEqual([]);
  });

  test("is attested", () => {
    expect(job.permissions["id-token"]).toBe("write");
    expect(JSON.stringify(job)).toMatch(/attest-build-provenance|npm publish \S+\.tgz --provenance/);
  });
});

test("what is published is what the sums of the build name", () => {
  for (const name of ["files", "package"]) {
    const steps = publishing[name]?.steps ?? [];
    const runs = steps.flatMap(({ run = [] }) => run);
    expect(runs[0]).toBe("sha256sum --check SHA256SUMS");
  }
});

test("it builds with what the project has", () => {
  const script = build === undefined ? "" : scriptOf(build);
  const files = [...script.matchAll(/(?:^|node )(\.ci\/run|scripts\/\S+)/gm)].map(([, path = ""]) => path);
  expect(files).toEqual([".ci/run", "scripts/executable.ts", "scripts/absolute-links.ts"]);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const scripts = [...script.matchAll(/npm run --silent (\S+)/g)].map(([, name = ""]) => name);
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});
