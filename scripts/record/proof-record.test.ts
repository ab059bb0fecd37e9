import { expect, test } from "vitest";
import { sampleProof, sampleResult, sampleServer } from "#testing/proof/sample-proof.ts";
import { recordAsMarkdown } from "./proof-markdown.ts";
import { committedInStandard, recordAsJson, recordOf, shownInStandard } from "./proof-record.ts";

const thorough = sampleProof();
const uncaught = sampleServer({ caught: [], missed: ["A-1"], findings: [] });
const withRoom = sampleServer({ id: "broken-too", result: { ...sampleResult, withRoom: 160 } });
const inStandard = shownInStandard(sampleProof({ profile: "standard", servers: [uncaught, withRoom] }));
const record = recordOf(inStandard, thorough);

test("the record says which profile catches what, and whether that takes room", () => {
  expect(record.servers.map(({ id, caughtBy }) => [id, caughtBy])).toEqual([
    ["broken", "thorough"],
    ["broken-too", "standard, 160 requests"],
    ["unusual", undefined],
  ]);
  expect(record.figures).toMatchObject({
    faults: 2,
    caughtInStandard: 1,
    caughtInOneMinute: 0,
    caughtIn110: 0,
    caughtInThorough: 2,
    exact: 2,
    musts: 1,
    mustsWithFaults: 1,
  });
});

test("of a record and what thorough shows the same record is made", () => {
  expect(recordOf(committedInStandard(record), thorough)).toEqual(record);
});

test("the record for machines is JSON, a server a line, and holds all of it", () => {
  const text = recordAsJson(record);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(record)));
  expect(text.split("\n").filter((line) => line.includes('"broken-too"'))).toHaveLength(1);
});

test("the record for people is a row a server, safe inside a table", () => {
  const rows = recordAsMarkdown(record).split("\n");
  expect(rows).toContain("| `broken` | breaks \\| it (habit) | A-1 | thorough |");
  expect(rows).toContain("| `broken-too` | breaks \\| it (habit) | **A-1** | standard, 160 requests |");
  expect(rows).toContain("| A-1 hold-it | must | 2 | 1 | It holds. |");
});

test("the same proof is written the same way", () => {
  expect(recordAsMarkdown(record)).toBe(recordAsMarkdown(structuredClone(record)));
});
