import { beforeAll, describe, expect, test } from "vitest";
import { loadServers } from "../../reference-server/registry.ts";
import { whyUndone } from "../../testing/proof/undone.ts";
import { canPair } from "./pair.ts";
import { drawPairs, type PairRow, playPairs } from "./pairs.ts";
import { withPool } from "./pool.ts";

const servers = await loadServers();

describe("pairs are drawn", () => {
  test("by the seed alone", () => {
    const names = (seed: number) =>
      drawPairs(servers, 20, seed).map(([one, other]) => `${one.id} ${other.id}`);
    expect(names(1)).toEqual(names(1));
    expect(names(1)).not.toEqual(names(2));
    expect(new Set(names(1)).size).toBe(20);
  });

  test("of faults that can stand beside each other", () => {
    for (const [one, other] of drawPairs(servers, 100, 3)) expect(canPair(one, other)).toBe(true);
  });

  test("never of two that replace the same hook", () => {
    const hooks = () => ({ limitValue: () => "1" });
    const fault = { title: "", hooks };
    expect(canPair(fault, fault)).toBe(false);
    expect(canPair(fault, { ...fault, hooks: () => ({ resetValue: () => "1" }) })).toBe(true);
  });

  test("never of two that stand on different stages", () => {
    const fault = { title: "", hooks: () => ({}), stage: { firstId: 1n } };
    expect(canPair(fault, { ...fault, stage: { firstId: 1n } })).toBe(true);
    expect(canPair(fault, { ...fault, stage: { firstId: 2n } })).toBe(false);
  });
});

describe("of fifty pairs of faults on one server", () => {
  let rows: readonly PairRow[] = [];
  beforeAll(async () => {
    rows = await withPool((pool) => playPairs(pool, 50, 1));
  }, 600_000);

  test("each fails", () => {
    expect(rows).toHaveLength(50);
    expect(rows.filter(({ failed }) => failed.length === 0)).toEqual([]);
  });

  test("each names a requirement of both faults, or says that what the second breaks could not be shown, or undoes it", () => {
    const silent = rows.flatMap(({ unnamed }) => unnamed).filter(({ toldUnshown }) => !toldUnshown);
    expect(silent.filter((one) => whyUndone(one) === undefined)).toEqual([]);
  });

  test("hardly any hides the other", () => {
    expect(rows.filter(({ unnamed }) => unnamed.length > 0).length).toBeLessThanOrEqual(5);
  });
});
