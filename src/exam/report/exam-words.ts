import { clientChecks } from "../../../suites/clients/index.ts";
import type { Session } from "../../core/check/session.ts";
import type { Finding, FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import { counted } from "../../report/counted.ts";
import type { ExamReport } from "../exam-report.ts";
import { tellingLine } from "../telling-line.ts";

const reasons: Readonly<Record<string, string>> = {
  interrupted: "the exam was interrupted",
  "evidence-lost": "not all that the client does could be seen; the notes say why",
  "nothing-judged": "nothing could be judged",
  "should-failed": "a should failed, and --strict asks for them too",
};

/** Which client was examined. */
export function clientInWords(source: ExamReport["source"]): string {
  switch (source.kind) {
    case "command":
      return source.command;
    case "function":
      return "a function in the process of the exam";
    case "port":
      return `whoever called ${source.url}`;
    case "recording":
      return source.file;
  }
}

/** The session that holds the exchange of a finding. */
function sessionOf({ exchange }: Finding, { sessions }: Pick<ExamReport, "sessions">): Session | undefined {
  return sessions.find(({ exchanges }) => exchanges.some(({ id }) => id === exchange));
}

/** Which request a finding is about, in which situation, and how many there are: `request 7, situation burst, 2 times`. */
export function whereInWords(finding: FoldedFinding, report: Pick<ExamReport, "sessions">): string {
  const session = sessionOf(finding, report);
  const request = session?.exchanges.find(({ id }) => id === finding.exchange);
  const during = session?.situation === undefined ? request?.situation : undefined;
  return [
    `request ${finding.exchange}`,
    ...(session?.situation === undefined ? [] : [`situation ${session.situation}`]),
    ...(during === undefined ? [] : [`while ${during} was played`]),
    ...(finding.broken > 1 ? [`${finding.broken} times`] : []),
  ].join(", ");
}

/** Where an exit code is the finding, what the client printed often says why: its most telling line. */
export function printedInIt(
  { id }: Pick<Verdict, "id">,
  finding: Finding,
  report: Pick<ExamReport, "sessions">,
): string | undefined {
  if (!clientChecks.some(({ about, judgesEnd }) => about === id && judgesEnd === true)) return undefined;
  return tellingLine(sessionOf(finding, report)?.output ?? "");
}

/** The outcome in a sentence. */
export function examSentence({
  outcome,
  reason,
  counts,
}: Pick<ExamReport, "outcome" | "reason" | "counts">): string {
  const { pass, fail, untested, inconclusive } = counts.must;
  const tested = pass + fail;
  const of = `${tested} of ${counted(tested + untested + inconclusive, "must")} tested`;
  const shoulds = counts.should.fail === 0 ? "" : `; ${counted(counts.should.fail, "warning")}`;
  const why = reason === undefined ? "" : ` (${reasons[reason] ?? reason})`;
  return `${outcome}${why}: ${of}: ${pass} passed, ${fail} failed; ${untested + inconclusive} could not be tested${shoulds}`;
}
