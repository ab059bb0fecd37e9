import { expect, test } from "vitest";
import { differingReports, recordedPlay, reportsOf } from "../evidence/recorded-play.ts";
import { correct, prepared } from "../proof/bed.ts";
import { echoes, echoing, leaksIn } from "./echoing.ts";
import { strangeKeys } from "./key-shapes.ts";
import { ranAndJudged } from "./ran-and-judged.ts";

// Each echo with another key; testing/long/judged-alike.test.ts has every shape of key, words among them.

const cases = Object.entries(echoes).map(([echo, by], nth) => {
  const [shape, key] = Object.entries(strangeKeys)[nth * 9 + 3] ?? ["none", ""];
  return [echo, shape, { by, key }] as const;
});

test.each(cases)(
  "a run against a target that repeats the key %s, where it is %s, is judged again to the same bytes",
  async (_, __, { by, key }) => {
    const played = await recordedPlay(correct, prepared, {
      serve: echoing(by, key),
      key,
      profile: "quick",
    });
    expect(played.run.suiteErrors).toEqual([]);
    expect(await differingReports(played, prepared)).toEqual([]);
    expect(leaksIn([...played.lines, ...(await reportsOf(played.run))].join("\n"), key)).toEqual([]);
  },
);

test("the command line prints and writes the same for a run and for its recording, where the key is a word of the interface", async () => {
  const { run, again, events } = await ranAndJudged("available");
  expect(again).toEqual(run);
  expect(run.json).toContain('"label":"status available"');
  expect(events).toContain('"label":"status available"');
  expect(run.har).toContain("/pets?status=available");
});
