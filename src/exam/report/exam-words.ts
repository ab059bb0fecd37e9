import { counted } from "../../report/counted.ts";
import type { ExamReport } from "../exam-report.ts";

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
