import { describe, expect, test } from "vitest";
import { loadServers } from "#suites/servers.ts";
import { canPair, drawPairs } from "./pairs.ts";

/** Drawing from all of them is the same, and has sixteen times as many pairs to number. */
const servers = (await loadServers()).filter((_, nth) => nth % 4 === 0);

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
