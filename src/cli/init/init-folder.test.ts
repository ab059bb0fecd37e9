import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { SampleFolder } from "../../../testing/cli/sample-folder.ts";

let folder: SampleFolder;
beforeEach(() => {
  folder = new SampleFolder();
});

const url = "https://staging.example.com/v1";
const config = "petstore-conformance.yaml";
const workflow = ".github/workflows/conformance.yml";
const github = ["--base-url", url, "--ci", "github", "--yes"];

test("it says what was written, what is left to do by hand, and the next command", async () => {
  const { code, out } = await folder.init(github);
  expect(code).toBe(0);
  expect(folder.files()).toEqual([workflow, ".gitignore", config]);
  for (const file of folder.files()) expect(out).toContain(`written: ${file}\n`);
  expect(out).toContain("the repository's secret PETSTORE_API_KEY");
  expect(out).toMatch(/Next:\n {2}export PETSTORE_API_KEY=…\n {2}petstore-conformance run\n$/);
  expect(out).toMatch(
    /the\nrepository's variables PETSTORE_CONFORMANCE_URL and PETSTORE_CONFORMANCE_SHA256 to/i,
  );
  folder.put("package.json", JSON.stringify({ devDependencies: { "petstore-conformance": "1.2.3" } }));
  folder.put("package-lock.json", "{}");
  const installed = (await folder.init([...github, "--force"])).out;
  expect(installed).not.toContain("PETSTORE_CONFORMANCE_URL");
  expect(installed).toMatch(/\n {2}npx --no -- petstore-conformance run\n$/);
});

test("no option takes a key, and no file has one", async () => {
  const { code, err } = await folder.init([...github, "--api-key", "s3cret"]);
  expect([code, folder.files()]).toEqual([2, []]);
  expect(err).toMatch(/^petstore-conformance: unknown option "--api-key"/);
  await folder.init(github);
  for (const file of folder.files()) expect(folder.text(file)).not.toContain("a-key-that-is-set");
});

test("a second time nothing is changed", async () => {
  await folder.init(github);
  const before = folder.files().map((file) => folder.text(file));
  const { code, out } = await folder.init(github);
  expect([code, folder.files().map((file) => folder.text(file))]).toEqual([0, before]);
  expect(out).toContain(`unchanged: ${config}\n`);
  expect(out).not.toContain("written");
});

test("where one file is in the way none is written, and --force overwrites it", async () => {
  folder.put(workflow, "name: mine\n");
  const { code, err } = await folder.init(github);
  expect([code, folder.files()]).toEqual([2, [workflow]]);
  expect(err).toBe(
    `petstore-conformance: ${workflow} exists with other content, and nothing was written (this folder). Move it away, or give --force to overwrite it.\n`,
  );
  const { out } = await folder.init([...github, "--force"]);
  expect(out).toContain(`written anew: ${workflow}\n`);
  expect(folder.files()).toEqual([workflow, ".gitignore", config]);
  expect(folder.text(workflow)).not.toContain("name: mine");
});

test("a configuration that the folder has as .yml is not joined by a second one", async () => {
  folder.put("petstore-conformance.yml", "profile: quick\n");
  expect((await folder.init(github)).err).toContain("petstore-conformance.yml exists with other content");
  await folder.init([...github, "--force"]);
  expect(folder.files()).toEqual([workflow, ".gitignore", "petstore-conformance.yml"]);
  expect(folder.text(workflow)).toContain("stand in petstore-conformance.yml.");
});

test("every file that is in the way is named at once", async () => {
  folder.put(workflow, "");
  folder.put(config, "profile: quick\n");
  expect((await folder.init(github)).err).toContain(`${config} and ${workflow} exist with other content`);
});

test("a link, a folder, and a file where a folder has to be are errors, also with --force", async () => {
  const inTheWay = [
    () => symlinkSync(join(folder.path, "elsewhere"), join(folder.path, ".gitignore")),
    () => mkdirSync(join(folder.path, config)),
    () => folder.put(".github", "a file"),
  ];
  for (const put of inTheWay) {
    put();
    const before = folder.files();
    const { code, err } = await folder.init([...github, "--force"]);
    expect(code).toBe(2);
    expect(err).toMatch(/cannot be written, and nothing was: (?:it is not a file|\.github is not a folder) /);
    expect(folder.files()).toEqual(before);
    folder = new SampleFolder();
  }
});

