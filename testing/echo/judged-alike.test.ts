import { expect, test } from "vitest";
import { correct } from "../proof/bed.ts";
import { judgedFromRecording, recordedPlay } from "../run/recorded-play.ts";
import {
  differencesWith,
  echoes,
  firstWords,
  leaksIn,
  playEchoed,
  ranAndJudged,
  strangeKeys,
} from "./echoing.ts";

// Each echo with another key; testing/long/hostile/keys.test.ts has every shape of key, words among them.

test.each(
  Object.entries(echoes).map(([about, echo], nth) => {
    const [shape = "none", key = ""] = Object.entries(strangeKeys)[nth * 9 + 3] ?? [];
    return [about, shape, echo, key] as const;
  }),
)("a run against a target that repeats the key %s, where it is %s, conforms", async (_, __, echo, key) => {
  const { run, written } = await playEchoed(echo, key);
  expect(run).toMatchObject({ outcome: "conforming", suiteErrors: [] });
  expect(leaksIn(written, key)).toEqual([]);
});

test("a key that is a word of the interface changes no verdict and no label, and its recording is inconclusive", async () => {
  const { run, again, events } = await ranAndJudged("available");
  expect([run.exitCode, again.exitCode]).toEqual([1, 3]);
  expect(run.json).toContain('"label":"status available"');
  expect(events).toContain('"label":"status available"');
  expect(again.console).toContain("it rests on what was redacted in the recording");
});

// testing/long/hostile/keys.test.ts has all words, and these in thorough.

test.each(firstWords)("no verdict of a correct service changes where the key is a word: %s", async (key) => {
  expect(await differencesWith(key, "standard")).toEqual([]);
});

test("a run id that holds the key is made anew, always the same", async () => {
  const played = () => recordedPlay(correct, { key: "89abcdef", profile: "quick" });
  const [first, again] = [await played(), await played()];
  expect(first.run).toMatchObject({ outcome: "conforming", runId: again.run.runId });
  expect(first.run.runId).toMatch(/^(?!.*89abcdef)[0-9a-f]{20}$/);
  expect(await judgedFromRecording(first)).toMatchObject({ unlike: [], redacted: 0 });
});
