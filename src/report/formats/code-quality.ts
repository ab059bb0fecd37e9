import { requirementName } from "../../core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, jsonText, shorten } from "../../core/json/escape.ts";
import { fingerprintOf } from "../compare/fingerprint.ts";
import type { Report } from "../report.ts";
import { requestOf, type SpecPlace, specPlaces } from "./spec-place.ts";

const longestText = 500;

/**
 * Findings as GitLab's code quality reads them, on the lines of the OpenAPI document. That format has no word for an
 * inconclusive or partial run, so such a run is an issue of its own.
 */
export function* codeQualityReport(report: Report): Generator<string> {
  const { verdicts, outcome, reason, partial, cause } = report;
  const places = specPlaces(report);
  const issues = verdicts.flatMap((verdict) =>
    verdict.findings.map((finding) => {
      const exchange = report.exchange(finding.exchange);
      return issue(verdict, finding, places(exchange && requestOf(exchange)));
    }),
  );
  const unfinished = {
    description: text([...report.sentences(false), ...(cause ? [cause.likelyCause] : [])].join(". ")),
    check_name: "outcome",
    fingerprint: `outcome-${outcome}-${reason ?? "none"}`,
    severity: "blocker",
    location: lines(places(undefined)),
  };
  const all = outcome === "inconclusive" || partial ? [unfinished, ...issues] : issues;
  yield `${jsonText(uniqueIssues(all), 2)}\n`;
}

function issue(verdict: Verdict, finding: FoldedFinding, place: SpecPlace) {
  const { id, level } = verdict;
  return {
    description: text(
      `${requirementName(verdict)}, ${finding.case.label}: expected ${finding.expected}; got ${finding.seen}`,
    ),
    check_name: id,
    fingerprint: fingerprintOf(id, finding),
    severity: level === "must" ? "major" : "minor",
    location: lines(place),
  };
}

/** GitLab keeps one issue per fingerprint, and so does this. */
function uniqueIssues(issues: readonly ReturnType<typeof issue>[]) {
  return [...new Map(issues.toReversed().map((one) => [one.fingerprint, one])).values()].toReversed();
}

function lines({ uri, line }: SpecPlace) {
  return { path: uri, lines: { begin: line } };
}

function text(given: string): string {
  return shorten(escapeForTerminal(given), longestText);
}
