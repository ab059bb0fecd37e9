import { expect, test } from "vitest";
import { readValue } from "#core/options/kinds.ts";
import { type RunOptions, runOptions } from "#core/run/options.ts";
import type { LeftOut, Run } from "#core/run/result.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import { excuse } from "#report/compare/known-failures.ts";
import { outcomeSentence } from "#report/reach.ts";
import { correct, playOn, serverOf } from "../proof/bed.ts";
import { noSecrets, printed } from "../report/sample-run.ts";

const playStage = (stage: Stage, options: Partial<RunOptions> = {}) => playOn({ ...correct, stage }, options);

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
  const short = await playStage(stage);
  expect(short.outcome).toBe("conforming");
  const { total, tested, leftOut } = short.cases;
  expect(tested + leftOut.reduce((sum, { cases }) => sum + cases.length, 0)).toBe(total);
  expect(forLackOfRoom(short)?.cases.length).toBeGreaterThan(80);
  expect(outcomeSentence(short)).toContain(
    `${tested} of ${total} cases of this profile tested; ${total - tested} left out`,
  );
  expect(outcomeSentence(short)).toContain("to test them, add `--max-duration 20m`");
  const whole = await playStage(stage, given(forLackOfRoom(short)));
  expect(forLackOfRoom(whole)).toBeUndefined();
  expect(whole.partial).toBe(false);
  expect(whole.cases.tested).toBeGreaterThan(tested + 80);
});

test("a quick run counts what it sends, and names the profile that tests the others", async () => {
  const { cases, verdicts } = await playStage({ plan: "free" }, { profile: "quick" });
  expect(cases).toEqual({ total: cases.tested, tested: cases.tested, leftOut: [] });
  expect(cases.tested).toBeGreaterThan(30);
  const profileFor = (of: string) => verdicts.find(({ id }) => id === of)?.remedy;
  expect(["CREATE-1", "RATE-10", "AUTH-7"].map(profileFor)).toEqual(
    ["standard", "standard", "thorough"].map((value) => ({ options: [{ option: "profile", value }] })),
  );
});

test("a quick run that is asked for the probe counts its requirements, too", async () => {
  const { cases, verdicts } = await playStage({ plan: "free" }, { profile: "quick", probe: true });
  expect(cases).toEqual({ total: cases.tested, tested: cases.tested, leftOut: [] });
  expect(verdicts.find(({ id }) => id === "RATE-10")?.verdict).toBe("pass");
});

test("a public target that announces no limit is spared, and one of this network is not", async () => {
  const isSpared = ({ why }: LeftOut) => why.reason?.kind === "limit-not-announced";
  const open = await playStage({ plan: "none", basePath: "/pets/v1" });
  const group = open.cases.leftOut.find(isSpared);
  expect(given(group)).toEqual({ rateLimit: "off" });
  const near = await playStage({ plan: "none" });
  expect(near.cases.leftOut.find(isSpared)).toBeUndefined();
  expect(near.cases.tested).toBeGreaterThan(open.cases.tested + 80);
});

test("where limits are declared off, a run that only reads sends all reads of its profile, and is not advised to declare it", async () => {
  const { cases, requests } = await playStage(
    { plan: "none", seedPets: 89 },
    { readOnly: true, rateLimit: "off" },
  );
  expect(cases.leftOut.map(({ why }) => given({ why, cases: [] }).rateLimit)).not.toContain("off");
  expect(requests.total).toBeGreaterThan(60);
});

// An empty store has no list as long as the limits that are asked for.
test.each([
  [30, 15],
  [0, 16],
])(
  "a service that bears more leaves out only what its state cannot show: one of %d pets",
  async (seedPets, less) => {
    const run = await playStage({ plan: "business", seedPets });
    expect(run.cases.tested).toBeGreaterThan(run.cases.total - less);
    expect(forLackOfRoom(run)).toBeUndefined();
  },
);

test("--min-cases makes the reach a gate", async () => {
  const gated = (minCases: number) => playStage({ plan: { perMinute: 10 } }, { minCases });
  expect((await gated(40)).exitCode).toBe(0);
  expect(await gated(90)).toMatchObject({ outcome: "inconclusive", exitCode: 3, reason: "too-few-cases" });
});

test("what a run that only reads does not write is left out for that", async () => {
  const { cases } = await playStage({ plan: "free" }, { readOnly: true });
  const reasons = cases.leftOut.flatMap((group) =>
    group.cases.map(({ requirement }) => [requirement, group.why.reason?.kind]),
  );
  const creates = reasons.filter(([requirement]) => requirement?.startsWith("CREATE-"));
  expect(creates.length).toBeGreaterThan(40);
  expect(new Set(creates.map(([, reason]) => reason))).toEqual(new Set(["read-only"]));
});

test("options change how many cases of a profile are tested, and not how many it has", async () => {
  const totals = [{}, { readOnly: true }, { maxCreates: 5 }].map(
    async (options) => (await playStage({ plan: "free" }, options)).cases.total,
  );
  expect(new Set(await Promise.all(totals)).size).toBe(1);
});

const policy = { required: [], strict: false, redact: noSecrets.redact };

test.each([
  // All that writes, and reads of its pets.
  ["creates-nothing", 30, 10],
  ["created-without-id", 30, 10],
  // Nearly all: without a create, no list has a pet.
  ["create-500", 0, 35],
  // All that looks into a list.
  ["list-wrapped", 30, 25],
  ["got-id-as-text", 30, 4],
  ["refusal-cached-by-address", 30, 1],
])(
  "a server that is known to be %s, with %d pets, passes the gate until the day, and what hangs on it is named",
  async (id, seedPets, least) => {
    const server = serverOf(id);
    const whole = await playOn({ ...server, stage: { ...server.stage, seedPets } });
    expect(whole.exitCode).toBe(1);
    const entries = whole.verdicts
      .filter(({ verdict, level }) => verdict === "fail" && level === "must")
      .map((one) => ({ requirement: one.id, reason: "the old gateway", until: "2030-06-30" }));
    const run = excuse(whole, entries, policy).run;
    expect([run.outcome, run.exitCode]).toEqual(["conforming", 0]);
    const hanging = run.verdicts.filter(({ hangsOn }) => hangsOn !== undefined);
    expect(hanging.length).toBeGreaterThanOrEqual(least);
    expect(outcomeSentence(run)).toMatch(/\d+ not judged because of known failures/);
    expect(run.notes.join("\n")).toMatch(/^\d+ requirements? depends? on .*, excused until 2030-06-30: /m);
  },
);

test("a larger cap on creates tests no fewer cases", async () => {
  const tested = [];
  for (const maxCreates of [25, 40, 76, 120])
    tested.push((await playStage({ plan: "pro" }, { maxCreates })).cases.tested);
  expect(tested).toEqual(tested.toSorted((a, b) => a - b));
});

test("evidence that was lost is excused by nothing", async () => {
  const whole = await playOn("creates-nothing", { maxDurationMs: 10_000 });
  const entries = [{ requirement: "CREATE-1", reason: "the old gateway", until: "2030-06-30" }];
  expect(excuse(whole, entries, policy).run.exitCode).toBe(3);
});

test("what only warns takes one line, unless the warning makes the run fail", async () => {
  const text = async (strict: boolean) => printed(await playOn("deprecation-true", { strict }));
  const short = await text(false);
  expect(short).toMatch(/^! DEPR-2 send-deprecation-header.*\n\n/);
  expect(short).not.toContain("how to fix");
  expect(await text(true)).toContain("how to fix");
});
