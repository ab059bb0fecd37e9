import { describe, expect, test } from "vitest";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import {
  certificateOf,
  judged,
  kindsIn,
  recordedLines,
  recordingOf,
  signedStatement,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { type Level, levels, serverLevel } from "./levels.ts";
import statementSchema from "./statement.schema.json" with { type: "json" };

const standard = { profile: "standard" } as const;

// Of a thorough run: testing/long/proof/clients.test.ts.

describe("what a run covers follows from its options", () => {
  const weak: readonly (readonly [Partial<RunOptions>, Level])[] = [
    [{}, "server standard"],
    [{ profile: "thorough" }, "server thorough"],
    [{ readOnly: true }, "server read-only"],
    [{ maxCreates: 0 }, "server read-only"],
    [{ maxCreates: 24 }, "server reduced"],
    [{ maxRequests: 4999 }, "server reduced"],
    [{ maxBurst: 10 }, "server reduced"],
    [{ maxWaitMs: 74_000 }, "server reduced"],
    [{ maxDurationMs: 14 * 60_000 }, "server reduced"],
    [{ rateLimit: "off" }, "server limits off"],
  ];
  test.each(weak)("%j: %s", (options, level) => {
    expect(
      serverLevel({ ...defaultOptions, seed: 1, runId: "0123456789abcdef0123", ...standard, ...options }),
    ).toBe(level);
  });

  test("a certificate names it, and --require thorough refuses one of less", async () => {
    const certificate = await certificateOf(
      recordingOf(await recordedLines({ ...standard, readOnly: true })),
    );
    expect(statementIn(certificate).predicate.level).toBe("server read-only");
    const found = await verified(certificate, undefined, { levels: ["server thorough"] });
    expect(kindsIn(found)).toEqual(["level-too-low"]);
  });
});

test.each([
  ["--min-tested", "musts", "minTested"],
  ["--min-cases", "cases", "minCases"],
] as const)("%s refuses what tested fewer of its %s", async (_, what, asked) => {
  const recording = recordingOf(await recordedLines({ ...standard, readOnly: true }));
  const certificate = await certificateOf(recording);
  const { tested, of } = statementIn(certificate).predicate[what] ?? expect.fail(`it names no ${what}`);
  const percent = Math.floor((tested * 100) / of);
  expect(kindsIn(await verified(certificate, recording, { [asked]: percent }))).toEqual([]);
  const { problems } = await verified(certificate, recording, { [asked]: percent + 1 });
  const detail = `${tested} of ${of} ${what} were tested, and ${percent + 1} % are asked for.`;
  expect(problems).toEqual([{ kind: "level-too-low", detail }]);
});

test("--min-cases refuses what names none", async () => {
  const statement = statementIn(await certificateOf(recordingOf(await recordedLines(standard))));
  const { cases: _, ...predicate } = statement.predicate;
  const silent = await verified(await signedStatement({ ...statement, predicate }), undefined, {
    minCases: 1,
  });
  expect(silent.problems.map(({ detail }) => detail)).toContain("It names no cases, and 1 % are asked for.");
});

test.each<[Partial<RunOptions>, string]>([
  [{ consistencyWaitMs: 8000 }, "Lists were given 8 s to hold a created pet, and may lag 2 s"],
  [{ now: "2026-01-01" }, "run without now and removal-date"],
])("a run with %j is not certified", async (options, sentence) => {
  const { obstacles } = await judged(recordingOf(await recordedLines({ ...standard, ...options })));
  expect(obstacles).toEqual([expect.stringContaining(sentence)]);
});

test("a run whose recording lacks what a should rests on, since it was redacted, is not certified", async () => {
  const lines = (await recordedLines(standard)).map((line) =>
    line.replace(
      /^(\{"kind":"exchange","exchange":\{)/,
      '$1"redactedIn":{"parts":[],"headers":["www-authenticate"]},',
    ),
  );
  const { obstacles } = await judged(recordingOf(lines));
  expect(obstacles).toContainEqual(expect.stringMatching(/^What it shows of .*AUTH-6.* was redacted/));
});

test("the schema has every level", () => {
  expect(statementSchema.properties.predicate.properties.level.enum).toEqual(levels);
});
