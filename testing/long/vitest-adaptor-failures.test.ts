import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { leaksIn, longKey, shortKey } from "../echo/echoing.ts";
import { root } from "../source-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

interface Result {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface Reported {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Result[] }[];
}

/** By the name of their file. */
const results = new Map<string, readonly Result[]>();

/** What vitest prints of a server that repeats its key. */
let printed = "";
const echoedKeys = [shortKey, longKey];

const of = (file: string, id: string): Result | undefined =>
  results.get(file)?.find(({ title }) => title.startsWith(`${id} `));

const output = join(temporaryFolder(), "results.json");
beforeAll(() => {
  const folder = join(root, "testing/vitest-adaptor");
  const reporters = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${output}`];
  const { stdout, stderr } = spawnSync(
    join(root, "node_modules/.bin/vitest"),
    ["run", "--root", folder, ...reporters],
    { cwd: folder, encoding: "utf8", env: { ...process.env, ECHO_KEYS: echoedKeys.join(" ") } },
  );
  printed = stdout + stderr;
  const { testResults }: Reported = JSON.parse(readFileSync(output, "utf8"));
  for (const { name, assertionResults } of testResults) results.set(basename(name), assertionResults);
});

test("one mistake fails one test, and all that hangs on it is skipped with its reason", () => {
  const all = results.get("broken-everywhere.fixture.ts") ?? [];
  const failed = all.filter(({ status }) => status === "failed").map(({ title }) => title.split(" ")[0]);
  expect(failed).toEqual(["LIST-1"]);
  for (const id of ["AUTH-2", "LIST-3", "STATUS-1"])
    expect(of("broken-everywhere.fixture.ts", id)).toMatchObject({ status: "skipped" });
});

test("a broken server fails one test a cause, with the text of the command line", () => {
  const server = (id: string) => of("broken.fixture.ts", id);
  expect(server("LIST-2")).toMatchObject({ status: "failed" });
  expect(server("LIST-2")?.failureMessages.join("").replaceAll(/\s+/g, " ")).toContain(
    "expected 200 with a list of at most 20 pets; got 200 with 21 pets",
  );
  expect(server("LIST-2")?.failureMessages.join("")).toMatch(
    /to send the same requests again, give seed: \d+\n/,
  );
  expect(server("LIST-1")?.failureMessages.join("")).toContain('"categoryId": "\\u{202e}\\u{9b}31m"');
  expect(JSON.stringify([...results])).not.toMatch(/[\u202e\u0080-\u009f]/);
  expect(server("LIST-2")?.failureMessages.join("")).toMatch(/\n {2}likely cause: .*\n {2}how to fix: /s);
  expect(server("LIST-2")?.failureMessages.join("")).toContain("\n  reproduce:\n");
  expect(server("AUTH-1")).toMatchObject({ status: "passed" });
  expect(server("ERR-1")).toMatchObject({ status: "skipped" });
});

test("a broken client fails the tests of the musts that it breaks, and its shoulds are annotated", () => {
  const client = (id: string) => of("broken-client.fixture.ts", id);
  expect(client("CLIENT-10")).toMatchObject({ status: "failed" });
  expect(client("CLIENT-10")?.failureMessages.join("")).toContain("(every request): expected a parameter");
  expect(client("CLIENT-12")).toMatchObject({ status: "failed" });
  expect(client("CLIENT-16")).toMatchObject({ status: "failed" });
  expect(client("CLIENT-22")).toMatchObject({ status: "passed" });
  expect(client("CLIENT-1")).toMatchObject({ status: "passed" });
  expect(client("CLIENT-4")).toMatchObject({ status: "skipped" });
});

test("what a server repeats of the key, or of what was made from it, is not printed", () => {
  expect(printed).toContain("cannot use Bearer [redacted]");
  for (const key of echoedKeys) expect(leaksIn(printed, key)).toEqual([]);
});
