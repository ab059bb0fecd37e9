import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { type RunOptions, runOptions } from "#core/run/options.ts";
import { previewRun } from "#core/run/plan/preview.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { dryRunText } from "./dry-run.ts";

const prepared = await prepare();

function dryRun(given: Partial<RunOptions> = {}, verbose = false, of = prepared): readonly string[] {
  const { suite, contract, requirements } = of;
  const base = new URL("http://127.0.0.1/v1");
  const preview = previewRun(suite, contract, requirements, sampleOptions(given), base, Date.UTC(2026, 2, 4));
  return dryRunText(preview, base.href, 80, verbose).trimEnd().split("\n");
}

test("what the target has to bear comes first, and all of it fits on two screens of thirty lines", () => {
  const lines = dryRun();
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines[2]).toMatch(/^requests {9}at most 160, of which at most \d+ GET and \d+ POST/);
  const summary = lines.slice(0, 12).join("\n");
  expect(summary).toContain("created pets     at most 25");
  expect(summary).toContain("over-limit burst at most 126 more GET /pets");
  expect(summary).toContain("longest wait     75 s");
});

test.each(["quick", "standard", "thorough"] as const)(
  "the help says of %s how many requests it sends",
  (profile) => {
    const [, most = ""] = /^requests +at most (\d+)/.exec(dryRun({ profile })[2] ?? "") ?? [];
    expect(runOptions.profile.help).toMatch(new RegExp(`${profile} \\([^)]*at most ${most}\\b`));
  },
);

test("requests that are alike are one line with their number", () => {
  expect(dryRun()).toContainEqual(expect.stringMatching(/^ +\d\d {2}GET \/pets: list; limit 100; /));
});

test("a run that only reads names no POST and no burst", () => {
  const text = dryRun({ readOnly: true }).join("\n");
  expect(text).toContain("all of them GET");
  expect(text).toContain("created pets     none");
  expect(text).toContain("over-limit burst none");
  expect(text).not.toContain("POST /pets");
});

test("--verbose lists each request with the requirements that it tests", () => {
  expect(dryRun({}, true).join("\n")).toMatch(/GET \/pets\?limit=100\n +limit 100: LIST-4, LIST-2, LIST-3\n/);
});

test("the service of another document is named in its own words", async () => {
  const spec = join(temporaryFolder(), "parts.json");
  const post = { operationId: "createPart", responses: { 201: { description: "created" } } };
  const info = { title: "Parts", version: "1" };
  writeFileSync(spec, JSON.stringify({ openapi: "3.1.0", info, paths: { "/parts": { post } } }));
  const declared = { operations: ["createPart"] };
  const lines = dryRun({ declared }, false, await prepare({ spec, declared }));
  expect(lines.join("\n")).toMatch(/\ncreated things +at most 1\. They stay/);
  expect(lines.join("\n")).not.toMatch(/\bpets?\b/);
});

test("an operation that writes is named by its own method and path, before an answer gives its values", async () => {
  const declared = { operations: ["deletePhoto"] };
  const extension = await prepare({ spec: "reference-server/revisions/extension.yaml", declared });
  const lines = dryRun({ declared }, false, extension);
  expect(lines[2]).toMatch(/ GET, \d+ POST and \d+ DELETE/);
  expect(lines.join("\n")).toMatch(
    /\n +\d+ {2}DELETE \/pets\/\{petId\}\/photos\/\{photoId\}: OP:deletePhoto/,
  );
});
