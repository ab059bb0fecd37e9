import { expect, test } from "vitest";
import { notApplicableRules } from "./reasons/not-applicable-rules.ts";
import { playBed } from "./reasons/play-bed.ts";
import { rules } from "./reasons/rules.ts";
import { sourceFiles } from "./source-files.ts";
import { reasonsIn } from "./unresolved-reasons.ts";

// Every server in standard: testing/proof.test.ts; in every profile: `node bench/reasons.ts`.
const everyNth = 16;

/**
 * Not of operations that only a document has: no server of the bed has any. Nor of the map of what was looked at, whose reasons
 * are not those of verdicts. Their own tests see each reason.
 */
const sources = sourceFiles().filter(
  ({ path, forTests }) =>
    !forTests &&
    /^(?:suites\/(?!document\/)|src\/core\/(?:run(?!\/map)|check)\/)/.test(path) &&
    !path.endsWith("/store-states.ts"),
);

test("for each reason there is a rule that tells whether it is true, and no rule for another", () => {
  const found = new Set(
    sources.flatMap(({ path, text }) => reasonsIn(path, text).reasons.map(({ reason }) => reason)),
  );
  const known = Object.keys(rules).filter((words) => !Object.hasOwn(notApplicableRules, words));
  expect([...found].filter((reason) => !known.includes(reason))).toEqual([]);
  expect(known.filter((words) => !found.has(words))).toEqual([]);
});

test("no reason is false in quick, and no finding, by the exchanges of the run", async () => {
  const { sentences, wrong } = await playBed("quick", (_, nth) => nth % everyNth === 0);
  expect(wrong).toEqual([]);
  expect(sentences).toBeGreaterThan(1000);
});
