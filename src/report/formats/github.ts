import { requirementName } from "../../core/check/requirement.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeSentence } from "../cause-in-words.ts";
import { decisiveShoulds, outcomeSentence } from "../reach.ts";

/** GitHub shows ten annotations of each kind per step, and drops the rest. */
const mostAnnotations = 10;
const longestMessage = 1000;

/** Workflow commands that annotate a run's failures and warnings, one per line. */
export function githubAnnotations(run: Redacted<Run>): string {
  const broken = run.verdicts.filter(({ verdict }) => verdict === "fail");
  const shoulds = decisiveShoulds(run);
  const lines = broken.map((verdict) => {
    const {
      id,
      level,
      text,
      findings: [finding],
    } = verdict;
    const what = finding === undefined ? text : `expected ${finding.expected}; got ${finding.seen}`;
    const kind = level === "must" || shoulds.includes(id) ? "error" : "warning";
    return { kind, title: requirementName(verdict), message: `${text} ${what}` };
  });
  const cause =
    run.rootCause === undefined
      ? []
      : [
          {
            kind: "error",
            title: "petstore-conformance",
            message: `${outcomeSentence(run)}. ${causeSentence(run.rootCause)}`,
          },
        ];
  const of = (kind: string): typeof lines => lines.filter((line) => line.kind === kind);
  return [...cause, ...of("error").slice(0, mostAnnotations), ...of("warning").slice(0, mostAnnotations)]
    .map(
      ({ kind, title, message }) =>
        `::${kind} title=${property(title)}::${data(message)} (seed ${run.seed})\n`,
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

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
