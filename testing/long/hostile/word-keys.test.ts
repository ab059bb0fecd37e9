import { expect, test } from "vitest";
import { differencesWith, firstWords, wordKeys } from "#testing/echo/word-keys.ts";

/** In thorough a run takes several times as long. */
const everyNthInThorough = 16;

const words = wordKeys();
const several = 32;
const parts = Array.from({ length: Math.ceil(words.length / several) }, (_, nth) =>
  words.slice(nth * several, nth * several + several),
);

test.each(parts)("no verdict of a correct service changes where the key is a word: %s …", async (...keys) => {
  const found: string[] = [];
  for (const [nth, key] of keys.entries()) {
    found.push(...(await differencesWith(key, "standard")));
    if (nth % everyNthInThorough === 0) found.push(...(await differencesWith(key, "thorough")));
  }
  expect(found).toEqual([]);
});

test.each(firstWords)("nor in thorough: %s", async (key) => {
  expect(await differencesWith(key, "thorough")).toEqual([]);
});
