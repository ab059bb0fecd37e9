import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

interface Reported {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

test("a broken server fails the tests of what it breaks, with what was expected and seen", async () => {
  const output = join(await mkdtemp(join(tmpdir(), "adaptor-")), "results.json");
  const folder = join(root, "testing/vitest-adaptor");
  spawnSync(
    join(root, "node_modules/.bin/vitest"),
    ["run", "broken", "--root", folder, "--reporter", "json", "--outputFile", output],
    { cwd: folder },
  );
  const { testResults }: Reported = JSON.parse(await readFile(output, "utf8"));
  await rm(dirname(output), { recursive: true });
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const of = (id: string) => results.find(({ title }) => title.startsWith(`${id} `));
  expect(of("LIST-2")).toMatchObject({ status: "failed" });
  expect(of("LIST-2")?.failureMessages.join("")).toContain(
    "expected 200 with a list of at most 20 pets; got 200 with 21 pets",
  );
  expect(of("LIST-2")?.failureMessages.join("")).toMatch(/to send the same requests again, give seed: \d+\n/);
  expect(of("LIST-1")?.failureMessages.join("")).toContain('got the string "\\u{202e}\\u{9b}31m"');
  expect(JSON.stringify(results)).not.toMatch(/[\u202e\u0080-\u009f]/);
  expect(of("AUTH-1")).toMatchObject({ status: "passed" });
  expect(of("ERR-1")).toMatchObject({ status: "skipped" });
});
