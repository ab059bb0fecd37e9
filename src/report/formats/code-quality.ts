import { requirementName } from "../../core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, jsonText, shorten } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeSentence } from "../cause-in-words.ts";
import { fingerprintOf } from "../compare/fingerprint.ts";
import { outcomeSentence } from "../reach.ts";
import { type SpecPlace, specPlaces } from "./spec-place.ts";

const longestText = 500;

/**
 * Findings as GitLab's code quality reads them, on the lines of the OpenAPI document. That format has no word for an
 * inconclusive or partial run, so such a run is an issue of its own.
 */
export function codeQualityReport(run: Redacted<Run>): Generator<string> {
  const places = specPlaces(run);
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const sentence = [outcomeSentence(run), run.rootCause && causeSentence(run.rootCause)]
    .filter(Boolean)
    .join(". ");
  return codeQualityText(run, {
    sentence,
    placeOf: (finding) => places(finding && exchanges.get(finding.exchange)?.request),
  });
}

export interface CodeQualityInput {
  /** The outcome in words. */
  readonly sentence: string;
  /** Undefined: of the whole. */
  readonly placeOf: (finding: FoldedFinding | undefined) => SpecPlace;
}

/** The findings of a run or of an exam. */
export function* codeQualityText(
  {
    verdicts,
    outcome,
    reason,
    partial,
  }: Pick<Run, "verdicts" | "outcome" | "reason"> & { readonly partial?: boolean },
  { sentence, placeOf }: CodeQualityInput,
): Generator<string> {
  const issues = verdicts.flatMap((verdict) =>
    verdict.findings.map((finding) => issue(verdict, finding, placeOf(finding))),
  );
  if (outcome === "inconclusive" || partial === true)
    issues.unshift({
      description: text(sentence),
      check_name: "outcome",
      fingerprint: `outcome-${outcome}-${reason ?? "none"}`,
      severity: "blocker",
      location: lines(placeOf(undefined)),
    });
  yield `${jsonText(uniqueIssues(issues), 2)}\n`;
}

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: "info" | "minor" | "major" | "critical" | "blocker";
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

function issue(verdict: Verdict, finding: FoldedFinding, place: SpecPlace): Issue {
  const { id, level } = verdict;
  return {
    description: text(
      `${requirementName(verdict)}, ${finding.case}: expected ${finding.expected}; got ${finding.seen}`,
    ),
    check_name: id,
    fingerprint: fingerprintOf(id, finding),
    severity: level === "must" ? "major" : "minor",
    location: lines(place),
  };
}

/** GitLab keeps one issue per fingerprint, and so does this. */
function uniqueIssues(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.toReversed().map((one) => [one.fingerprint, one])).values()].toReversed();
}

function lines({ uri, line }: SpecPlace): Issue["location"] {
  return { path: uri, lines: { begin: line } };
}

function text(given: string): string {
  return shorten(escapeForTerminal(given), longestText);
}
