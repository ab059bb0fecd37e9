import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { recordAsMarkdown, summaryTable } from "../scripts/record/proof-markdown.ts";
import { type ProofRecord, recordOf } from "../scripts/record/proof-record.ts";
import { withPool } from "../src/proof/pool.ts";
import { problemsOf } from "../src/proof/problems.ts";
import { everything, type Proof, prove } from "../src/proof/proof.ts";
import { root } from "./source-files.ts";

// The proof, in as many threads as there are cores: every server of the bed in standard; in thorough the variants, and the
// faults that standard does not show whole. `npm run record -- --check`, which CI runs, plays all in both.

let standard: Proof;
let thorough: Proof;

beforeAll(async () => {
  [standard, thorough] = await withPool(async (pool) => {
    const shallow = await prove(pool, "standard", everything);
    const deeper = shallow.servers.filter(({ kind, missed }) => kind === "variant" || missed.length > 0);
    const deep = await prove(pool, "thorough", { servers: deeper.map(({ id }) => id), requirements: [] });
    return [shallow, deep];
  });
}, 600_000);

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
