import { expect, test } from "vitest";
import { stringify } from "yaml";
import { sampleProof, sampleServer } from "#testing/proof/sample-proof.ts";
import { committedInStandard, recordAsMarkdown, recordOf, shownInStandard } from "./proof-record.ts";
import { CatalogueError, readOutline, readRequirements, readRulings } from "./suite-index.ts";

const good = {
  id: "ERR-9",
  slug: "say-what-went-wrong",
  level: "should",
  places: ["Errors"],
  sentence: "The message of an Error says something.",
  likelyCause: "The exception had no text.",
  howToFix: "Write one.",
};

test("a requirement is read as it is written", () => {
  expect(readRequirements("a.yaml", stringify([good]))).toEqual([good]);
});

test.each<[object, string]>([
  [{ level: "may" }, "ERR-9 / level: must be equal to one of the allowed values: must, should, open"],
  [{ clause: "Errors" }, 'ERR-9: there is no field "clause"'],
  [{ howToFix: undefined }, "ERR-9: must have required property 'howToFix'"],
  [{ level: "open" }, "ERR-9 / likelyCause: an open requirement has none"],
  [{ places: [] }, "ERR-9 / places: must NOT have fewer than 1 items"],
  [{ id: "ERR" }, 'ERR / id: must match pattern "^[A-Z][A-Z0-9]*-[1-9][0-9]*$"'],
  [{ slug: "Error" }, 'ERR-9 / slug: must match pattern "^[a-z0-9]+(-[a-z0-9]+){1,4}$"'],
  [{ sentence: "it speaks" }, 'ERR-9 / sentence: must match pattern "^[A-Z].*\\.$"'],
])("a requirement with %j is refused, by its file, its id and its field", (changed, problem) => {
  const reading = () => readRequirements("a.yaml", stringify([{ ...good, ...changed }]));
  expect(reading).toThrow(new CatalogueError(`a.yaml: ${problem}`));
});

test("a file that is empty, or no YAML, is refused by its name", () => {
  expect(() => readRequirements("a.yaml", "")).toThrow(new CatalogueError("a.yaml: must be array"));
  expect(() => readRequirements("a.yaml", "- id: [")).toThrow(/^a\.yaml: /);
});

test("a place of no known kind, and a ruling that ends in a full stop, are refused", () => {
  const places = [{ place: "Errors", kind: "chapter" }];
  expect(() => readOutline("o.yaml", stringify({ areas: ["ERR"], places }))).toThrow(
    /^o\.yaml: places \/ 0 \/ kind: must be equal to one of/,
  );
  expect(() => readRulings("r.yaml", stringify({ Lists: [{ number: 1, text: "May be so." }] }))).toThrow(
    /^r\.yaml: Lists \/ 0 \/ text: must match/,
  );
});

const thorough = sampleProof();
const { result } = sampleServer();
const uncaught = sampleServer({ caught: [], missed: ["A-1"], result: { ...result, failed: [] } });
const withRoom = sampleServer({ id: "broken-too", result: { ...result, withRoom: true } });
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
    caughtInThorough: 2,
    exact: 2,
    musts: 1,
    mustsWithFaults: 1,
  });
});

test("of a record and what thorough shows the same record is made", () => {
  expect(recordOf(committedInStandard(record), thorough)).toEqual(record);
});

test("the record for people is a row a server, safe inside a table", () => {
  const rows = recordAsMarkdown(record).split("\n");
  expect(rows).toContain("| `broken` | breaks \\| it (habit) | A-1 | thorough |");
  expect(rows).toContain("| `broken-too` | breaks \\| it (habit) | **A-1** | standard, 160 requests |");
  expect(rows).toContain("| A-1 hold-it | must | 2 | 1 | It holds. |");
});
