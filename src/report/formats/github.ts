import { requirementName } from "#core/check/requirement.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { decisiveShoulds } from "../reach.ts";
import type { Report } from "../report.ts";
import { causeLines } from "../words/cause-in-words.ts";
import { whyItFails } from "../words/defect-in-words.ts";

/** GitHub shows ten annotations of each kind per step, and drops the rest. */
const mostAnnotations = 10;
const longestMessage = 1000;

/** Workflow commands that annotate failures and warnings, one per line. */
export function githubAnnotations(report: Report): string {
  const broken = report.verdicts.filter(({ verdict }) => verdict === "fail");
  const shoulds = decisiveShoulds(report);
  const lines = broken.map((verdict) => {
    const { id, level, text, findings } = verdict;
    const [finding] = findings;
    const what = finding === undefined ? text : `expected ${finding.expected}; got ${finding.seen}`;
    const kind = level === "must" || shoulds.includes(id) ? "error" : "warning";
    const why = whyItFails(id, report.causes).flatMap(causeLines);
    return { kind, title: requirementName(verdict), message: [`${text} ${what}`, ...why].join(" – ") };
  });
  const whole = { kind: "error", title: "petstore-conformance" };
  const cause = [report.cause ?? []].flat().map(({ likelyCause }) => {
    return { ...whole, message: [...report.sentences(false), likelyCause].join(". ") };
  });
  const { seed } = report.properties;
  const again = seed === undefined ? "" : ` (seed ${seed})`;
  const of = (kind: string): typeof lines => lines.filter((line) => line.kind === kind);
  return [...cause, ...of("error").slice(0, mostAnnotations), ...of("warning").slice(0, mostAnnotations)]
    .map(
      ({ kind, title, message }) =>
        `::${kind} title=${data(title).replace(/[:,]/g, encodeURIComponent)}::${data(message)}${again}\n`,
    )
    .join("");
}

/**
 * Text with evidence, fenced so that no line of it is executed as a workflow command.
 * @param token ends the fence: random, so that no target can guess it
 */
export function withoutCommands(text: string, token: string): string {
  return `::stop-commands::${token}\n${text}${text.endsWith("\n") ? "" : "\n"}::${token}::\n`;
}

function data(text: string): string {
  return shorten(escapeForTerminal(text), longestMessage).replaceAll("%", "%25");
}
