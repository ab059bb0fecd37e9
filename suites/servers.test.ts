import { describe, expect, test } from "vitest";
import { correctHooks } from "#reference-server/hooks/hooks.ts";
import { loadServers } from "./servers.ts";

const servers = await loadServers();
const faults = servers.filter(({ kind }) => kind === "fault");
const variants = servers.filter(({ kind }) => kind === "variant");

test("there are faults and variants, each with an id of lower-case words", () => {
  expect(faults.length).toBeGreaterThan(200);
  expect(variants.length).toBeGreaterThan(60);
  for (const { id } of servers) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

describe.each(faults.map((fault) => [fault.id, fault] as const))("the fault %s", (_id, fault) => {
  test("replaces exactly one hook, and names what it breaks", () => {
    const replaced = Object.keys(fault.hooks(correctHooks));
    expect(replaced).toHaveLength(1);
    expect(Object.keys(correctHooks)).toEqual(expect.arrayContaining(replaced));
    expect(fault.breaks.length).toBeGreaterThan(0);
    for (const id of fault.breaks) expect(id).toMatch(/^[A-Z0-9]+-[0-9]+$/);
    expect(new Set(fault.breaks).size).toBe(fault.breaks.length);
    expect(fault.ruling).toEqual([]);
  });
});

describe.each(variants.map((variant) => [variant.id, variant] as const))("the variant %s", (_id, variant) => {
  test("names the rulings that permit it, fails no must, and knows its hooks", () => {
    expect(variant.fails).toEqual([]);
    expect(variant.ruling.length).toBeGreaterThan(0);
    for (const number of variant.ruling) expect(number).toBeLessThanOrEqual(42);
    expect(Object.keys(correctHooks)).toEqual(
      expect.arrayContaining(Object.keys(variant.hooks(correctHooks))),
    );
  });
});
