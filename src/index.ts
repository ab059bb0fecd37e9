/**
 * The library: `run` checks a target, `renderReport` writes what it found. What a `Run` holds is described where its
 * types are declared.
 */

export { type FetchHandler, type RunInput, renderReport, run, type Target } from "#assembly/library-run.ts";
export type { Level } from "#core/check/requirement.ts";
export type { Cause } from "#core/check/results/defect.ts";
export { SpecError } from "#core/contract/reading/spec-error.ts";
export type {
  AnswerBody,
  Failure,
  HeaderLine,
  RequestSpec,
  Times,
  WholeAnswer,
  WholeExchange,
} from "#core/exchange/exchange.ts";
export { UsageError } from "#core/options/usage-error.ts";
export type { Created, Outcome, Run, RunEvent } from "#core/run/result.ts";
export type { Redacted } from "#core/secrets/redacted.ts";
export type { Format } from "#report/formats/formats.ts";
export type { RootCause, RunReason } from "./core/check/results/cause.ts";
export type { Remedy } from "./core/check/results/unresolved.ts";
export type { Finding, FoldedFinding, Profile, Verdict, VerdictKind } from "./core/check/results/verdict.ts";
export { type CauseInWords, causeInWords } from "./report/words/cause-in-words.ts";
export { whyInWords } from "./report/words/why-in-words.ts";
