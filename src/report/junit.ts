import type { Run } from "../run/run.ts";
import type { Verdict } from "../run/verdict.ts";
import { curlLine } from "./curl.ts";
import { escapeForTerminal, escapeForXml, shorten } from "./escape.ts";
import { outcomeSentence } from "./reach.ts";

/** Characters of one finding's text that a report keeps; targets may send megabytes. */
const longestText = 2000;

/**
 * JUnit XML as CI servers read it: a test suite an area, a test case a requirement. A failed must is a failure
 * (a failed should too when the run was strict, else it stands in system-out), inconclusive is an error,
 * and what was not shown, not applicable or skipped is skipped with its reason. A first suite, `run`, carries
 * what concerns the whole run, so that a run which is not conforming is never all green.
 */
export function* junitReport(run: Run, { strict }: { readonly strict: boolean }): Generator<string> {
  const areas = Map.groupBy(run.verdicts, (verdict) => verdict.area);
  const suites = [
    runSuite(run),
    ...[...areas].map(([area, verdicts]) => areaSuite(area, verdicts, run, strict)),
  ];
  const total = (pick: (suite: Suite) => number): number =>
    suites.reduce((sum, suite) => sum + pick(suite), 0);
  const seconds = ((run.endedAtMs - run.startedAtMs) / 1000).toFixed(3);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `<testsuites${attributes({
    name: run.tool.name,
    tests: total((suite) => suite.cases.length),
    failures: total((suite) => count(suite, "failure")),
    errors: total((suite) => count(suite, "error")),
    skipped: total((suite) => count(suite, "skipped")),
    time: seconds,
  })}>\n`;
  for (const suite of suites) yield* suiteXml(suite, new Date(run.startedAtMs).toISOString());
  yield "</testsuites>\n";
}

type Mark = "passed" | "failure" | "error" | "skipped";

interface TestCase {
  readonly name: string;
  readonly mark: Mark;
  readonly message: string;
  readonly details: string;
  readonly output: string;
}

interface Suite {
  readonly name: string;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly cases: readonly TestCase[];
}

function count({ cases }: Suite, mark: Mark): number {
  return cases.filter((testCase) => testCase.mark === mark).length;
}

function runSuite(run: Run): Suite {
  const properties = {
    target: run.target,
    profile: run.profile,
    seed: run.seed,
    runId: run.runId,
    outcome: run.outcome,
    partial: run.partial,
  };
  return { name: "run", properties, cases: [outcomeCase(run), ...run.suiteErrors.map(suiteErrorCase)] };
}

function outcomeCase(run: Run): TestCase {
  const told = run.outcome !== "inconclusive" && !run.partial;
  const cause =
    run.rootCause === undefined
      ? ""
      : [run.rootCause.sentence, run.rootCause.remedy].filter((part) => part !== undefined).join("\n");
  const sentence = outcomeSentence(run);
  return {
    name: "outcome",
    mark: told ? "passed" : "error",
    message: sentence,
    details: cause,
    output: [sentence, ...run.notes].join("\n"),
  };
}

function suiteErrorCase({ where, message }: Run["suiteErrors"][number]): TestCase {
  return { name: `the suite's own error in ${where}`, mark: "error", message, details: "", output: "" };
}

function areaSuite(area: string, verdicts: readonly Verdict[], run: Run, strict: boolean): Suite {
  return {
    name: area,
    properties: {},
    cases: verdicts
      .filter(({ level }) => level !== "open")
      .map((verdict) => requirementCase(verdict, run, strict)),
  };
}

function requirementCase(verdict: Verdict, run: Run, strict: boolean): TestCase {
  const name = `${verdict.id} ${verdict.text}`;
  const findings = findingsText(verdict, run);
  const evidence = `${verdict.level}; judged on ${verdict.judged} responses; ${verdict.clause}`;
  const why = [verdict.reason, verdict.remedy].filter((part) => part !== undefined).join("; ");
  switch (verdict.verdict) {
    case "pass":
      return { name, mark: "passed", message: "", details: "", output: evidence };
    case "fail":
      if (verdict.level === "should" && !strict)
        return {
          name,
          mark: "passed",
          message: "",
          details: "",
          output: `warning\n${findings}\n${evidence}`,
        };
      return { name, mark: "failure", message: firstSentence(verdict), details: findings, output: evidence };
    case "inconclusive":
      return { name, mark: "error", message: `inconclusive: ${why}`, details: "", output: evidence };
    case "not-shown":
    case "not-applicable":
    case "skipped":
      return {
        name,
        mark: "skipped",
        message: `${verdict.verdict.replace("-", " ")}: ${why}`,
        details: "",
        output: "",
      };
  }
}

function firstSentence({ findings: [finding], text }: Verdict): string {
  return finding === undefined ? text : `expected ${finding.expected}; got ${oneLine(finding.seen)}`;
}

function findingsText(verdict: Verdict, run: Run): string {
  return verdict.findings
    .map((finding) => {
      const exchange = run.exchanges.find(({ id }) => id === finding.exchange);
      return [
        `case      ${oneLine(finding.case)} (${finding.broken} of ${finding.of})`,
        `expected  ${oneLine(finding.expected)}`,
        `got       ${oneLine(finding.seen)}`,
        ...(finding.where === undefined ? [] : [`where     ${oneLine(finding.where)}`]),
        `see       ${verdict.clause}`,
        ...(exchange === undefined ? [] : [curlLine(exchange.request, run.target)]),
      ].join("\n");
    })
    .join("\n\n");
}

/** Text of the target's: short, and without a line feed that would make it look like a line of ours. */
function oneLine(text: string): string {
  return escapeForTerminal(shorten(text, longestText));
}

function* suiteXml(suite: Suite, timestamp: string): Generator<string> {
  yield `  <testsuite${attributes({
    name: suite.name,
    tests: suite.cases.length,
    failures: count(suite, "failure"),
    errors: count(suite, "error"),
    skipped: count(suite, "skipped"),
    timestamp,
  })}>\n`;
  const properties = Object.entries(suite.properties);
  if (properties.length > 0) {
    yield "    <properties>\n";
    for (const [name, value] of properties)
      yield `      <property${attributes({ name, value: String(value) })}/>\n`;
    yield "    </properties>\n";
  }
  for (const testCase of suite.cases) yield caseXml(testCase, suite.name);
  yield "  </testsuite>\n";
}

function caseXml({ name, mark, message, details, output }: TestCase, suite: string): string {
  const lines = [`    <testcase${attributes({ name, classname: `petstore-conformance.${suite}` })}>`];
  if (mark === "skipped") lines.push(`      <skipped${attributes({ message })}/>`);
  else if (mark !== "passed")
    lines.push(`      <${mark}${attributes({ message, type: mark })}>${characterData(details)}</${mark}>`);
  if (output !== "") lines.push(`      <system-out>${characterData(output)}</system-out>`);
  lines.push("    </testcase>\n");
  return lines.join("\n");
}

/** Line feeds are ours and stay. */
function characterData(text: string): string {
  return text.split("\n").map(escapeForXml).join("\n");
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeForXml(String(value))}"`)
    .join("");
}
