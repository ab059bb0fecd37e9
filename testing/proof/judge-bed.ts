import { beforeAll, describe, expect, test } from "vitest";
import { problemsOf } from "#proof/problems.ts";
import type { Proof } from "#proof/proof.ts";
import { recordAsMarkdown } from "#scripts/record/proof-markdown.ts";
import { committedInStandard, type ProofRecord, shownInStandard } from "#scripts/record/proof-record.ts";
import { textOf } from "../source-files.ts";
import { hints, JudgedRuns, proveInStandard, type Share } from "./judged-runs.ts";

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
      expect(runs.count.hints).toBeGreaterThan(2);
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

    test("what one cause breaks is reported in less than 34 lines, and the end says what was tested", () => {
      const { long, oneCause } = runs.count;
      expect(runs.tooLong).toEqual([]);
      expect(runs.withoutSummary).toEqual([]);
      expect(oneCause).toBeGreaterThan(25);
      // Where several requests are needed to reproduce it, and lines say which answers show it and what was tried again.
      expect(long / oneCause).toBeLessThanOrEqual(0.22);
    });
  });
}
