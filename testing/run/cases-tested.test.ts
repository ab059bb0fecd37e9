import { expect, test } from "vitest";
import { readValue } from "#core/options/kinds.ts";
import type { LeftOut } from "#core/run/judging/cases-tested.ts";
import { type RunOptions, runOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import { outcomeSentence } from "#report/reach.ts";
import { correct, playOn as playServerOn } from "../proof/bed.ts";

const playOn = (stage: Stage, options: Partial<RunOptions> = {}) =>
  playServerOn({ ...correct, stage }, options);

const forLackOfRoom = ({ cases }: Run): LeftOut | undefined =>
  cases.leftOut.find(({ why }) => why.reason?.kind === "no-room");

/** What the remedy of a group names, as the command line reads it. */
function given(group: LeftOut | undefined): Partial<RunOptions> {
  const remedy = group?.why.remedy;
  const [named] = remedy !== undefined && "options" in remedy ? remedy.options : [];
  const row = Object.entries(runOptions).find(([, { name }]) => name === named?.option);
  const value = row && readValue(row[1].value, named?.value);
  return row !== undefined && value?.ok ? { [row[0]]: value.value } : {};
}

test.each([
  ["10 a minute", { plan: { perMinute: 10 } }],
  ["60 a minute", { plan: "free" }],
] as const)("what %s leaves out is counted and named, and the option named has it sent", async (_, stage) => {
  const short = await playOn(stage);
  expect(short.outcome).toBe("conforming");
  const { total, tested, leftOut } = short.cases;
  expect(tested + leftOut.reduce((sum, { cases }) => sum + cases.length, 0)).toBe(total);
  expect(forLackOfRoom(short)?.cases.length).toBeGreaterThan(80);
  expect(outcomeSentence(short)).toContain(
    `${tested} of ${total} cases of this profile tested; ${total - tested} left out`,
  );
  expect(outcomeSentence(short)).toContain("to test them, add `--max-duration 20m`");
  const whole = await playOn(stage, given(forLackOfRoom(short)));
  expect(forLackOfRoom(whole)).toBeUndefined();
  expect(whole.partial).toBe(false);
  expect(whole.cases.tested).toBeGreaterThan(tested + 80);
});

test("a public target that announces no limit is spared, and one of this network is not", async () => {
  const isSpared = ({ why }: LeftOut) => why.reason?.kind === "limit-not-announced";
  const open = await playOn({ plan: "none", basePath: "/pets/v1" });
  const group = open.cases.leftOut.find(isSpared);
  expect(given(group)).toEqual({ rateLimit: "off" });
  const near = await playOn({ plan: "none" });
  expect(near.cases.leftOut.find(isSpared)).toBeUndefined();
  expect(near.cases.tested).toBeGreaterThan(open.cases.tested + 80);
});

test("where limits are declared off, a run that only reads sends all reads of its profile, and is not advised to declare it", async () => {
  const { cases, requests } = await playOn(
    { plan: "none", seedPets: 89 },
    { readOnly: true, rateLimit: "off" },
  );
  expect(cases.leftOut.map(({ why }) => given({ why, cases: [] }).rateLimit)).not.toContain("off");
  expect(requests.total).toBeGreaterThan(60);
});

test("a service that bears more leaves out only what its state cannot show", async () => {
  const { cases } = await playOn({ plan: "business" });
  expect(cases.tested).toBeGreaterThan(cases.total - 15);
});

test("--min-cases makes the reach a gate", async () => {
  const gated = (minCases: number) => playOn({ plan: { perMinute: 10 } }, { minCases });
  expect((await gated(40)).exitCode).toBe(0);
  expect(await gated(90)).toMatchObject({ outcome: "inconclusive", exitCode: 3, reason: "too-few-cases" });
});

test("what a run that only reads does not write is left out for that", async () => {
  const { cases } = await playOn({ plan: "free" }, { readOnly: true });
  const reasons = cases.leftOut.flatMap((group) =>
    group.cases.map(({ requirement }) => [requirement, group.why.reason?.kind]),
  );
  const creates = reasons.filter(([requirement]) => requirement?.startsWith("CREATE-"));
  expect(creates.length).toBeGreaterThan(40);
  expect(new Set(creates.map(([, reason]) => reason))).toEqual(new Set(["read-only"]));
});

test("options change how many cases of a profile are tested, and not how many it has", async () => {
  const totals = [{}, { readOnly: true }, { maxCreates: 5 }].map(
    async (options) => (await playOn({ plan: "free" }, options)).cases.total,
  );
  expect(new Set(await Promise.all(totals)).size).toBe(1);
});
