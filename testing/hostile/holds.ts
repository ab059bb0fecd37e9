import { expect } from "vitest";
import type { Run } from "#core/run/result.ts";
import { restsOnRedacted } from "../run/recorded-play.ts";
import { cameTo, judgeCase } from "./judge-case.ts";
import { formsFound } from "./key-forms.ts";
import { bedKey } from "./petstore.ts";
import { published } from "./published.ts";
import { reportProblems } from "./report-problems.ts";
import { expectedOf, type HostileCase } from "./targets.ts";

/** By the clock of the run. Each ends by itself in less; reports/hostile.md has what each took on a machine. */
const longestMs = 30_000;

/** A run against a hostile target ends with the verdict it is owed, and what it writes is safe to read. */
export async function holds(hostile: HostileCase): Promise<void> {
  const { run, openSockets, elapsedMs, secrets, recorded, again } = await judgeCase(hostile);
  const expected = expectedOf(hostile);
  const came = cameTo(run);
  expect(run.suiteErrors).toEqual([]);
  expect(came).toMatchObject(expected.came);
  if (expected.says !== undefined) expect(came.says).toContain(expected.says);
  expect(openSockets).toBe(0);
  expect(elapsedMs).toBeLessThan(longestMs);
  for (const written of await published(run, secrets)) {
    expect(reportProblems(written)).toEqual([]);
    expect(formsFound(written.text, bedKey)).toEqual([]);
  }
  expect(reportProblems({ format: "recording", extension: "ndjson", text: `${recorded}\n` })).toEqual([]);
  expect(formsFound(recorded, bedKey)).toEqual([]);
  const shown = again.verdicts.filter((verdict) => !restsOnRedacted(verdict)).map(({ id }) => id);
  expect(verdictsOf(again, shown)).toEqual(verdictsOf(run, shown));
}

const verdictsOf = ({ verdicts }: Pick<Run, "verdicts">, ids: readonly string[]) =>
  verdicts.flatMap(({ id, verdict, reason }) => (ids.includes(id) ? [[id, verdict, reason]] : []));
