import { requirementName } from "#core/check/requirement.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, escapeForXml, shorten } from "#core/json/escape.ts";
import { failureText } from "../console/console-failures.ts";
import { areasOf, type Report } from "../report.ts";
import { causeLines } from "../words/cause-in-words.ts";
import { whyInWords } from "../words/why-in-words.ts";

/** The most characters of one finding's text; targets may send megabytes. */
const longestText = 2000;

type Mark = "passed" | "failure" | "error" | "skipped";

/** A test case. Its texts may have several lines and text from the target: they are escaped when they are written. */
interface TestCase {
  readonly name: string;
  readonly mark: Mark;
  readonly message?: string;
  readonly details?: string;
  readonly output?: string;
}

interface Suite {
  readonly name: string;
  readonly properties: Report["properties"];
  readonly cases: readonly TestCase[];
}

/** JUnit XML as CI servers read it (Jenkins and GitLab): `suitesOf` defines what each verdict becomes. */
export function* junitReport(report: Report, { strict }: { readonly strict: boolean }): Generator<string> {
  const suites = suitesOf(report, strict);
  const all = suites.flatMap(({ cases }) => cases);
  const seconds = ((report.endedAtMs - report.startedAtMs) / 1000).toFixed(3);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `<testsuites${attributes({ name: report.tool.name, ...countsOf(all), time: seconds })}>\n`;
  for (const suite of suites) yield* suiteXml(suite, new Date(report.startedAtMs).toISOString());
  yield "</testsuites>\n";
}

/**
 * Test suites: one per area, with a case for each requirement. A failed must is a failure; so is a failed should if
 * `strict`, otherwise it is in the output. An inconclusive requirement is an error. What is untested, not applicable or
 * skipped is skipped, with its reason. The first suite is about the whole run, exam or traffic; it has a mark of its own
 * where no requirement has that mark, so that a defect counts once.
 */
function suitesOf(report: Report, strict: boolean): readonly Suite[] {
  const areas = areasOf(report).map(([name, verdicts]): Suite => {
    return { name, properties: {}, cases: verdicts.map((one) => requirementCase(one, report, strict)) };
  });
  const errors = report.suiteErrors.map(({ where, message }): TestCase => {
    return { name: `the suite's own error in ${where}`, mark: "error", message };
  });
  const whole = outcomeCase(report);
  const isSaid = [...areas.flatMap(({ cases }) => cases), ...errors].some(({ mark }) => mark === whole.mark);
  const first: TestCase = isSaid ? { ...whole, mark: "passed" } : whole;
  return [{ name: report.kind, properties: report.properties, cases: [first, ...errors] }, ...areas];
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

function requirementCase(verdict: Verdict, report: Report, strict: boolean): TestCase {
  const name = `${requirementName(verdict)}: ${verdict.text}`;
  const evidence = `${verdict.level}; judged on ${counted(verdict.judged, report.unit)}; ${verdict.clause}`;
  const why = whyInWords(verdict, report.words);
  const base = { name, output: evidence };
  switch (verdict.verdict) {
    case "pass":
      return { ...base, mark: "passed" };
    case "fail": {
      const findings = failureText(verdict, report);
      if ((verdict.level === "should" && !strict) || report.known.includes(verdict.id))
        return { ...base, mark: "passed", output: `warning\n${findings}\n${evidence}` };
      return { ...base, mark: "failure", message: firstSentence(verdict), details: findings };
    }
    case "inconclusive":
      return { ...base, mark: "error", message: `inconclusive: ${why}` };
    case "untested":
    case "not-applicable":
    case "skipped":
      return { name, mark: "skipped", message: `${verdict.verdict.replace("-", " ")}: ${why}` };
  }
}

/** Text from the target is shortened, and without line feeds, so that it cannot look like one of our lines. */
function firstSentence({ findings: [finding], text }: Verdict): string {
  if (finding === undefined) return text;
  return `expected ${finding.expected}; got ${escapeForTerminal(shorten(finding.seen, longestText))}`;
}

function countsOf(cases: readonly TestCase[]) {
  const count = (mark: Mark): number => cases.filter((one) => one.mark === mark).length;
  return { tests: cases.length, failures: count("failure"), errors: count("error") };
}

function* suiteXml({ name, properties, cases }: Suite, timestamp: string): Generator<string> {
  const skipped = cases.filter(({ mark }) => mark === "skipped").length;
  yield `  <testsuite${attributes({ name, ...countsOf(cases), skipped, timestamp })}>\n`;
  const named = Object.entries(properties);
  if (named.length > 0) {
    yield "    <properties>\n";
    for (const [property, value] of named)
      yield `      <property${attributes({ name: property, value: String(value) })}/>\n`;
    yield "    </properties>\n";
  }
  for (const testCase of cases) yield caseXml(testCase, name);
  yield "  </testsuite>\n";
}

function caseXml(testCase: TestCase, suite: string): string {
  const { name, mark, message = "", details = "", output = "" } = testCase;
  const lines = [`    <testcase${attributes({ name, classname: `petstore-conformance.${suite}` })}>`];
  if (mark === "skipped") lines.push(`      <skipped${attributes({ message })}/>`);
  else if (mark !== "passed")
    lines.push(`      <${mark}${attributes({ message, type: mark })}>${characterData(details)}</${mark}>`);
  if (output !== "") lines.push(`      <system-out>${characterData(output)}</system-out>`);
  lines.push("    </testcase>\n");
  return lines.join("\n");
}

/** Keeps line feeds, which only we write. */
function characterData(text: string): string {
  return text.split("\n").map(escapeForXml).join("\n");
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeForXml(String(value))}"`)
    .join("");
}
