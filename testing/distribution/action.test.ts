import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { ReferenceServer } from "#reference-server/server.ts";
import { served } from "../exchange/socket-bed.ts";
import { temporaryFolder } from "../machine.ts";
import { root } from "../source-files.ts";

const apiKey = "key-of-the-action-tests";
const folder = temporaryFolder();
beforeAll(async () => {
  // The checkout's command, as a file that can be copied.
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, "src/cli/bin.js")}' "$@"\n`;
  await writeFile(join(folder, "program"), program, { mode: 0o755 });
  // In the place of npm, which would install from a registry: says what it is asked, and whether it has the key.
  const npm = `#!/bin/sh\necho "$@" "\${PETSTORE_API_KEY-no key}" $(ls -A)\n`;
  await writeFile(join(folder, "npm"), npm, { mode: 0o755 });
});

/** Runs a script of the action, with the inputs' defaults, and gives its outputs. */
async function script(name: "install" | "run", given: Readonly<Record<string, string>>) {
  const output = join(folder, `${crypto.randomUUID()}.output`);
  await writeFile(output, "");
  const child = spawn("bash", [join(root, `action/${name}.sh`)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: `${folder}:${dirname(process.execPath)}:${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: folder,
      PETSTORE_API_KEY: apiKey,
      COMMAND: join(folder, "program"),
      PROFILE: "quick",
      REPORTS: "conformance",
      ARGUMENTS: "",
      ...given,
    },
  });
  const [out, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { status, out, outputs: outputsIn(await readFile(output, "utf8")) };
}

/** As a runner reads them: `name=value`, or `name<<end`, lines, and `end`. */
function outputsIn(written: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = written.split("\n");
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = "", mark, rest = ""] = /^([^=<]*)(=|<<)(.*)$/.exec(line) ?? [];
    const length = mark === "<<" ? lines.indexOf(rest) : 0;
    if (mark !== undefined) outputs[name] = mark === "=" ? rest : lines.splice(0, length).join("\n");
  }
  return outputs;
}

const act = (given: Readonly<Record<string, string>>) => script("run", given);

async function sha256Of(name: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(join(folder, name)))
    .digest("hex");
}

test("the executable is run from a copy that has the digest", async () => {
  const { status, outputs } = await script("install", {
    PROGRAM: "program",
    SHA256: await sha256Of("program"),
  });
  expect(status).toBe(0);
  const [copy, original] = [outputs.command ?? "", join(folder, "program")];
  expect(copy).not.toBe(original);
  expect(await readFile(copy, "utf8")).toBe(await readFile(original, "utf8"));
  expect((await stat(copy)).mode & 0o111).toBe(0o111);
});

test("the package is installed with the lock file of the action, without scripts and without the key", async () => {
  await mkdir(join(folder, "package/dist/src/cli"), { recursive: true });
  await copyFile(join(folder, "program"), join(folder, "package/dist/src/cli/bin.js"));
  execFileSync("tar", ["-czf", "tool.tgz", "package"], { cwd: folder });
  const { status, out, outputs } = await script("install", {
    PROGRAM: "tool.tgz",
    SHA256: await sha256Of("tool.tgz"),
  });
  expect(status).toBe(0);
  expect(out).toBe("ci --omit=dev --ignore-scripts no key .npmrc dist package-lock.json\n");
  expect(await act({ COMMAND: outputs.command ?? "", BASE_URL: "" })).toMatchObject({ status: 2 });
});

test("the action runs the program, and outputs outcome, counts and the paths of the reports", async () => {
  const url = await served(new ReferenceServer({ now: () => Date.now(), keys: [apiKey], plan: "none" }));
  const { status, outputs } = await act({ BASE_URL: url, ARGUMENTS: "--rate-limit\noff\n" });
  expect(outputs).toMatchObject({ "exit-code": "0", outcome: "conforming", failed: "0" });
  expect([status, Number(outputs.passed) > 5]).toEqual([0, true]);
  for (const name of ["json", "html", "junit"])
    expect(existsSync(join(folder, outputs[name] ?? ""))).toBe(true);
});

test.each([
  ["", "is empty"],
  ["--self", "would check the reference server"],
])("a base address that is %j (it %s) sends nothing and is exit 2", async (address) => {
  const { status, outputs } = await act({ BASE_URL: address });
  expect([status, outputs]).toEqual([2, { "exit-code": "2" }]);
});

const hostile = [
  "a\noutcome=conforming",
  "a\noutcome<<x\nconforming\nx\n",
  // What would end the value of an output, were it no random line.
  "a\nend\noutcome=conforming\nEOF\noutcome=conforming",
  "-rf",
  "--self",
  "--",
  "$(touch owned); `touch owned`",
  "; touch owned #",
  "a b  * ' \" \\",
  "../a",
  "::set-output name=outcome::conforming",
  "",
];

/** A program that keeps its arguments, writes a JSON report where it is asked for one, and fails. */
const keeping = `#!/bin/sh
printf '%s\\0' "$@" >arguments
echo '::set-output name=outcome::conforming'
for one in "$@"; do
  case $one in
  --report=json=*)
    file=\${one#--report=json=}
    mkdir -p -- "\${file%/*}"
    printf '"outcome": "non-conforming",\\n"counts": {"must":{"pass":3,"fail":4,"x":0}}\\n' >"$file"
    ;;
  esac
done
exit 1
`;

const plain = {
  BASE_URL: "http://127.0.0.1:9/v1",
  PROFILE: "quick",
  REPORTS: "conformance",
  ARGUMENTS: "--quiet",
};

test.each(Object.keys(plain).flatMap((input) => hostile.map((value) => ({ input, value }))))(
  "an input is one value, never an output, an option or a command: $input is $value",
  async ({ input, value }) => {
    await writeFile(join(folder, "keeping"), keeping, { mode: 0o755 });
    const given = { ...plain, [input]: value, COMMAND: join(folder, "keeping") };
    const { status, out, outputs } = await act(given);
    expect(existsSync(join(folder, "owned"))).toBe(false);
    if (given.REPORTS === "") {
      expect([status, outputs]).toEqual([2, {}]);
      return;
    }
    const reports = given.REPORTS.startsWith("-") ? `./${given.REPORTS}` : given.REPORTS;
    const [json, html, junit] = ["json", "html", "xml"].map((ending) => `${reports}/report.${ending}`);
    expect([status, outputs]).toEqual([
      1,
      {
        ...{ "exit-code": "1", outcome: "non-conforming", passed: "3", failed: "4" },
        ...{ json, html, junit },
      },
    ]);
    const further = given.ARGUMENTS === "" ? [] : given.ARGUMENTS.replace(/\n$/, "").split("\n");
    expect((await readFile(join(folder, "arguments"), "utf8")).split("\0")).toEqual([
      ...["run", `--profile=${given.PROFILE}`],
      ...[`--report=json=${json}`, `--report=html=${html}`, `--report=junit=${junit}`],
      ...[...further, "--", given.BASE_URL, ""],
    ]);
    // What the program prints stands between two lines that make it text for the runner.
    const [, end] = /^::stop-commands::(end-[0-9a-f]{32})\n[\s\S]*\n::\1::\n$/.exec(out) ?? [];
    expect(end).toBeDefined();
  },
);

const digest = "0".repeat(64);

test.each([
  ...hostile.map((value) => ({ input: "PROGRAM", value })),
  ...[...hostile, digest, `${digest} program`].map((value) => ({ input: "SHA256", value })),
])("nothing is installed, run or output where $input is $value", async ({ input, value }) => {
  const given = { PROGRAM: "program", SHA256: await sha256Of("program"), [input]: value };
  const { status, outputs } = await script("install", given);
  if (input === "SHA256") expect(status).toBe(2);
  expect(status).not.toBe(0);
  expect(outputs).toEqual({});
  expect(existsSync(join(folder, "owned"))).toBe(false);
});

test("every input reaches a script by the environment alone, and the key only the one that runs the program", async () => {
  const action = parse(await readFile(join(root, "action.yml"), "utf8"));
  const [install, run] = action.runs.steps;
  for (const step of [install, run]) expect(step.run).not.toContain("${{");
  const inputsOf = (step: { readonly env: Readonly<Record<string, string>> }) =>
    Object.values(step.env).flatMap((value) => /inputs\.([\w-]+)/.exec(value)?.[1] ?? []);
  expect(inputsOf(install)).toEqual(["program", "sha256"]);
  expect([...inputsOf(install), ...inputsOf(run)].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
});
