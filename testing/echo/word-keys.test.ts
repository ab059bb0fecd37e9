import { expect, test } from "vitest";
import { judgedFromRecording, recordedPlay } from "../evidence/recorded-play.ts";
import { correct, prepared } from "../proof/bed.ts";
import { differencesWith, firstWords, wordKeys } from "./word-keys.ts";

// testing/long/hostile/word-keys.test.ts has all words, and these in thorough.

test.each(firstWords)("no verdict of a correct service changes where the key is a word: %s", async (key) => {
  expect(await differencesWith(key, "standard")).toEqual([]);
});

test("a run id that holds the key is made anew, always the same", async () => {
  const played = () => recordedPlay(correct, prepared, { key: "89abcdef", profile: "quick" });
  const [first, again] = [await played(), await played()];
  expect(first.run).toMatchObject({ outcome: "conforming", runId: again.run.runId });
  expect(first.run.runId).toMatch(/^(?!.*89abcdef)[0-9a-f]{20}$/);
  expect(await judgedFromRecording(first, prepared)).toMatchObject({ unlike: [], redacted: 0 });
});

test("the words of the code, of HTTP and of the interface are many", () => {
  const words = wordKeys();
  for (const word of ["constructor", "POST", "Gateway", "categoryId", "X-RateLimit-Reset", "[redacted]"])
    expect(words).toContain(word);
  expect(words.length).toBeGreaterThan(1000);
});
