/**
 * The library for tests of clients: `exam` opens a port and judges what arrives, `examine` calls a client once for each
 * situation.
 */

export { type ExamInput, type ExamineInput, exam, examine, type StartedExam } from "#assembly/exam.ts";
export type { Level } from "#core/check/requirement.ts";
export { UsageError } from "#core/options/usage-error.ts";
export type { Redacted } from "#core/secrets/redacted.ts";
export type { ClientFunction } from "#exam/conduct.ts";
export type { ExamReport, ExamSource } from "#exam/exam-report.ts";
export type { ClientExchange, Session, SessionEnd } from "./core/check/clients/session.ts";
export type { Finding, FoldedFinding, Verdict, VerdictKind } from "./core/check/results/verdict.ts";
