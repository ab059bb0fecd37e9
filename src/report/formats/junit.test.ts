import { expect, test } from "vitest";
import type { Cause } from "#core/check/results/defect.ts";
import { said, sampleFinding, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { reportOfRun } from "../run-report.ts";
import { junitReport } from "./junit.ts";

function text(run = sampleRun(), strict = false): string {
  return [...junitReport(reportOfRun(run), { strict })].join("");
}

test("a failure, an error and a skip are counted and carry their reasons", () => {
  const verdicts = [
    sampleVerdict("LIST-1", "pass"),
    sampleVerdict("LIST-4", "fail"),
    sampleVerdict("LIST-5", "inconclusive", { reason: said("the budget was spent") }),
    sampleVerdict("LIST-6", "untested", { remedy: { options: [{ option: "max-creates", value: 120 }] } }),
  ];
  const xml = text(sampleRun({ verdicts }));
  expect(xml).toContain(
    '<testsuites name="petstore-conformance" tests="5" failures="1" errors="1" time="2.500">',
  );
  expect(xml).toContain(
    '<failure message="expected a 4xx Error or at most 100 pets; got 200 with 101 pets" type="failure">',
  );
  expect(xml).toContain("seen in   limit 101, 3 of 41 answers (exchange 1)\n");
  expect(xml).toContain("\ncurl -i -H ");
  expect(xml).toContain('<error message="inconclusive: the budget was spent" type="error">');
  expect(xml).toContain(
    '<skipped message="untested: the store holds too few pets; to test it, add `--max-creates 120`"/>',
  );
});

test("a failure says why, and what follows from it names it", () => {
  const verdicts = [sampleVerdict("LIST-4", "fail"), sampleVerdict("LIST-1", "fail")];
  const advice = { likelyCause: "The maximum is not applied.", howToFix: "Apply it." };
  const cause: Cause = {
    ...{ key: "LIST-4 body", form: { kind: "accepted" } as const, level: "must" as const, leading: "LIST-4" },
    ...{ consequences: ["LIST-1"], undecided: [], finding: sampleFinding(), broken: 1, exchanges: [1] },
    ...{ advice, pattern: "all 3 answers to lists with limit=101, and none of the 9 others" },
  };
  const xml = text(sampleRun({ verdicts, causes: [cause] }));
  expect(xml).toContain(
    "cause     The maximum is not applied.\nfix       Apply it.\nshown by  all 3 answers",
  );
  expect(xml).toContain("cause     the same as for LIST-4\n");
});

test("a should that fails is a warning in the output, and a failure when the run is strict", () => {
  const run = sampleRun({ verdicts: [sampleVerdict("LIST-9", "fail", { level: "should" })] });
  expect(text(run)).toContain('name="LIST" tests="1" failures="0"');
  expect(text(run)).toMatch(/<system-out>warning\n/);
  expect(text(run, true)).toContain('name="LIST" tests="1" failures="1"');
});

const decided = [
  [0, "conforming", "passed"],
  [1, "non-conforming", "failure"],
  // An outdated entry of the known failures.
  [1, "conforming", "failure"],
  [3, "inconclusive", "error"],
  [70, "inconclusive", "error"],
  [70, "non-conforming", "error"],
] as const;

test.each(decided)(
  "with exit code %i and the outcome %s the row of the outcome is %s",
  (exitCode, outcome, mark) => {
    const run = sampleRun({ verdicts: [sampleVerdict("LIST-1", "pass")], outcome, exitCode });
    const xml = text(run);
    expect(xml.includes('tests="2" failures="0" errors="0"')).toBe(mark === "passed");
    expect(xml.includes(`<${mark} message="${outcome} – `)).toBe(mark !== "passed");
  },
);

test("hostile evidence leaves the XML whole", () => {
  const seen = `]]></failure><script>\u0000\u001b[1m\ud800\u202e"'&\n</testsuites>`;
  const xml = text(
    sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings: [sampleFinding({ seen })] })] }),
  );
  expect(xml).not.toContain("<script>");
  expect(xml.match(/<\/testsuites>/g)).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
  expect(xml).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|\p{Surrogate}/u);
});
