import { requirementName } from "#core/check/requirement.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { commandLine } from "../curl.ts";
import type { Report } from "../report.ts";
import { causeLines } from "../words/cause-in-words.ts";
import { whyItFails } from "../words/defect-in-words.ts";
import { placeInWords } from "../words/sentences.ts";
import { whyInWords } from "../words/why-in-words.ts";

/** The most characters of one finding's text; targets may send megabytes. */
const longestText = 2000;

export type Mark = "passed" | "failure" | "error" | "skipped";

/** One case as CI servers know them. Its texts may have several lines and text from the target: writers escape them. */
export interface TestCase {
  readonly name: string;
  readonly mark: Mark;
  readonly message: string;
  readonly details: string;
  readonly output: string;
}

export interface Suite {
  readonly name: string;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly cases: readonly TestCase[];
}

export function countOf({ cases }: Suite, mark: Mark): number {
  return cases.filter((testCase) => testCase.mark === mark).length;
}

/**
 * Test suites: one per area, with a case for each requirement. A failed must is a failure; so is a failed should if
 * `strict`, otherwise it is in the output. An inconclusive requirement is an error. What is untested, not applicable or
 * skipped is skipped, with its reason. The first suite is about the whole run, exam or traffic; it has a mark of its own
 * where no requirement has that mark, so that a defect counts once.
 */
export function suitesOf(report: Report, strict: boolean): Suite[] {
  const { kind, properties, suiteErrors } = report;
  const areas = Map.groupBy(report.verdicts, (verdict) => verdict.area);
  const rows = [...areas].map(([area, verdicts]) => areaSuite(area, verdicts, report, strict));
  const errors = suiteErrors.map(suiteErrorCase);
  const isSaid = [...rows.flatMap(({ cases }) => cases), ...errors].some(
    ({ mark }) => mark === outcomeMarks[report.exitCode],
  );
  const whole = outcomeCase(report);
  return [
    { name: kind, properties, cases: [isSaid ? { ...whole, mark: "passed" } : whole, ...errors] },
    ...rows,
  ];
}

const outcomeMarks: Readonly<Record<Report["exitCode"], Mark>> = {
  0: "passed",
  1: "failure",
  3: "error",
  70: "error",
};

function outcomeCase(report: Report): TestCase {
  const sentence = report.sentences(false).join(". ");
  return {
    name: "outcome",
    mark: outcomeMarks[report.exitCode],
    message: sentence,
    details: causeLines(report.cause).join("\n"),
    output: [sentence, ...report.notes].join("\n"),
  };
}

function suiteErrorCase({ where, message }: Report["suiteErrors"][number]): TestCase {
  const name = `the suite's own error in ${where}`;
  return { name, mark: "error", message, details: "", output: "" };
}

function areaSuite(area: string, verdicts: readonly Verdict[], report: Report, strict: boolean): Suite {
  return {
    name: area,
    properties: {},
    cases: verdicts
      .filter(({ level }) => level !== "open")
      .map((verdict) => requirementCase(verdict, report, strict)),
  };
}

function requirementCase(verdict: Verdict, report: Report, strict: boolean): TestCase {
  const { id } = verdict;
  const name = `${requirementName(verdict)}: ${verdict.text}`;
  const findings = findingsText(verdict, report);
  const evidence = `${verdict.level}; judged on ${counted(verdict.judged, report.unit)}; ${verdict.clause}`;
  const why = whyInWords(verdict, report.words);
  const base = { name, message: "", details: "", output: evidence };
  switch (verdict.verdict) {
    case "pass":
      return { ...base, mark: "passed" };
    case "fail":
      if ((verdict.level === "should" && !strict) || report.known.includes(id))
        return { ...base, mark: "passed", output: `warning\n${findings}\n${evidence}` };
      return { ...base, mark: "failure", message: firstSentence(verdict), details: findings };
    case "inconclusive":
      return { ...base, mark: "error", message: `inconclusive: ${why}` };
    case "untested":
    case "not-applicable":
    case "skipped":
      return {
        ...base,
        mark: "skipped",
        message: `${verdict.verdict.replace("-", " ")}: ${why}`,
        output: "",
      };
  }
}

function firstSentence({ findings: [finding], text }: Verdict): string {
  return finding === undefined ? text : `expected ${finding.expected}; got ${oneLine(finding.seen)}`;
}

function findingsText(verdict: Verdict, report: Report): string {
  const why = whyItFails(verdict.id, report.causes).flatMap(({ likelyCause, howToFix, pattern }) => [
    `cause     ${oneLine(likelyCause)}`,
    ...(howToFix === undefined ? [] : [`fix       ${oneLine(howToFix)}`]),
    ...(pattern === undefined ? [] : [`shown by  ${oneLine(pattern)}`]),
  ]);
  const findings = verdict.findings.map((finding) =>
    [
      `case      ${oneLine(finding.case.label)} (${finding.broken} of ${finding.of})`,
      `expected  ${oneLine(finding.expected)}`,
      `got       ${oneLine(finding.seen)}`,
      ...(finding.place === undefined ? [] : [`where     ${oneLine(placeInWords(finding.place))}`]),
      `seen in   ${oneLine(report.exchange(finding.exchange)?.name ?? `exchange ${finding.exchange}`)}`,
      ...report.aside(finding).map(([label, text]) => `${label.padEnd(9)} ${oneLine(text)}`),
      `see       ${verdict.clause}`,
      ...report.again(finding).map(commandLine),
    ].join("\n"),
  );
  return [...(why.length === 0 ? [] : [why.join("\n")]), ...findings].join("\n\n");
}

/** Text from the target: shortened, and without line feeds, so that it cannot look like one of our lines. */
function oneLine(text: string): string {
  return escapeForTerminal(shorten(text, longestText));
}
