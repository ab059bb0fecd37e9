import type { FoldedFinding } from "../../core/check/verdict.ts";
import { escapeForTerminal } from "../../core/json/escape.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { codeQualityText } from "../../report/formats/code-quality.ts";
import { sarifText } from "../../report/formats/sarif.ts";
import { type SpecPlace, specPlaces } from "../../report/formats/spec-place.ts";
import type { ExamReport } from "../exam-report.ts";
import { clientInWords, examSentence } from "./exam-words.ts";

// Of the client's code nothing is known: a finding stands on the line of the OpenAPI document that describes what it called.

/** An exam as SARIF 2.1.0, for code scanning. */
export function examSarif(report: Redacted<ExamReport>): Iterable<string> {
  const seenIn = requestsOf(report);
  return sarifText(report, {
    automation: "petstore-conformance/exam/",
    sentence: examSentence(report),
    isComplete: report.reason === undefined,
    notifications: report.notes,
    properties: { outcome: report.outcome, client: escapeForTerminal(clientInWords(report.source)) },
    seenIn: (finding) => ({ ...seenIn(finding), properties: undefined }),
  });
}

/** An exam as GitLab's code quality reads it. */
export function examCodeQuality(report: Redacted<ExamReport>): Iterable<string> {
  const seenIn = requestsOf(report);
  return codeQualityText(report, {
    sentence: examSentence(report),
    placeOf: (finding) => seenIn(finding).place,
  });
}

interface Seen {
  readonly place: SpecPlace;
  readonly request: { readonly method: string; readonly path: string } | undefined;
}

function requestsOf(report: ExamReport): (finding: FoldedFinding | undefined) => Seen {
  const places = specPlaces(report);
  const exchanges = new Map(
    report.sessions.flatMap((session) => session.exchanges.map((exchange) => [exchange.id, exchange])),
  );
  return (finding) => {
    const exchange = finding && exchanges.get(finding.exchange);
    const request = exchange && { method: exchange.method, path: exchange.target.replace(/\?.*$/su, "") };
    return { place: places(request), request };
  };
}
