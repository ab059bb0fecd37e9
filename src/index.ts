/**
 * The library: `run` checks a target, `renderReport` writes what it found. What a `Run` holds is described where its
 * types are declared.
 */

export type { FetchHandler } from "./assembly/fetch-handler.ts";
export { type RunInput, run, type Target } from "./assembly/library-run.ts";
export { renderReport } from "./assembly/render-report.ts";
export { UsageError } from "./assembly/usage-error.ts";
export type { RootCause, RunReason } from "./check/cause.ts";
export type { Remedy } from "./check/remedy.ts";
export type { Finding, FoldedFinding, Level, Profile, Verdict, VerdictKind } from "./check/verdict.ts";
export type { Answer, Exchange, Failure, HeaderLine, RequestSpec } from "./exchange/exchange.ts";
export { type CauseInWords, causeInWords } from "./report/cause-in-words.ts";
export type { Format } from "./report/formats/formats.ts";
export { whyInWords } from "./report/why-in-words.ts";
export type { CreatedPet, Outcome, Run, RunEvent } from "./run/result.ts";
export type { Redacted } from "./secrets/redacted.ts";
