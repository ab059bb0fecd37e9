import { expect, test } from "vitest";
import { said, saidWords } from "#testing/report/said.ts";
import { sampleVerdict } from "#testing/report/sample-run.ts";
import { whyInWords } from "./why-in-words.ts";

const text = "the store holds too few pets";

test.each([
  [
    "an option",
    { options: [{ option: "max-creates", value: 140 }] },
    `${text}; to test it, add \`--max-creates 140\``,
  ],
  [
    "a line of the configuration",
    {
      options: [
        { option: "max-creates", value: 140 },
        { option: "max-wait", value: 90 },
      ],
    },
    `${text}; to test it, add \`--max-creates 140\`, and \`max-wait: 90\` in the configuration`,
  ],
  ["a condition", { change: "a store with more pets" }, `${text}; to test it: a store with more pets`],
  ["nothing", undefined, text],
])("what is untested names its reason, and %s that would test it", (_, remedy, words) => {
  expect(whyInWords(sampleVerdict("LIST-5", "untested", { reason: said(text), remedy }), saidWords)).toBe(
    words,
  );
});

test("what the run's one cause took with it has the cause as its reason", () => {
  const by = { kind: "requests-spent", maxRequests: 40, exchange: undefined } as const;
  const verdict = sampleVerdict("LIST-5", "inconclusive", { cause: { kind: "root-cause", by } });
  expect(whyInWords(verdict, saidWords)).toBe("the 40 requests of max-requests were used up");
});

test("what the profile leaves out names the profile that tests it", () => {
  const verdict = sampleVerdict("LIST-5", "skipped", {
    remedy: { options: [{ option: "profile", value: "thorough" }] },
  });
  expect(whyInWords(verdict, saidWords)).toBe("tested only with `--profile thorough`");
});
