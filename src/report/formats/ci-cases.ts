import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeLines } from "../cause-in-words.ts";
import { placeInWords } from "../place-in-words.ts";
import { outcomeSentence } from "../reach.ts";
import { repeatWords } from "../replay-words.ts";
import { sendAgain } from "../send-again.ts";
import { whyInWords } from "../why-in-words.ts";

/** The most characters of one finding's text; targets may send megabytes. */
const longestText = 2000;

/** The result of a case. */
export type Mark = "passed" | "failure" | "error" | "skipped";

/** One case as CI servers know them. Its texts may have several lines and text from the target: writers escape them. */
export interface TestCase {
  /** The requirement's id; undefined for what concerns the whole run. */
  readonly id: string | undefined;
  readonly name: string;
  readonly mark: Mark;
  /** Of one that passed: it failed, and only warns. */
  readonly warns?: true;
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
 * A run as test suites: one suite per area, one case per requirement. A failed must is a failure; so is a failed
 * should if the run was strict, otherwise it is in the output. An inconclusive requirement is an error. What is
 * untested, not applicable or skipped is skipped, with its reason. The first suite, `run`, is about the whole run, and
 * does not pass unless the exit code is 0.
 */
export function suitesOf(run: Redacted<Run>, strict: boolean): Suite[] {
  const areas = Map.groupBy(run.verdicts, (verdict) => verdict.area);
  return [runSuite(run), ...[...areas].map(([area, verdicts]) => areaSuite(area, verdicts, run, strict))];
}

function runSuite(run: Redacted<Run>): Suite {
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

const outcomeMarks: Readonly<Record<Run["exitCode"], Mark>> = {
  0: "passed",
  1: "failure",
  3: "error",
  70: "error",
};

function outcomeCase(run: Redacted<Run>): TestCase {
  const sentence = outcomeSentence(run);
  return {
    id: undefined,
    name: "outcome",
    mark: outcomeMarks[run.exitCode],
    message: sentence,
    details: causeLines(run).join("\n"),
    output: [sentence, ...run.notes].join("\n"),
  };
}

function suiteErrorCase({ where, message }: Run["suiteErrors"][number]): TestCase {
  return {
    id: undefined,
    name: `the suite's own error in ${where}`,
    mark: "error",
    message,
    details: "",
    output: "",
  };
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
  const { id } = verdict;
  const name = `${requirementName(verdict)}: ${verdict.text}`;
  const findings = findingsText(verdict, run);
  const evidence = `${verdict.level}; judged on ${verdict.judged} responses; ${verdict.clause}`;
  const why = whyInWords(verdict);
  switch (verdict.verdict) {
    case "pass":
      return { id, name, mark: "passed", message: "", details: "", output: evidence };
    case "fail":
      if ((verdict.level === "should" && !strict) || run.known?.includes(id) === true)
        return {
          id,
          name,
          mark: "passed",
          warns: true,
          message: "",
          details: "",
          output: `warning\n${findings}\n${evidence}`,
        };
      return {
        id,
        name,
        mark: "failure",
        message: firstSentence(verdict),
        details: findings,
        output: evidence,
      };
    case "inconclusive":
      return { id, name, mark: "error", message: `inconclusive: ${why}`, details: "", output: evidence };
    case "untested":
    case "not-applicable":
    case "skipped":
      return {
        id,
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
        ...(finding.place === undefined ? [] : [`where     ${oneLine(placeInWords(finding.place))}`]),
        `again     ${oneLine(repeatWords(finding, run))}`,
        `see       ${verdict.clause}`,
        ...(exchange === undefined ? [] : [sendAgain(exchange.request, run).line]),
      ].join("\n");
    })
    .join("\n\n");
}

/** Text from the target: shortened, and without line feeds, so that it cannot look like one of our lines. */
function oneLine(text: string): string {
  return escapeForTerminal(shorten(text, longestText));
}
