import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import tsconfig from "../../tsconfig.build.json" with { type: "json" };
import { type Job, root, textOf, workflowOf } from "../source-files.ts";

/** One instruction of a Dockerfile, its continued lines joined. */
interface Instruction {
  /** In capitals: `COPY`. */
  readonly name: string;
  readonly text: string;
  /** Counted from 0; what stands before the first FROM belongs to -1. */
  readonly stage: number;
}

function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line));
  const joined = lines.join("\n").replace(/\\\n\s*/g, "");
  let stage = -1;
  return joined.split("\n").map((line) => {
    const [, name = "", text = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name.toUpperCase() === "FROM") stage++;
    return { name: name.toUpperCase(), text, stage };
  });
}

/** `.dockerignore`: nothing is sent to the build but these, and of them no tests. */
const [nothing, ...names] = textOf(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const tests = names.pop();
const isIgnored = (path: string) =>
  path.endsWith(".test.ts") || !names.some((name) => `${path}/`.startsWith(`${name.slice(1)}/`));

// No engine runs here: what the text of the Dockerfile can show of itself.

const instructions = instructionsOf(textOf("Dockerfile"));
const last = Math.max(...instructions.map(({ stage }) => stage));
const final = instructions.filter(({ stage }) => stage === last);

function texts(name: string, among = instructions): string[] {
  return among.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

describe("the Dockerfile", () => {
  test("copies only what is there and gets to the build", () => {
    const sources = texts("COPY")
      .filter((text) => !text.startsWith("--from="))
      .flatMap((text) => text.split(/\s+/).slice(0, -1));
    expect(sources).toContain("package-lock.json");
    for (const source of sources.filter((one) => one !== "."))
      expect([source, existsSync(join(root, source)), isIgnored(source)]).toEqual([source, true, false]);
  });

  test("takes into its last stage only what an earlier one made", () => {
    const names = texts("FROM").flatMap((text) => / AS (\S+)$/i.exec(text)?.[1] ?? []);
    const from = texts("COPY", final).map((text) => /^--from=(\S+) /.exec(text)?.[1]);
    expect(from.length).toBeGreaterThan(0);
    expect(from.filter((name) => name === undefined || !names.includes(name))).toEqual([]);
    expect(texts("ADD")).toEqual([]);
  });

  test("ends as a user that is not root, and does not become root again", () => {
    const user = final.map(({ name }) => name).lastIndexOf("USER");
    expect(texts("USER", final).at(-1)).toBe("node");
    const after = final.slice(user + 1).map(({ name }) => name);
    expect(after.filter((name) => ["RUN", "COPY", "USER"].includes(name))).toEqual([]);
  });

  test("holds no key", () => {
    expect([...texts("ARG"), ...texts("ENV")].filter((text) => /key|secret|token|pass/i.test(text))).toEqual(
      [],
    );
    expect(instructions.filter(({ text }) => text.includes("PETSTORE_API_KEY"))).toEqual([]);
  });

  test("runs only commands that the project has", () => {
    const npm = texts("RUN").flatMap((text) => [...text.matchAll(/\bnpm ([^&]+)/g)].map(([, it = ""]) => it));
    const [first, ...rest] = npm.map((command) => command.trim());
    expect(first).toBe("ci");
    expect(rest).toEqual(["pack --pack-destination /tmp", "ci --omit=dev --ignore-scripts"]);
    // `npm pack` builds first.
    expect(packageJson.scripts.prepack).toBe("npm run build");
  });

  test("calls the command of the package, on a Node that is new enough, in a folder for reports", () => {
    const [name = "", path = ""] = Object.entries(packageJson.bin)[0] ?? [];
    expect(texts("ENTRYPOINT")).toEqual([JSON.stringify([name])]);
    expect(texts("RUN", final).join()).toContain(`ln -s /app/${path} /usr/local/bin/${name}`);
    expect(texts("FROM").map((text) => /^node:(\d+)-/.exec(text)?.[1])).toEqual(["24", "24"]);
    expect(texts("WORKDIR", final)).toEqual(["/reports"]);
    expect(texts("RUN", final).join()).toMatch(/--owner=node .*\/reports/);
  });
});

test("the Dockerfile's example gives the address on the command line", () => {
  expect(textOf("Dockerfile")).toMatch(/^# {5}petstore-conformance run https:\/\/\S+ /m);
});

describe("the folder that is sent to a build", () => {
  test("has nothing but what is named, and no test", () => {
    expect([nothing, tests]).toEqual(["*", "**/*.test.ts"]);
    expect(names.filter((name) => !/^![\w./-]+$/.test(name))).toEqual([]);
  });

  test("has every source of the package, and every file beside the code that is published", () => {
    const sources = globSync(`{${tsconfig.include.join(",")},scripts}/**/*.{ts,tsx,yaml,json}`, {
      cwd: root,
    });
    const built = sources.filter((path) => !/\.test\.ts$/.test(path));
    expect(built.length).toBeGreaterThan(200);
    const beside = packageJson.files.filter((entry) => !entry.startsWith("!") && entry !== "dist");
    const configs = ["package.json", "tsconfig.json", "tsconfig.build.json", "README.md", "LICENSE"];
    expect([...built, ...beside, ...configs].filter(isIgnored)).toEqual([]);
  });

  test.each([
    ...[".env", "key.txt", ".git/config", "node_modules/yaml/package.json", "dist/src/index.js"],
    ...[
      "reports/run.json",
      "petstore-conformance.yaml",
      "src/cli/e2e.test.ts",
      "testing/documents/second-revision.yaml",
    ],
  ])("has no %s", (path) => {
    expect(isIgnored(path)).toBe(true);
  });
});

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
