import { appendFile } from "node:fs/promises";
import { githubAnnotations } from "../../../report/formats/github.ts";
import { markdownReport } from "../../../report/formats/markdown-report.ts";
import type { Run } from "../../../run/result.ts";
import type { Io } from "../../io.ts";

/** True in a job of GitHub Actions. */
export function inGithubActions({ env }: Pick<Io, "env">): boolean {
  return env.GITHUB_ACTIONS === "true";
}

/** Annotations of what failed, and the job's summary. The run is redacted already. */
export async function tellGithubActions(
  run: Run,
  { env, err }: Pick<Io, "env" | "err">,
  print: Io["out"],
): Promise<void> {
  print(githubAnnotations(run));
  const summary = env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === "") return;
  try {
    await appendFile(summary, `${[...markdownReport(run)].join("")}\n`);
  } catch (error) {
    // The job's summary is an extra: the verdict does not hang on it.
    const why = error instanceof Error ? error.message : String(error);
    err(`petstore-conformance: the job summary could not be written (${why})\n`);
  }
}
