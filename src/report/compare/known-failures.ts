import { hash } from "node:crypto";
import { generatedSteps } from "#core/check/inputs/step.ts";
import type { Finding, FoldedFinding, Place, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { decideOutcome, type OutcomePolicy } from "#core/run/judging/outcome.ts";
import type { Run } from "#core/run/result.ts";
import { ofRedacted, type Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";

/** A failure that is known and excused until a given day. */
export interface KnownFailure {
  readonly requirement: string;
  /** The id of the case that fails, as JSON reports have it; undefined: every case of the requirement. */
  readonly case?: string;
  /** Identifies the finding (`fingerprintOf`); undefined: every finding of the case. */
  readonly fingerprint?: string;
  readonly reason: string;
  /** Where it is followed up. */
  readonly link?: string;
  /** The last day on which it is excused: `YYYY-MM-DD`, UTC. */
  readonly until: string;
}

export interface NewFailure {
  readonly requirement: string;
  readonly finding: FoldedFinding;
}

export function weigh(run: Redacted<Run>, entries: readonly KnownFailure[]) {
  const today = new Date(run.startedAtMs).toISOString().slice(0, 10);
  const generated = generatedSteps(run.exchanges);
  /** Another seed generates other inputs: if none of them fails, the failure may still be there. */
  const isGenerated = ({ case: id }: KnownFailure) => generated.some((step) => step === id);
  const passes = ({ requirement }: KnownFailure) =>
    run.verdicts.some(({ id, verdict }) => id === requirement && verdict === "pass");
  const sorted = Object.groupBy(entries, (entry) => {
    const isExpired = entry.until < today;
    if (!isGenerated(entry) && hasHeld(entry, run)) return "held";
    // A smaller profile may pass without what fails; another seed generates other inputs.
    const isSure = run.profile === "thorough" && !isGenerated(entry);
    if (passes(entry) && (isExpired || isSure)) return "stale";
    return isExpired ? "expired" : "live";
  });
  const { live = [], expired = [], held = [], stale = [] } = sorted;
  const failed = run.verdicts.filter(({ verdict, level }) => verdict === "fail" && level === "must");
  const newFailures: readonly NewFailure[] = failed.flatMap(({ id, findings }) =>
    findings
      .filter((finding) => !live.some((entry) => excuses(entry, id, finding)))
      .map((finding) => ({ requirement: id, finding })),
  );
  return {
    /** Entries that excuse something, or that were not judged in this run and may. */
    live,
    /** Entries past their last day whose requirement does not pass: they excuse nothing. */
    expired,
    /** Entries whose own case ran and held. */
    held,
    /** Entries without a case whose requirement passes, in `thorough` or past their last day. */
    stale,
    newFailures,
  };
}

function excuses(entry: KnownFailure, requirement: string, finding: FoldedFinding): boolean {
  return (
    entry.requirement === requirement &&
    (entry.case === undefined || entry.case === finding.case.id) &&
    [undefined, fingerprintOf(requirement, finding)].includes(entry.fingerprint)
  );
}

/**
 * Excuses known failures, and what could not be judged because of them: outcome and exit code are decided again, and there
 * is a note for every entry. A must is excused if every one of its findings is listed. With `--strict`, an entry whose
 * own case now passes makes the exit code 1, so that it is removed. The new failures are those of the run as it was redacted.
 */
export function excuse(
  run: Redacted<Run>,
  entries: readonly KnownFailure[],
  { redact, ...policy }: OutcomePolicy & Pick<Secrets, "redact">,
) {
  const { live, expired, held, stale, newFailures } = weigh(run, entries);
  const isNew = new Set<string>(newFailures.map(({ requirement }) => requirement));
  const known = run.verdicts
    .filter(({ id, verdict, level }) => verdict === "fail" && level === "must" && !isNew.has(id))
    .map(({ id }) => id);
  const decided = decideOutcome({
    verdicts: run.verdicts.map((one) => {
      if (known.includes(one.id)) return { ...one, verdict: "pass" as const };
      // A requirement that `--require` names stays required.
      return hangsOnKnown(one, known) ? { ...one, verdict: "untested" as const } : one;
    }),
    cutShort: run.partial ? run.reason : undefined,
    ...policy,
    cases: run.cases,
    suiteFailed: run.suiteErrors.length > 0,
  });
  const notes = [
    ...live
      .filter(({ requirement }) => known.some((id) => id === requirement))
      .map((entry) => note("known failure", entry)),
    ...hangingNotes(run, known, live),
    ...expired.map((entry) => note("expired entry of the known failures", entry)),
    ...[...held, ...stale].map((entry) =>
      note("entry of the known failures that is no longer needed: remove it", entry),
    ),
  ];
  return {
    run: ofRedacted<Run>({
      ...run,
      ...decided,
      exitCode: policy.strict && held.length > 0 && decided.exitCode === 0 ? 1 : decided.exitCode,
      known,
      notes: [...run.notes, ...notes.map((one) => redact(one))],
    }),
    newFailures,
    expired,
  };
}

/** True where known failures alone are the reason that it could not be judged. */
export function hangsOnKnown({ hangsOn = [] }: Verdict, known: readonly string[]): boolean {
  return hangsOn.length > 0 && hangsOn.every((id) => known.includes(id));
}

/** `16 requirements depend on CREATE-1, excused until 2030-06-30`. */
function hangingNotes(run: Run, known: readonly string[], live: readonly KnownFailure[]): string[] {
  const hanging = run.verdicts.filter((one) => one.level !== "open" && hangsOnKnown(one, known));
  const groups = Map.groupBy(hanging, ({ hangsOn = [] }) => hangsOn.join(" and "));
  return [...groups].map(([on, some]) => {
    const ids = some[0]?.hangsOn ?? [];
    const days = live.filter(({ requirement }) => ids.includes(requirement)).map(({ until }) => until);
    const first = days.sort()[0];
    const verb = some.length === 1 ? "depends" : "depend";
    return `${counted(some.length, "requirement")} ${verb} on ${on}, excused until ${first}: ${some.map(({ id }) => id).join(", ")}`;
  });
}

/** True if its own case ran and has no such finding. */
function hasHeld(entry: KnownFailure, { verdicts }: Run): boolean {
  const verdict = verdicts.find(({ id }) => id === entry.requirement);
  if (verdict === undefined || entry.case === undefined) return false;
  // A smaller profile may pass without running the case.
  if (verdict.verdict === "pass") return verdict.cases.list.some(({ id }) => id === entry.case);
  return verdict.verdict === "fail" && heldBesideOthers(entry, verdict);
}

function heldBesideOthers(entry: KnownFailure, { id, findings, cases }: Verdict): boolean {
  const ownFindings = findings.filter((finding) => finding.case.id === entry.case);
  if (ownFindings.length > 0) return !ownFindings.some((finding) => excuses(entry, id, finding));
  const brokenCases = new Set(findings.map((finding) => finding.case.id));
  // Known only if every promised case has held or failed.
  return cases.held + brokenCases.size >= cases.promised;
}

function note(what: string, { requirement, case: id, reason, link, until }: KnownFailure): string {
  const subject = id === undefined ? requirement : `${requirement}, ${id}`;
  const details = [reason, ...(link === undefined ? [] : [link]), `until ${until}`];
  return `${what}: ${subject} (${details.join("; ")})`;
}

/**
 * Identifies a finding from run to run, as 32 hex digits: its requirement, case, place, and what came there, without
 * values and counts, which differ from run to run.
 */
export function fingerprintOf(requirement: string, finding: Finding): string {
  const parts = [
    requirement,
    finding.case.id,
    placeOf(finding.place),
    finding.got.status ?? null,
    finding.got.at ?? null,
  ];
  return hash("sha256", JSON.stringify(parts)).slice(0, 32);
}

/** A place without the item's index, which differs from run to run. */
export function placeOf(place: Place | null | undefined): string {
  switch (place?.in) {
    case undefined:
      return "";
    case "status":
      return "status";
    case "header":
      return `header ${place.name}`;
    case "body":
      return `body ${place.pointer.replaceAll(/\/\d+(?=\/|$)/gu, "/*")}`.trimEnd();
  }
}
