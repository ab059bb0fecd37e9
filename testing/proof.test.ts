import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { recordAsMarkdown, summaryTable } from "../scripts/record/proof-markdown.ts";
import { type ProofRecord, recordOf } from "../scripts/record/proof-record.ts";
import { type PairRow, playPairs } from "../src/proof/pairs.ts";
import { withPool } from "../src/proof/pool.ts";
import { problemsOf } from "../src/proof/problems.ts";
import { everything, musts, type Proof, prove } from "../src/proof/proof.ts";
import { measureStability, type Stability, sampleServers, unstableInWords } from "../src/proof/stability.ts";
import { whyUndone } from "./proof/undone.ts";
import { root } from "./source-files.ts";

// The proof, in as many threads as there are cores: every server of the bed in standard; in thorough the variants, and the
// faults that standard does not catch. `npm run record -- --check`, which CI runs, plays all in both.

let standard: Proof;
let thorough: Proof;
let stability: Stability;
let pairs: readonly PairRow[];

// One pool for all of them: its threads load the suites once.
beforeAll(
  () =>
    withPool(async (pool) => {
      standard = await prove(pool, "standard", everything);
      const deeper = standard.servers.filter(
        ({ kind, breaks, caught }) => kind === "variant" || (breaks.length > 0 && caught.length === 0),
      );
      thorough = await prove(pool, "thorough", { servers: deeper.map(({ id }) => id), requirements: [] });
      stability = await measureStability(pool, {
        profile: "standard",
        seeds: [1, 2],
        concurrencies: [1, 8],
        jitterMs: 300,
        servers: sampleServers(standard.bed, 20),
      });
      pairs = await playPairs(pool, 50, 1);
    }),
  600_000,
);

describe("the proof holds", () => {
  test("in standard: what it is said to show is caught, and nothing else fails", () => {
    expect(problemsOf(standard)).toEqual([]);
  });

  test("in thorough: exactly the requirements that a fault breaks fail, and every variant conforms", () => {
    expect(problemsOf(thorough)).toEqual([]);
  });
});

describe("what is committed of it is what the code shows (npm run record writes it anew)", () => {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const committed = JSON.parse(read("reports/proof.json")) as ProofRecord;

  test("of each server that was played in both profiles", () => {
    const rows = new Map(committed.servers.map((row) => [row.id, row]));
    const played = recordOf(standard, thorough).servers;
    expect(played.length).toBeGreaterThan(200);
    expect(played.map(({ id }) => rows.get(id))).toEqual(played);
  });

  test("of each server in standard, and of those that answer everything alike", () => {
    const shown = standard.servers.map(({ id, findings }) => [id, findings.map((finding) => finding.id)]);
    expect(committed.servers.map(({ id, standard: failed }) => [id, failed])).toEqual(shown);
    expect(committed.trivial.map(({ id }) => id)).toEqual(standard.trivial.map(({ id }) => id));
  });

  test("standard alone catches four of five faults, thorough all", () => {
    const { faults, caughtInStandard, caughtInThorough } = committed.figures;
    expect(caughtInStandard / faults).toBeGreaterThanOrEqual(0.8);
    expect(caughtInThorough).toBe(faults);
  });

  test("the tables for people have the same figures", () => {
    expect(read("reports/proof.md")).toBe(recordAsMarkdown(committed));
    expect(read("README.md")).toContain(`\n${summaryTable(committed)}\n`);
  });
});

describe("with other seeds, other numbers at once and answers that overtake each other,", () => {
  test("no must is judged differently, nor any outcome", () => {
    const turned = stability.unstable.filter(
      ({ requirement, contradicts }) =>
        contradicts && (requirement === "outcome" || musts(standard.bed).includes(requirement)),
    );
    expect(turned.map(unstableInWords)).toEqual([]);
  });

  test("what runs show of the reference server and its variants is the same for every must", () => {
    const shown = stability.unstable.filter(
      ({ requirement, server }) => musts(standard.bed).includes(requirement) && server.kind !== "fault",
    );
    expect(shown.map(unstableInWords)).toEqual([]);
  });

  test("no should is judged differently, but by what had been seen when a list was sent", () => {
    const turned = stability.unstable.filter(
      ({ requirement, contradicts }) => contradicts && requirement !== "LIST-7",
    );
    expect(turned.map(unstableInWords)).toEqual([]);
  });
});

describe("of fifty pairs of faults on one server", () => {
  test("each fails", () => {
    expect(pairs).toHaveLength(50);
    expect(pairs.filter(({ failed }) => failed.length === 0)).toEqual([]);
  });

  test("each names a requirement of both faults, or says that what the second breaks could not be shown, or undoes it", () => {
    const silent = pairs.flatMap(({ unnamed }) => unnamed).filter(({ toldUnshown }) => !toldUnshown);
    expect(silent.filter((one) => whyUndone(one) === undefined)).toEqual([]);
  });

  test("hardly any hides the other", () => {
    expect(pairs.filter(({ unnamed }) => unnamed.length > 0).length).toBeLessThanOrEqual(5);
  });
});
