import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import schema from "#core/recording/recording.schema.json" with { type: "json" };
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { echoes, echoing, leaksIn, longKey, shortKey } from "#testing/echo/echoing.ts";
import { ordinaryKeys, strangeKeys } from "#testing/echo/key-shapes.ts";
import { ranAndJudged } from "#testing/echo/ran-and-judged.ts";
import { sentByTarget } from "#testing/echo/word-keys.ts";
import { judgedFromRecording, recordedPlay, reportsOf } from "#testing/evidence/recorded-play.ts";
import { correct, prepared } from "#testing/proof/bed.ts";

// Whatever the key is, and whatever a target makes of it: no verdict changes, the recording shows nothing else, and the key is in neither.

const isLine = new Ajv2020({ strict: false }).compile(schema);
const quiet = () => ({ headers: [] });

describe.each(Object.entries(echoes))("a target that repeats the key %s", (_, echo) => {
  test.each(Object.entries(strangeKeys))("where it is %s", async (_, key) => {
    const serve = echoing(echo, key);
    const played = await recordedPlay(correct, prepared, { serve, key, profile: "quick" });
    expect(played.run).toMatchObject({ outcome: "conforming", suiteErrors: [] });
    expect(await judgedFromRecording(played, prepared)).toMatchObject({ unlike: [] });
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
    expect(await judgedFromRecording(played, prepared)).toMatchObject({ unlike: [] });
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
  expect(await judgedFromRecording(played, prepared)).toMatchObject({ unlike: [] });
  if (key.length >= shortestAnywhere) expect(sentByTarget(played.lines)).not.toContain(key);
});

test.each([shortKey, longKey])(
  "what the command line prints and writes has none of the key: %#",
  async (key) => {
    const { run, again, events, recording, errors } = await ranAndJudged(key);
    expect([run.exitCode, again.exitCode]).toEqual([1, 1]);
    expect(events).toContain('"event":"finished"');
    expect(recording).toContain('"kind":"verdicts"');
    expect(
      leaksIn([...Object.values(run), ...Object.values(again), events, recording, errors].join("\n"), key),
    ).toEqual([]);
  },
);
