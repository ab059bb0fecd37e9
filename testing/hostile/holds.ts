import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { judgedBy, lineOf } from "#core/recording/recording.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { causeSentence } from "#report/words/cause-in-words.ts";
import { QuietClock } from "../exchange/quiet-clock.ts";
import { temporaryFolder } from "../machine.ts";
import { prepared } from "../proof/bed.ts";
import { judgedFromRecording } from "../run/recorded-play.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { settled, startBedServer } from "./bed-server.ts";
import { bedKey } from "./hostile-parts.ts";
import { formsFound } from "./key-forms.ts";
import { published, reportProblems } from "./report-problems.ts";
import { expectedOf, type HostileCase } from "./targets.ts";

/** By the clock of the run. Each ends by itself in less; reports/hostile.md has what each took on a machine. */
const longestMs = 30_000;

/** A run against a hostile target ends with the verdict it is owed, and what it writes is safe to read. */
export async function holds(hostile: HostileCase): Promise<void> {
  const { run, openSockets, elapsedMs, secrets, lines } = await judge(hostile);
  const recorded = lines.join("\n");
  const expected = expectedOf(hostile);
  const { exitCode, reason, rootCause, verdicts, words } = run;
  const says = rootCause && causeSentence(rootCause, words);
  const fails = verdicts.filter((v) => v.level === "must" && v.verdict === "fail").map((v) => v.id);
  expect(run.suiteErrors).toEqual([]);
  expect({ exitCode, reason, says, fails }).toMatchObject(expected.came);
  if (expected.says !== undefined) expect(says).toContain(expected.says);
  expect(openSockets).toBe(0);
  expect(elapsedMs).toBeLessThan(longestMs);
  for (const written of await published(run, secrets)) {
    expect(reportProblems(written)).toEqual([]);
    expect(formsFound(written.text, bedKey)).toEqual([]);
  }
  expect(reportProblems({ format: "recording", extension: "ndjson", text: `${recorded}\n` })).toEqual([]);
  expect(formsFound(recorded, bedKey)).toEqual([]);
  expect(await judgedFromRecording({ run, lines })).toMatchObject({ unlike: [] });
}

/** One run of the suite against one hostile target, over real sockets on 127.0.0.1, and its recording. */
async function judge(hostile: HostileCase) {
  const { ca, isProxy, timeoutMs } = hostile;
  const clock = new QuietClock();
  const server = await startBedServer(hostile.hostility(), { ...hostile, clock });
  const file = ca === undefined ? {} : { ca: join(temporaryFolder(), "ca.pem") };
  if (file.ca !== undefined && ca !== undefined) writeFileSync(file.ca, ca);
  const beganMs = clock.now();
  const secrets = new Secrets();
  const by = judgedBy(prepared.contract, prepared.requirements);
  const lines: string[] = [];
  try {
    const run = await runOverSockets({
      ...{ clock, secrets, key: bedKey, journal: (entry) => void lines.push(lineOf(entry, by)) },
      baseUrl: isProxy ? new URL("http://pets.test/v1") : server.url,
      route: { env: isProxy ? { HTTP_PROXY: server.url.origin } : {}, ...file },
      options: { timeoutMs, consistencyWaitMs: 100, maxWaitMs: 1000 },
    });
    // By the run's clock, which stands still while anything comes.
    const elapsedMs = clock.now() - beganMs;
    // Of those that are still open when the run had ended and closed its own.
    const openSockets = await settled(server.open);
    return { run, openSockets, elapsedMs, secrets, lines };
  } finally {
    await server.close();
  }
}
