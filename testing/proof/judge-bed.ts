import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isAnswered } from "#core/check/facts.ts";
import type { FoldedFinding } from "#core/check/results/verdict.ts";
import { parseJson } from "#core/json/parse.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { loadBed } from "#proof/bed.ts";
import type { ServerRef } from "#proof/job.ts";
import { createPerformer } from "#proof/perform.ts";
import { onThisThread } from "#proof/pool.ts";
import { problemsOf } from "#proof/problems.ts";
import { type Proof, prove } from "#proof/proof.ts";
import {
  committedInStandard,
  type ProofRecord,
  recordAsMarkdown,
  shownInStandard,
} from "#scripts/record/proof-record.ts";
import { printed } from "../report/sample-run.ts";
import { textOf } from "../source-files.ts";
import { idsOf } from "./bed.ts";

const committed = JSON.parse(textOf("reports/proof.json")) as ProofRecord;

/** The tests of a share of the bed in standard: each of its servers is played once for all that is asked of its run. */
export function judgeBed(share: Share): void {
  const runs = new JudgedRuns();
  let standard: Proof;

  beforeAll(async () => {
    standard = await proveInStandard(share, (played) => runs.judge(played));
  });

  test("the proof holds in standard: what it is said to show is caught, and nothing else fails", () => {
    expect(problemsOf(standard)).toEqual([]);
  });

  describe("what is committed of it is what the code shows (npm run record writes it anew)", () => {
    test("of each server in standard, and of those that answer everything alike", () => {
      const isInShare = (_: unknown, nth: number) => share(nth);
      const shown = shownInStandard(standard);
      expect(shown.length).toBeGreaterThan(50);
      expect(committedInStandard(committed).filter(isInShare)).toEqual(shown);
      expect(committed.trivial.filter(isInShare).map(({ id }) => id)).toEqual(
        standard.trivial.map(({ id }) => id),
      );
    });

    test("standard alone catches four of five faults, thorough all", () => {
      const { faults, caughtInStandard, caughtInThorough } = committed.figures;
      expect(caughtInStandard / faults).toBeGreaterThanOrEqual(0.8);
      expect(caughtInThorough).toBe(faults);
    });

    test("the page for people has the same figures", () => {
      expect(textOf("reports/proof.md")).toBe(recordAsMarkdown(committed));
    });
  });

  describe("of every server of the bed", () => {
    test("no finding is false, by the exchange that it names", () => {
      expect(runs.falseFindings).toEqual([]);
      expect(runs.count.findings).toBeGreaterThan(50);
    });

    test("the evidence gives away the likely cause that is known of it", () => {
      expect(runs.withoutHint).toEqual([]);
      expect(runs.count.hints).toBeGreaterThan(0);
      const known = standard.bed.servers.map(({ id }) => id);
      expect(Object.keys(hints).filter((id) => !known.includes(id))).toEqual([]);
    });
  });

  describe("of every server with one defect", () => {
    test("there are at most 1.2 causes on average, and every failure is in one", () => {
      const { causes, broken } = runs.count;
      expect(runs.unexplained).toEqual([]);
      expect(broken).toBeGreaterThan(25);
      expect(causes / broken).toBeLessThanOrEqual(1.2);
    });

    test("what one cause breaks is reported in at most 34 lines, and the end says what was tested", () => {
      const { long, oneCause } = runs.count;
      expect(runs.tooLong).toEqual([]);
      expect(runs.withoutSummary).toEqual([]);
      expect(oneCause).toBeGreaterThan(25);
      // Where several requests are needed to reproduce it, and lines say which answers show it and what was tried again.
      expect(long / oneCause).toBeLessThanOrEqual(0.28);
    });
  });
}

/** What is found in the runs of a bed, as they end: all of them together would not be kept. */
class JudgedRuns {
  readonly falseFindings: string[] = [];
  readonly unexplained: string[] = [];
  readonly tooLong: string[] = [];
  readonly withoutSummary: string[] = [];
  /** Servers whose evidence does not give away what it should. */
  readonly withoutHint: string[] = [];
  readonly count = { findings: 0, broken: 0, causes: 0, oneCause: 0, long: 0, hints: 0 };

