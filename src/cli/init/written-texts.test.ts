import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readArguments } from "../options/args.ts";
import { parseConfig } from "../options/config.ts";
import { runOptionTable } from "../options/options.ts";
import { configText, githubWorkflow, gitlabJob, isLocal, jobCommands, reportPaths } from "./ci-job.ts";

const schema: object = JSON.parse(
  readFileSync(new URL("../options/config.schema.json", import.meta.url), "utf8"),
);
const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const addresses = [
  "https://staging.example.com/v1",
  "http://127.0.0.1:8080/v1",
  "https://staging.example.com/%22:%20%23'{{x}}/v1",
  `https://staging.example.com/\${{secrets.X}}/a,b/v1`,
  "https://staging.example.com/*&!|>'/v1\nprofile: thorough",
];

describe("the configuration", () => {
  test.each(addresses)("for %j is accepted and says what was answered", async (address) => {
    const target = new URL(address);
    for (const allowInsecure of [true, false]) {
      const text = configText({ target, allowInsecure, ci: "none", profile: "quick" });
      const given = await parseConfig(text, "petstore-conformance.yaml", runOptionTable);
      expect(given.get("base-url")).toEqual([target.href]);
      expect(given.get("profile")).toEqual(["quick"]);
      expect(given.has("allow-insecure")).toBe(allowInsecure);
      expect(given.get("report")).toHaveLength(3);
      expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test("names its schema for editors, by a path that the package has", () => {
    const answers = { target: new URL("https://a.example/v1"), allowInsecure: false, ci: "none" };
    const [, path = ""] =
      /^# yaml-language-server: \$schema=(\S+)$/m.exec(configText({ ...answers, profile: "quick" })) ?? [];
    const { exports } = JSON.parse(
      readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
    ) as { exports: Record<string, string> };
    const place = exports["./config.schema.json"]?.replace("./", "./node_modules/petstore-conformance/");
    expect(path).toBe(place);
  });
});

const common = { config: "petstore-conformance.yaml" };
const facts = [true, false].flatMap((isInstalled) =>
  [true, false].map((isHere) => ({
    ...common,
    isInstalled,
    target: new URL(isHere ? "http://127.0.0.1:8080/v1" : "https://staging.example.com/v1"),
  })),
);

/** The `run` in a job, read as the command line reads it. */
function runIn(commands: readonly string[]): ReturnType<typeof readArguments> {
  const call = commands.at(-1) ?? "";
  const [, words = ""] = /^(?:npx --no -- |\/tmp\/)petstore-conformance run ?(.*)$/.exec(call) ?? [];
  expect(call).toContain(" run");
  return readArguments(
    words.split(" ").filter((word) => word !== ""),
    runOptionTable,
  );
}

describe.each(facts)("with %j", (fact) => {
  const startsServer = isLocal(fact.target);

  test("the workflow is YAML, and its run is one that the command line accepts", () => {
    const { jobs, on } = parse(githubWorkflow(fact));
    const commands: string[] = jobs.conformance.steps.flatMap(({ run = [] }) => run);
    const { given, positionals } = runIn(commands);
    expect(positionals).toEqual([fact.target.href]);
    expect(given.has("wait-for-ready")).toBe(startsServer);
    expect(commands[0] === "npm ci").toBe(fact.isInstalled);
    expect("pull_request" in on).toBe(startsServer);
  });

  test("the workflow has the key from the secret, in the one step that needs it, and keeps the reports of a red run", () => {
    const { jobs, permissions } = parse(githubWorkflow(fact));
    const { steps } = jobs.conformance;
    const withKey = steps.filter((step: object) => "env" in step);
    expect(withKey).toEqual([
      expect.objectContaining({ env: { PETSTORE_API_KEY: `\${{ secrets.PETSTORE_API_KEY }}` } }),
    ]);
    expect(steps.at(-1)).toMatchObject({ if: "always()", with: { path: "conformance-reports/" } });
    expect(permissions).toEqual({ contents: "read" });
  });

  test("the workflow names each action by its commit, with the version beside it", () => {
    const used = [...githubWorkflow(fact).matchAll(/uses: (.*)/g)].map(([, name = ""]) => name);
    expect(used).toHaveLength(fact.isInstalled ? 3 : 2);
    for (const name of used) expect(name).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("the GitLab job is YAML, its run is accepted, and its reports are where the configuration puts them", () => {
    const { "petstore-conformance": job, ...others } = parse(gitlabJob(fact));
    expect(others).toEqual({});
    const { given, positionals } = runIn(job.script);
    expect(positionals).toEqual([fact.target.href]);
    expect(given.has("wait-for-ready")).toBe(startsServer);
    expect(job.artifacts).toMatchObject({ when: "always", reports: { junit: reportPaths.junit } });
    expect(JSON.stringify(job)).not.toContain("API_KEY");
  });

  test("nothing is asked of a registry by name: the lock file or a digest says what runs", () => {
    for (const text of [githubWorkflow(fact), gitlabJob(fact)]) {
      expect(text).not.toMatch(/npx (?!--no )|petstore-conformance@/);
      expect(text.includes("npm ci")).toBe(fact.isInstalled);
      expect(text.includes("sha256sum --check")).toBe(!fact.isInstalled);
    }
  });

  test("a job that has to start the server shows where", () => {
    const comment = "# Start your server here";
    for (const text of [githubWorkflow(fact), gitlabJob(fact)])
      expect(text.includes(comment)).toBe(startsServer);
  });
});

test("a job that follows its comment is still one", () => {
  const fact = { ...common, isInstalled: true, target: new URL("http://127.0.0.1:8080/v1") };
  const followed = (text: string): string => text.replace(/# (- .*npm start &)/, "$1");
  const steps = parse(followed(githubWorkflow(fact))).jobs.conformance.steps.flatMap(({ run = [] }) => run);
  const script = parse(followed(gitlabJob(fact)))["petstore-conformance"].script;
  for (const commands of [steps, script])
    expect(commands).toEqual(["npm ci", "npm start &", expect.stringContaining("/v1 --wait-for-ready 60")]);
});

test.each([...addresses, "https://staging.example.com/it's;id/$HOME/v1", "http://[::1]:8080/v1"])(
  "the address %j is one word of a job's command, whatever a shell would make of it",
  (address) => {
    const target = new URL(address);
    const { run } = jobCommands({ ...common, isInstalled: true, target });
    const words = run.replace("npx --no -- petstore-conformance", "printf '%s\\n'");
    const { stdout } = spawnSync("bash", ["-c", words], { encoding: "utf8" });
    expect(stdout.split("\n").slice(0, 2)).toEqual(["run", target.href]);
  },
);

test.each([
  ["http://localhost:8080/v1", true],
  ["http://pets.localhost/v1", true],
  ["http://127.0.0.2/v1", true],
  ["http://[::1]:8080/v1", true],
  ["http://10.0.0.1/v1", false],
  ["https://127.example.com/v1", false],
])("%s is local: %s", (address, expected) => {
  expect(isLocal(new URL(address))).toBe(expected);
});
