import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { filesOfProof } from "../scripts/record/generated.ts";
import { recordOf } from "../scripts/record/proof-record.ts";
import { withPool } from "../src/proof/pool.ts";
import { problemsOf } from "../src/proof/problems.ts";
import { everything, type Proof, prove } from "../src/proof/proof.ts";
import { root } from "./source-files.ts";

// The proof itself: every server of the bed, in both profiles, in as many threads as there are cores.

let standard: Proof;
let thorough: Proof;

beforeAll(async () => {
  [standard, thorough] = await withPool(async (pool) => [
    await prove(pool, "standard", everything),
    await prove(pool, "thorough", everything),
  ]);
}, 600_000);

describe("the proof holds", () => {
  test("in standard: what it is said to show is caught, and nothing else fails", () => {
    expect(problemsOf(standard)).toEqual([]);
  });

  test("in thorough: exactly the requirements that a fault breaks fail, and every variant conforms", () => {
    expect(problemsOf(thorough)).toEqual([]);
  });

  test("standard alone catches four of five faults, thorough all", () => {
    const { faults, caughtInStandard, caughtInThorough } = recordOf(standard, thorough).figures;
    expect(caughtInStandard / faults).toBeGreaterThanOrEqual(0.8);
    expect(caughtInThorough).toBe(faults);
  });
});

test("what is committed of it is what the code shows (npm run record writes it anew)", async () => {
  for (const [path, text] of await filesOfProof(standard, thorough)) {
    expect(await readFile(join(root, path), "utf8"), path).toBe(text);
  }
});
