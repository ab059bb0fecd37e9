import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { recordAsMarkdown } from "../scripts/record/proof-markdown.ts";
import type { ProofRecord } from "../scripts/record/proof-record.ts";
import type { Facts } from "../src/core/check/facts.ts";
import type { Run } from "../src/core/run/result.ts";
import { createSecrets } from "../src/core/secrets/secrets.ts";
import type { ServerRef } from "../src/proof/job.ts";
import { createPerformer } from "../src/proof/perform.ts";
import { problemsOf } from "../src/proof/problems.ts";
import { everything, type Proof, prove } from "../src/proof/proof.ts";
import { onThisThread } from "../src/proof/this-thread.ts";
import { consoleReport } from "../src/report/console/console.ts";
import { reportOfRun } from "../src/report/run-report.ts";
import { suite } from "../suites/registry.ts";
import { falseReasons, watchedSuite } from "./reasons/judge-reasons.ts";
import { root } from "./source-files.ts";

/** One server, its whole run, and what was known at its end. */
interface Played {
  readonly server: ServerRef;
  /** As in `Job`. */
  readonly withRoom: number;
  readonly run: Run;
  readonly facts: Facts | undefined;
}

/**
 * Plays the whole bed in standard, each server once, one after another in this thread, and hands out each run as it ends.
 * How many requests show a fault is taken from what is committed: only `npm run record` finds out that fewer would do.
 */
async function proveInStandard(committed: ProofRecord, onPlayed: (played: Played) => void): Promise<Proof> {
  const rooms = new Map(
    committed.servers.map(({ id, caughtBy }) => [id, Number(/\d+/.exec(caughtBy ?? "") ?? 0)]),
  );
  const watched = watchedSuite(suite);
  const perform = await createPerformer({
    suite: watched.suite,
    onRun: ({ server, withRoom = 0 }, run) => {
      onPlayed({ server, withRoom, run, facts: watched.takeFacts() });
    },
  });
  const thisThread = onThisThread((job) => {
    watched.takeFacts(); // of a run beside it, which shows what the correct server does
    return perform({ ...job, withRoom: rooms.get(job.server.id) ?? 0 });
  });
  return prove(thisThread, "standard", everything);
}

// Every server of the bed in standard, played once for all that is asked of its runs. `npm run record -- --check` plays the
// bed in thorough too, and compares every generated file; CI runs it, and testing/long/proof.test.ts.

const read = (path: string) => readFileSync(join(root, path), "utf8");
const committed = JSON.parse(read("reports/proof.json")) as ProofRecord;

let standard: Proof;

/** What was found in the runs, as they ended: all of them together would not be kept. */
const wrongReasons: string[] = [];
const unexplained: string[] = [];
const tooLong: string[] = [];
const withoutSummary: string[] = [];
const count = { sentences: 0, broken: 0, causes: 0, oneCause: 0, long: 0 };

beforeAll(async () => {
  standard = await proveInStandard(committed, (played) => {
    judgeReasons(played);
    if (played.server.kind !== "fault") return;
    judgeCauses(played);
    // What ends a run early is a cause of its own; with room for more requests, more is left out for the probe's sake.
    const { causes, rootCause } = played.run;
    if (causes.length === 1 && rootCause === undefined && played.withRoom === 0) judgeScreen(played);
  });
});

function judgeReasons({ server, run, facts }: Played): void {
  // The rules read answers as the suite's own document describes them, not as a later revision does.
  if (run.verdicts.some(({ id }) => id.startsWith("OP:"))) return;
  count.sentences += run.verdicts.filter(
    ({ reason, findings }) => reason !== undefined || findings.length > 0,
  ).length;
  if (facts === undefined) wrongReasons.push(`${server.id}: it has no notes, and so no facts`);
  else wrongReasons.push(...falseReasons(run, facts).map((problem) => `${server.id}: ${problem}`));
}

function judgeCauses({ server, run }: Played): void {
  const explained = new Set(run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
  const failed = run.verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
  if ([...explained].sort().join() !== failed.sort().join()) unexplained.push(server.id);
  if (explained.size > 0) count.broken += 1;
  count.causes += run.causes.length;
}

function judgeScreen({ server, run }: Played): void {
  const printed = linesOf(run);
  const end = 1 + printed.findLastIndex((line) => /\d+ of \d+ musts tested: \d+ passed/.test(line));
  const lines = printed.slice(0, end);
  if (lines.length >= 28) tooLong.push(`${server.id}\n${lines.join("\n")}`);
  // Behind it stands what has the other cases of the profile tested.
  if (end === 0 || printed.length - end > 3) withoutSummary.push(server.id);
  if (lines.length >= 25) count.long += 1;
  count.oneCause += 1;
}

function linesOf(run: Run): string[] {
  const options = { width: 80, colour: false, quiet: false, verbose: false };
  return consoleReport(reportOfRun(createSecrets().redact(run)), options)
    .trimEnd()
    .split("\n");
}

test("the proof holds in standard: what it is said to show is caught, and nothing else fails", () => {
  expect(problemsOf(standard)).toEqual([]);
});

describe("what is committed of it is what the code shows (npm run record writes it anew)", () => {
  test("of each server in standard, and of those that answer everything alike", () => {
    const shown = standard.servers.map(({ id, findings }) => [id, findings.map((finding) => finding.id)]);
    expect(shown.length).toBeGreaterThan(200);
    expect(committed.servers.map(({ id, standard: failed }) => [id, failed])).toEqual(shown);
    expect(committed.trivial.map(({ id }) => id)).toEqual(standard.trivial.map(({ id }) => id));
  });

  test("standard alone catches four of five faults, thorough all", () => {
    const { faults, caughtInStandard, caughtInThorough } = committed.figures;
    expect(caughtInStandard / faults).toBeGreaterThanOrEqual(0.8);
    expect(caughtInThorough).toBe(faults);
  });

  test("the page for people has the same figures", () => {
    expect(read("reports/proof.md")).toBe(recordAsMarkdown(committed));
  });
});

describe("of every server of the bed", () => {
  test("no reason is false, and no finding, by the exchanges of the run", () => {
    expect(wrongReasons).toEqual([]);
    expect(count.sentences).toBeGreaterThan(1000);
  });
});

describe("of every server with one defect", () => {
  test("there are at most 1.2 causes on average, and every failure is in one", () => {
    expect(unexplained).toEqual([]);
    expect(count.broken).toBeGreaterThan(50);
    expect(count.causes / count.broken).toBeLessThanOrEqual(1.2);
  });

  test("what one cause breaks is reported in less than 25 lines, and the end says what was tested", () => {
    expect(tooLong).toEqual([]);
    expect(withoutSummary).toEqual([]);
    expect(count.oneCause).toBeGreaterThan(50);
    // Where three requests are needed to reproduce it.
    expect(count.long / count.oneCause).toBeLessThanOrEqual(0.025);
  });
});
