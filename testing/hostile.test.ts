import { describe, expect, test } from "vitest";
import type { Run } from "../src/run/result.ts";
import { hostileCases } from "./hostile/all-cases.ts";
import type { HostileCase } from "./hostile/hostile-case.ts";
import { cameTo, judgeCase } from "./hostile/judge-case.ts";
import { formsFound } from "./hostile/key-forms.ts";
import { bedKey } from "./hostile/petstore.ts";
import { published } from "./hostile/published.ts";
import { reportProblems } from "./hostile/report-problems.ts";

// Unhandled rejections and exceptions fail the whole of a vitest run.

/** By the clock of the run. Each ends by itself in less; docs/hostile.md has what each took on a machine. */
const longestMs = 30_000;

async function holds(hostile: HostileCase): Promise<void> {
  const { run, openSockets, elapsedMs, secrets, recorded, again } = await judgeCase(hostile);
  const { says, ...expected } = hostile.expect;
  const came = cameTo(run);
  expect(run.suiteErrors).toEqual([]);
  expect(came).toMatchObject(expected);
  if (says !== undefined) expect(came.says).toContain(says);
  expect(openSockets).toBe(0);
  expect(elapsedMs).toBeLessThan(longestMs);
  for (const written of await published(run, secrets)) {
    expect(reportProblems(written)).toEqual([]);
    expect(formsFound(written.text, bedKey)).toEqual([]);
  }
  expect(reportProblems({ format: "recording", extension: "ndjson", text: `${recorded}\n` })).toEqual([]);
  expect(formsFound(recorded, bedKey)).toEqual([]);
  expect(verdictsOf(again)).toEqual(verdictsOf(run));
}

const verdictsOf = ({ verdicts }: Pick<Run, "verdicts">) =>
  verdicts.map(({ id, verdict, reason }) => [id, verdict, reason]);

const all = Object.values(hostileCases).flat();

test("each hostile target has a name of its own", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

for (const [area, cases] of Object.entries(hostileCases)) {
  describe(`a run against a hostile target ends with the verdict it is owed: ${area}`, () => {
    test.for(cases.map((c) => [c.id, c] as const))("%s", async ([, hostile]) => {
      await holds(hostile);
    });
  });
}