  judge(played: Played): void {
    this.#judgeFindings(played);
    this.#judgeHint(played);
    if (played.server.kind !== "fault") return;
    this.#judgeCauses(played);
    // What ends a run early is a cause of its own; with room for more requests, more is left out for the probe's sake.
    const { causes, rootCause } = played.run;
    if (causes.length === 1 && rootCause === undefined && !played.withRoom) this.#judgeScreen(played);
  }

  #judgeFindings({ server, run }: Played): void {
    for (const { id, findings } of run.verdicts)
      for (const finding of findings) {
        this.count.findings += 1;
        const problem = falseFinding(finding, run);
        if (problem !== undefined) this.falseFindings.push(`${server.id}: ${id}: ${problem}`);
      }
  }

  #judgeHint({ server, run }: Played): void {
    const hint = hints[server.id];
    if (hint === undefined || server.kind === "stage") return;
    this.count.hints += 1;
    const likely = run.causes[0]?.advice?.likelyCause;
    if (likely?.includes(hint) !== true) this.withoutHint.push(`${server.id}: ${likely}`);
  }

  #judgeCauses({ server, run }: Played): void {
    const explained = new Set(run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
    if ([...explained].sort().join() !== idsOf(run, "fail").toSorted().join())
      this.unexplained.push(server.id);
    if (explained.size > 0) this.count.broken += 1;
    this.count.causes += run.causes.length;
  }

  #judgeScreen({ server, run }: Played): void {
    const text = printed(run).trimEnd().split("\n");
    const end = 1 + text.findLastIndex((line) => /\d+ of \d+ musts tested: \d+ passed/.test(line));
    const lines = text.slice(0, end);
    if (lines.length > 34) this.tooLong.push(`${server.id}\n${lines.join("\n")}`);
    // Behind it stands what has the other cases of the profile tested.
    if (end === 0 || text.length - end > 3) this.withoutSummary.push(server.id);
    if (lines.length >= 25) this.count.long += 1;
    this.count.oneCause += 1;
  }
}

/** The status and the number of pets that a finding names are those of its exchange. */
function falseFinding({ seen, exchange, place }: FoldedFinding, { exchanges }: Run): string | undefined {
  const cited = exchanges.find(({ id }) => id === exchange);
  if (cited === undefined) return `there is no exchange ${exchange}: ${seen}`;
  const answered = isAnswered(cited);
  if (seen.startsWith("no complete answer") !== !answered)
    return `exchange ${exchange} is otherwise: ${seen}`;
  const [, status, pets] =
    /^(\d{3}) (?:with|to|without)\b(?: (?:a list of )?(\d+) (?:pet|item)s?\b)?/.exec(seen) ?? [];
  if (!answered || status === undefined || place?.in === "header") return undefined;
  if (cited.outcome.answer.status !== Number(status))
    return `exchange ${exchange} has another status: ${seen}`;
  const body = parseJson(cited.outcome.answer.body.text);
  const items = body.ok && body.value.kind === "array" ? body.value.items.length : undefined;
  if (pets === undefined || items === Number(pets)) return undefined;
  return `exchange ${exchange} has another number of pets: ${seen}`;
}

/** Of some servers, a part of the likely cause that the evidence gives away. */
const hints: Readonly<Record<string, string>> = parse(textOf("testing/proof/hints.yaml"));

interface Played {
  readonly server: ServerRef;
  /** As in `Job`. */
  readonly withRoom: boolean;
  readonly run: Redacted<Run>;
}

/** Which servers of the bed are played, by their place in it. */
type Share = (nth: number) => boolean;

/**
 * Plays a share of the bed in standard, one server after another in this thread, and hands out the run that is the result of each
 * as it ends. What is declared is that of the whole bed.
 */
async function proveInStandard(share: Share, onPlayed: (played: Played) => void): Promise<Proof> {
  const played: Played[] = [];
  const perform = await createPerformer(({ server }, run, withRoom) => {
    played.push({ server, withRoom, run });
  });
  const thisThread = onThisThread(async (job) => {
    const result = await perform(job);
    for (const one of played.splice(0)) if (one.withRoom === result.withRoom) onPlayed(one);
    return result;
  });
  const isInShare = (_: unknown, nth: number) => share(nth);
  const whole = await loadBed();
  const { servers, trivial, stages } = whole;
  const bed = {
    ...whole,
    ...{ servers: servers.filter(isInShare), trivial: trivial.filter(isInShare) },
    stages: stages.filter(isInShare),
  };
  const proof = await prove(thisThread, bed, "standard", []);
  return { ...proof, bed: whole };
}
