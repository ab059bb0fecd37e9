import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleRun } from "../../../../testing/report/sample-run.ts";
import { inGithubActions, tellGithubActions } from "./github-actions.ts";

test("a job gets annotations and a summary that is added to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "summary-"));
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
  const printed: string[] = [];
  const io = { env, err: (text: string) => void printed.push(`err ${text}`) };
  for (const _ of [1, 2]) await tellGithubActions(sampleRun(), io, (text) => void printed.push(text));
  expect(printed).toEqual(Array(2).fill(expect.stringMatching(/^::error title=LIST-4::/)));
  expect((await readFile(env.GITHUB_STEP_SUMMARY, "utf8")).match(/^## ❌/gm)).toHaveLength(2);
  await rm(folder, { recursive: true });
});

test("a summary that cannot be written is told and no more", async () => {
  const told: string[] = [];
  const env = { GITHUB_STEP_SUMMARY: "/nowhere/summary.md" };
  await tellGithubActions(sampleRun(), { env, err: (text) => void told.push(text) }, () => undefined);
  expect(told.join("")).toContain("the job summary could not be written");
  expect(inGithubActions({ env })).toBe(false);
});
