import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import tsconfig from "../../tsconfig.build.json" with { type: "json" };
import { type Job, root, textOf, workflowOf } from "../source-files.ts";

/** `.dockerignore`: nothing is sent to the build but these, and of them no tests. */
const [nothing, ...names] = textOf(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const tests = names.pop();
const isIgnored = (path: string) =>
  path.endsWith(".test.ts") || !names.some((name) => `${path}/`.startsWith(`${name.slice(1)}/`));

describe("the Dockerfile", () => {
  // No engine runs here: what its text can show of itself, each instruction in a line.
  const instructions = textOf("Dockerfile")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line));
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));

  test("copies only what is there and gets to the build", () => {
    const copied = instructions.flatMap(
      (line) => /^COPY (?!--from=)(.*) \S+$/.exec(line)?.[1]?.split(" ") ?? [],
    );
    expect(copied).toContain("package-lock.json");
    for (const source of copied.filter((one) => one !== "."))
      expect([source, existsSync(join(root, source)), isIgnored(source)]).toEqual([source, true, false]);
  });

  test("ends as a user that is not root, with what an earlier stage made, and holds no key", () => {
    expect(last.filter((line) => /^(?:COPY(?! --from=build )|ADD)/.test(line))).toEqual([]);
    expect(last.slice(last.indexOf("USER node")).join("\n")).toMatch(
      /^USER node\n(?!.*^(?:RUN|COPY|USER))/ms,
    );
    expect(
      instructions.filter((line) => /PETSTORE_API_KEY|^(?:ARG|ENV).*(?:key|secret|token|pass)/i.test(line)),
    ).toEqual([]);
  });

  test("calls the command of the package", () => {
    const [name = "", path = ""] = Object.entries(packageJson.bin)[0] ?? [];
    expect(last).toContain(`ENTRYPOINT ["${name}"]`);
    expect(last.join("\n")).toContain(`ln -s /app/${path} /usr/local/bin/${name}`);
  });
});

test("the folder that is sent to a build has every source of the package, and every file beside the code that is published", () => {
  expect([nothing, tests, names.filter((name) => !/^![\w./-]+$/.test(name))]).toEqual([
    "*",
    "**/*.test.ts",
    [],
  ]);
  const sources = globSync(`{${tsconfig.include.join(",")},scripts}/**/*.{ts,tsx,yaml,json}`, { cwd: root });
  const built = sources.filter((path) => !/\.test\.ts$/.test(path));
  expect(built.length).toBeGreaterThan(200);
  const beside = packageJson.files.filter((entry) => !entry.startsWith("!") && entry !== "dist");
  const configs = ["package.json", "tsconfig.json", "tsconfig.build.json", "README.md", "LICENSE"];
  expect([...built, ...beside, ...configs].filter(isIgnored)).toEqual([]);
});

test("the folder that is sent to a build has no key, no report and no history", () => {
  const others = [
    ".env",
    "key.txt",
    ".git/config",
    "reports/run.json",
    "petstore-conformance.yaml",
    "dist/src/index.js",
  ];
  expect(others.filter((path) => !isIgnored(path))).toEqual([]);
});

// No workflow runs here: what the text of the release can show of itself.

const workflow = workflowOf(".github/workflows/release.yml");
const { build, ...publishing } = workflow.jobs;
const scriptOf = ({ steps }: Job) => steps.flatMap(({ run = [] }) => run).join("\n");

test.each(["docs/install.md", ...globSync("{.github/workflows,docs,docs/engines}/*.yml", { cwd: root })])(
  "every action of GitHub's that %s uses is named by its commit, with the version beside it",
  (path) => {
    const used = [...textOf(path).matchAll(/uses: (?!OWNER\/)(.*)/g)].map(([, name]) => name);
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