test("without a terminal what is missing is named", async () => {
  const { code, out, err } = await folder.init(["--ci", "none"]);
  expect([code, out, folder.files()]).toEqual([2, "", []]);
  expect(err).toBe(
    "petstore-conformance: --base-url, --profile are not given, and there is no terminal to ask in (command line). Give them, or --yes for what has a default.\n",
  );
  expect((await folder.init(["--yes"])).err).toContain("--base-url is not given");
});

test("a wrong address on the command line is refused as by run", async () => {
  const { code, err } = await folder.init(["--base-url", "http://staging.example.com/v1", "--yes"]);
  expect([code, folder.files()]).toEqual([2, []]);
  expect(err).toContain("plain http to staging.example.com would send the API key unencrypted");
});

test("in a terminal what is missing is asked, and a wrong answer is asked again with the reason", async () => {
  const typed = ["staging.example.com/v1", "", ` ${url} `, "gitbub", "gitlab", ""];
  const { code, out, asked } = await folder.init([], { typed });
  expect([code, asked.length]).toEqual([0, 6]);
  expect(out).toContain("Did you mean\nhttps://staging.example.com/v1?\n");
  expect(out).toContain('the answer must be one of github, gitlab, none; got "gitbub" (--ci).');
  expect(folder.files()).toEqual([".gitignore", ".gitlab-ci.yml", config]);
  expect(folder.text(config)).toContain(`\nbase-url: ${url}\nprofile: standard\n`);
});

test("what is given is not asked, and --yes asks only for what has no default", async () => {
  const { asked } = await folder.init(["--ci", "none", "--base-url", url], { typed: ["quick"] });
  expect(asked).toEqual(["Profile: quick (no writes), standard or thorough [standard]: "]);
  expect(folder.text(config)).toContain("\nprofile: quick\n");
  const second = await folder.init(["--yes", "--force"], { typed: [url] });
  expect(second.asked).toEqual(["Base address of the service, ending in /v1: "]);
});

test("when the questions are left nothing is written, and it says so", async () => {
  const { code, err } = await folder.init([], { typed: [url, "github"] });
  expect([code, folder.files()]).toEqual([3, []]);
  expect(err.replaceAll("\n", " ")).toContain("Nothing was written; run init again");
});

test("the CI that the folder shows is the default", async () => {
  folder.put(".github/dependabot.yml", "version: 2\n");
  await folder.init(["--base-url", url, "--yes"]);
  expect(folder.files()).toContain(workflow);
});

test("below the top of a repository a job is refused, and the configuration alone is written", async () => {
  mkdirSync(join(folder.path, ".git"));
  mkdirSync(join(folder.path, "services/pets"), { recursive: true });
  const below = { folder: "services/pets" };
  const { code, err } = await folder.init(github, below);
  expect([code, folder.files()]).toEqual([2, []]);
  expect(err).toContain("the top of the repository is ../.. (--ci). Run init there");
  await folder.init(["--base-url", url, "--yes"], below);
  expect(folder.files()).toEqual(["services/pets/.gitignore", `services/pets/${config}`]);
});

test("a base address that does not end in /v1 is noted", async () => {
  const { code, out } = await folder.init(["--base-url", "https://staging.example.com", "--yes"]);
  expect(code).toBe(0);
  expect(out).toContain("note: a base address of the interface ends in /v1");
});

test("a .gitlab-ci.yml that is there is not touched: the job goes beside it, with the line to add", async () => {
  const mine = "build:\n  script: make\n";
  folder.put(".gitlab-ci.yml", mine);
  const args = ["--base-url", url, "--yes", "--force"];
  const { out } = await folder.init(args);
  expect(folder.text(".gitlab-ci.yml")).toBe(mine);
  expect(folder.files()).toContain(".gitlab/petstore-conformance.yml");
  const included = "include:\n    - local: .gitlab/petstore-conformance.yml";
  expect(out).toContain(`Add to .gitlab-ci.yml:\n  ${included}\n`);
  folder.put(".gitlab-ci.yml", `${mine}${included}\n`);
  expect((await folder.init(args)).out).not.toContain("Add to .gitlab-ci.yml");
});
