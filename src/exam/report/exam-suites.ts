import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import type { Suite, TestCase } from "../../report/formats/ci-cases.ts";
import { whyInWords } from "../../report/why-in-words.ts";
import type { ExamReport } from "../exam-report.ts";
import { examSentence, whereInWords } from "./exam-words.ts";

/** An exam as test suites: one about the exam as a whole, and one with a case for each requirement. */
export function examSuites(report: Redacted<ExamReport>, strict: boolean): readonly Suite[] {
  const sentence = examSentence(report);
  const whole: TestCase = {
    id: undefined,
    name: "outcome",
    mark: report.exitCode === 0 ? "passed" : report.exitCode === 1 ? "failure" : "error",
    message: sentence,
    details: report.notes.join("\n"),
    output: [sentence, ...report.notes].join("\n"),
  };
  return [
    { name: "exam", properties: { outcome: report.outcome }, cases: [whole] },
    {
      name: "CLIENT",
      properties: {},
      cases: report.verdicts.map((verdict) => caseOf(verdict, report, strict)),
    },
  ];
}

function caseOf(verdict: Redacted<Verdict>, report: Redacted<ExamReport>, strict: boolean): TestCase {
  const { id, text, level, clause, judged, findings } = verdict;
  const name = `${requirementName(verdict)}: ${text}`;
  const output = `${level}; judged on ${judged} requests; ${clause}`;
  const base = { id, name, message: "", details: "", output };
  const found = findings.map(
    (finding) =>
      `${finding.case}: expected ${finding.expected}; got ${finding.seen} (${whereInWords(finding, report)})`,
  );
  if (verdict.verdict === "pass") return { ...base, mark: "passed" };
  if (verdict.verdict !== "fail")
    return { ...base, mark: "skipped", message: `${verdict.verdict}: ${whyInWords(verdict)}` };
  if (level === "should" && !strict)
    return { ...base, mark: "passed", warns: true, output: ["warning", ...found, output].join("\n") };
  return { ...base, mark: "failure", message: found[0] ?? text, details: found.join("\n") };
}
