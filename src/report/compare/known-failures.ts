import { partOf, stepOf } from "../../core/check/series.ts";
import type { FoldedFinding } from "../../core/check/verdict.ts";
import { decideOutcome, type OutcomeInput } from "../../core/run/judging/outcome.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** A failure that is known and excused until a given day. */
export interface KnownFailure {
  /** A requirement's id. */
  readonly requirement: string;
  /** The case that fails, as the report names it; undefined: every case of the requirement. */
  readonly case?: string;
  /** Identifies the finding (`fingerprintOf`); undefined: every finding of the case. */
  readonly fingerprint?: string;
  readonly reason: string;
  /** Where it is followed up. */
  readonly link?: string;
  /** The last day on which it is excused: `YYYY-MM-DD`, UTC. */
  readonly until: string;
}

export interface Excused {
  /** The run with known failures excused: outcome and exit code decided again, and a note for every entry. */
  readonly run: Run;
  /** Failures of musts that no entry excuses. */
  readonly newFailures: readonly { readonly requirement: string; readonly finding: FoldedFinding }[];
  /** Entries that are still needed, or were not judged this time. */
  readonly kept: readonly KnownFailure[];
}

/**
 * Excuses known failures. A must is excused if every one of its findings is listed. An expired entry excuses nothing.
 * An expired entry, and one whose case now passes, makes the exit code 1, so that outdated entries are removed. An entry
 * without a case is outdated only once a thorough run passes its requirement: a smaller one may leave out what fails.
 */
export function excuse(
  run: Redacted<Run>,
  entries: readonly KnownFailure[],
  policy: Pick<OutcomeInput, "required" | "strict" | "minCases">,
): Excused {
  const today = new Date(run.startedAtMs).toISOString().slice(0, 10);
  const live = entries.filter(({ until }) => until >= today);
  const isListed = (requirement: string, finding: FoldedFinding): boolean => {
    const fingerprint = fingerprintOf(requirement, finding);
    return live.some(
      (entry) =>
        entry.requirement === requirement &&
        [undefined, finding.case].includes(entry.case) &&
        [undefined, fingerprint].includes(entry.fingerprint),
    );
  };
  const failed = run.verdicts.filter(({ verdict, level }) => verdict === "fail" && level === "must");
  const known: readonly string[] = failed
    .filter(({ id, findings }) => findings.every((finding) => isListed(id, finding)))
    .map(({ id }) => id);
  const newFailures = failed.flatMap(({ id, findings }) =>
    findings.filter((finding) => !isListed(id, finding)).map((finding) => ({ requirement: id, finding })),
  );
  const expired = entries.filter((entry) => !live.includes(entry));
  const held = live.filter((entry) => !isGenerated(entry, run) && hasHeld(entry, run));
  const decided = decideOutcome({
    verdicts: run.verdicts.map((one) =>
      known.includes(one.id) ? { ...one, verdict: "pass" as const } : one,
    ),
    cutShort: run.partial ? run.reason : undefined,
    ...policy,
    cases: run.cases,
    suiteFailed: run.suiteErrors.length > 0,
  });
  const stale = expired.length + held.length > 0;
  const notes = [
    ...live
      .filter(({ requirement }) => known.includes(requirement))
      .map((entry) => note("known failure", entry)),
    ...expired.map((entry) => note("expired entry of the known failures", entry)),
    ...held.map((entry) => note("entry of the known failures that is no longer needed", entry)),
  ];
  return {
    run: {
      ...run,
      ...decided,
      exitCode: stale && decided.exitCode === 0 ? 1 : decided.exitCode,
      known,
      notes: [...run.notes, ...notes],
    },
    newFailures,
    kept: live.filter((entry) => !held.includes(entry)),
  };
}

/** Another seed generates other inputs: if none of them fails, the failure may still be there. */
function isGenerated({ case: label }: KnownFailure, { exchanges }: Run): boolean {
  return exchanges.some((e) => partOf(e.label) !== undefined && stepOf(e.label) === label);
}

/** True if its own case ran and has no such finding. */
function hasHeld(entry: KnownFailure, { verdicts, profile }: Run): boolean {
  const verdict = verdicts.find(({ id }) => id === entry.requirement);
  if (verdict === undefined) return false;
  if (entry.case === undefined) return verdict.verdict === "pass" && profile === "thorough";
  // A smaller profile may pass without running the case.
  if (verdict.verdict === "pass") return verdict.cases.labels.includes(entry.case);
  if (verdict.verdict !== "fail") return false;
  const brokenCases = new Set(verdict.findings.map((finding) => finding.case));
  if (brokenCases.has(entry.case)) {
    if (entry.fingerprint === undefined) return false;
    return !verdict.findings.some(
      (finding) => fingerprintOf(entry.requirement, finding) === entry.fingerprint,
    );
  }
  // Known only if every promised case has held or failed.
  return verdict.cases.held + brokenCases.size >= verdict.cases.promised;
}

function note(what: string, { requirement, case: label, reason, link, until }: KnownFailure): string {
  const subject = label === undefined ? requirement : `${requirement}, ${label}`;
  const details = [reason, ...(link === undefined ? [] : [link]), `until ${until}`];
  return `${what}: ${subject} (${details.join("; ")})`;
}
