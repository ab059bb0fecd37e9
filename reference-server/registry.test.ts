import { describe, expect, test } from "vitest";
import { transcript } from "../testing/reference-server/transcript.ts";
import type { Stage } from "./bed-server.ts";
import { correctHooks } from "./hooks/hooks.ts";
import { loadServers } from "./registry.ts";

const servers = await loadServers();
const faults = servers.filter(({ kind }) => kind === "fault");
const variants = servers.filter(({ kind }) => kind === "variant");

const correct = new Map<string, Promise<readonly string[]>>();
/** Of the correct server on a stage: played once. */
function correctTranscript(stage: Stage): Promise<readonly string[]> {
  const key = Object.entries(stage).join();
  const known = correct.get(key) ?? transcript(stage, {});
  correct.set(key, known);
  return known;
}

test("there are faults and variants, each with an id of lower-case words", () => {
  expect(faults.length).toBeGreaterThan(200);
  expect(variants.length).toBeGreaterThan(60);
  for (const { id } of servers) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test("the conversation is the same each time", async () => {
  expect(await transcript({}, {})).toEqual(await correctTranscript({}));
});

describe.each(faults.map((fault) => [fault.id, fault] as const))("the fault %s", (_id, fault) => {
  const stage = fault.stage ?? {};

  test("replaces exactly one hook, and names what it breaks", () => {
    const replaced = Object.keys(fault.hooks(correctHooks));
    expect(replaced).toHaveLength(1);
    expect(Object.keys(correctHooks)).toEqual(expect.arrayContaining(replaced));
    expect(fault.breaks.length).toBeGreaterThan(0);
    for (const id of fault.breaks) expect(id).toMatch(/^[A-Z0-9]+-[0-9]+$/);
    expect(new Set(fault.breaks).size).toBe(fault.breaks.length);
    expect(fault.ruling).toEqual([]);
  });

  test("changes an answer", async () => {
    expect(await transcript(stage, fault.hooks(correctHooks))).not.toEqual(await correctTranscript(stage));
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

  test("changes an answer of the server as it is by default", async () => {
    const unusual = await transcript(variant.stage ?? {}, variant.hooks(correctHooks));
    expect(unusual).not.toEqual(await correctTranscript({}));
  });
});
