import { expect, test } from "vitest";
import { textOf } from "#testing/source-files.ts";
import { committed, filesOfNeeds, stale } from "./conduct.ts";

/** Each of them goes, or gets the server that needs it. */
const mostIdle = 9;

const record = await committed();
const played = Object.values(record).flatMap((row) => row ?? []);

test("what is recorded of each mechanism was played with its code of today (npm run needs plays it anew)", () => {
  expect(stale(record).filter(({ name }) => record[name] !== undefined)).toEqual([]);
});

test("the mechanisms that no server is known to need become no more", () => {
  expect(played.filter(({ servers }) => servers.length === 0).length).toBeLessThanOrEqual(mostIdle);
});

test("the page for people says the same, and has no mechanism that is no longer there", () => {
  for (const [path, text] of filesOfNeeds(record)) expect(textOf(path)).toBe(text);
});
