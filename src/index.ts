/**
 * The library: `run` checks a target, `renderReport` writes what it found. What a `Run` holds is described where its
 * types are declared.
 */
export type { Answer, Exchange, Failure, HeaderLine, RequestSpec } from "./exchange/exchange.ts";
export type { FetchHandler } from "./library/fetch-handler.ts";
export { renderReport } from "./library/render-report.ts";
export { type RunInput, run, type Target } from "./library/run.ts";
export type { Format } from "./report/formats.ts";
export type { CreatedPet, Outcome, RootCause, Run, RunEvent, RunReason } from "./run/run.ts";
export type { Finding, FoldedFinding, Level, Profile, Verdict, VerdictKind } from "./run/verdict.ts";
