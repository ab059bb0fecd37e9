import { expect, test } from "vitest";
import { textOf } from "#testing/source-files.ts";
import { committed, filesOfNeeds, recordFile, stale } from "./conduct.ts";

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

test("nothing is recorded of a mechanism that is no longer there", () => {
  expect(filesOfNeeds(record).get(recordFile)).toBe(textOf(recordFile));
});
