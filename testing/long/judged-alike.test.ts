import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import schema from "../../src/core/recording/recording.schema.json" with { type: "json" };
import { shortestAnywhere } from "../../src/core/secrets/redact.ts";
import { echoes, echoing, leaksIn, longKey, shortKey } from "../echo/echoing.ts";
import { ordinaryKeys, strangeKeys } from "../echo/key-shapes.ts";
import { ranAndJudged } from "../echo/ran-and-judged.ts";
import { differingReports, recordedPlay, reportsOf } from "../evidence/recorded-play.ts";
import { correct, prepared } from "../proof/bed.ts";

// Whatever the key is, and whatever a target makes of it: the run and its recording come to the same bytes, and the key is in neither.

const isLine = new Ajv2020({ strict: false }).compile(schema);
const quiet = () => ({ headers: [] });

/** All that a target sent, as a recording has it: names of headers apart. */
function sentByTarget(lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const { kind, exchange } = JSON.parse(line);
      const answer = kind === "exchange" ? exchange.outcome.answer : undefined;
      if (answer === undefined) return [];
      return [
        ...answer.headers.map(([, value]: readonly string[]) => value),
        answer.body.utf8 ?? answer.body.base64,
      ];
    })
    .join("\n");
}

describe.each(Object.entries(echoes))("a target that repeats the key %s", (_, echo) => {
  test.each(Object.entries(strangeKeys))("where it is %s", async (_, key) => {
    const serve = echoing(echo, key);
    const played = await recordedPlay(correct, prepared, { serve, key, profile: "quick" });
    expect(played.run.suiteErrors).toEqual([]);
    expect(await differingReports(played, prepared)).toEqual([]);
    const written = [...played.lines, ...(await reportsOf(played.run))].join("\n");
    expect(leaksIn(written, key)).toEqual([]);
    for (const line of played.lines) expect(isLine(JSON.parse(line))).toBe(true);
  });

  const otherKey = "no-word-4Rt7";
  const ofOtherKey = { serve: echoing(echo, otherKey), key: otherKey, profile: "quick" } as const;
  const verdictsOfOthers = recordedPlay(correct, prepared, ofOtherKey).then(({ run }) =>
    run.verdicts.map(({ verdict }) => verdict),
  );

  test.each(ordinaryKeys)("where it is an ordinary word: %s", async (key) => {
    const serve = echoing(echo, key);
    const played = await recordedPlay(correct, prepared, { serve, key, profile: "quick" });
    expect(played.run.verdicts.map(({ verdict }) => verdict)).toEqual(await verdictsOfOthers);
    expect(await differingReports(played, prepared)).toEqual([]);
    for (const line of played.lines) expect(isLine(JSON.parse(line))).toBe(true);
    if (key.length >= shortestAnywhere) expect(sentByTarget(played.lines)).not.toContain(key);
  });
});

test.each(ordinaryKeys)("a correct service conforms, whatever word the key is: %s", async (key) => {
  const played = await recordedPlay(correct, prepared, {
    serve: echoing(quiet, key),
    key,
    profile: "standard",
  });
  expect(played.run).toMatchObject({ outcome: "conforming", exitCode: 0 });
  expect(await differingReports(played, prepared)).toEqual([]);
  if (key.length >= shortestAnywhere) expect(sentByTarget(played.lines)).not.toContain(key);
});

const words = [
  "conformance",
  "available",
  "application",
  "categoryId",
  "127.0.0.1",
  "pets",
  "status",
  "200",
  "a",
];

test.each(words)(
  "the command line prints and writes the same for a run and for its recording: %s",
  async (key) => {
    const { run, again } = await ranAndJudged(key);
    expect(again).toEqual(run);
  },
);

test.each([shortKey, longKey])("the same, and none of the key: %#", async (key) => {
  const { run, again, events, recording, errors } = await ranAndJudged(key);
  expect(again).toEqual(run);
  expect(events).toContain('"event":"finished"');
  expect(recording).toContain('"kind":"verdicts"');
  expect(leaksIn([...Object.values(run), events, recording, errors].join("\n"), key)).toEqual([]);
});
