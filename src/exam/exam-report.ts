import { type CaseId, distinctCases } from "#core/check/case.ts";
import type { ClientSuite, Evidence, KeyMatcher } from "#core/check/clients/client-suite.ts";
import { plainAmong, type Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { RunReason } from "#core/check/results/cause.ts";
import { type Remedy, reasonsOf, rowsOf, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Observation, Verdict } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import { fold } from "#core/run/judging/fold.ts";
import { countVerdicts, decideOutcome } from "#core/run/judging/outcome.ts";
import type { DocumentName, Judgement } from "#core/run/result.ts";
import packageJson from "../../package.json" with { type: "json" };
import { notesOn, whyEnded } from "./exam-notes.ts";

export type ExamSource =
  /** The exam started it, once for each situation. */
  | { readonly kind: "command"; readonly command: string }
  /** The same with a function in this process. */
  | { readonly kind: "function" }
  /** Somebody started it, and it was led through the situations. */
  | { readonly kind: "port"; readonly url: string }
  /** What a proxy recorded. */
  | { readonly kind: "recording"; readonly file: string };

/** Everything that an exam came to. Leaves the process as `Redacted<ExamReport>` only. */
export interface ExamReport extends Judgement {
  readonly source: ExamSource;
  readonly sessions: readonly Session[];
  readonly spec: DocumentName;
}

export interface PreparedExam {
  readonly suite: ClientSuite;
  readonly contract: Contract;
  readonly requirements: readonly Requirement[];
}

interface ExamInput extends PreparedExam {
  readonly source: ExamSource;
  readonly sessions: readonly Session[];
  readonly key: KeyMatcher;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly strict: boolean;
  readonly interrupted: boolean;
  readonly notes?: readonly string[];
}

export function reportOf(input: ExamInput): ExamReport {
  const { source, suite, contract, startedAtMs, endedAtMs, strict } = input;
  const { title, version } = contract;
  const sessions = suite.reading.knowingTogether(input.sessions);
  const verdicts = judgeExam(input, sessions);
  const outcome = decideOutcome({
    verdicts,
    cutShort: input.interrupted ? "interrupted" : lostEvidence(sessions),
    required: [],
    strict,
    suiteFailed: false,
  });
  return {
    tool: { name: "petstore-conformance", version: packageJson.version },
    ...{ source, startedAtMs, endedAtMs },
    spec: { title, version, source: contract.source },
    ...outcome,
    counts: countVerdicts(verdicts),
    verdicts,
    words: { ...suite.words, reasons: [...suite.words.reasons, ...rowsOf(ofExams)] },
    sessions,
    notes: [...notesOn(sessions, source.kind, suite), ...(input.notes ?? [])],
  };
}

/** Ends of a session after which it shows less than it might. */
const cutOff: ReadonlySet<string | undefined> = new Set(["floods", "time", "given-up"]);

/** A client that does not get through the ordinary situation shows little in the others. */
function lostEvidence(sessions: readonly Session[]): RunReason | undefined {
  if (sessions.some((session) => cutOff.has(whyEnded(session)))) return "evidence-lost";
  const plain = plainAmong(sessions);
  if (plain === undefined || plain.end.kind === "open") return undefined;
  return plain.end.kind === "exited" && plain.end.code === 0 ? undefined : "evidence-lost";
}

/** The verdict on each requirement of clients, by the fold of what the sessions show. Pure. */
export function judgeExam(
  { suite, contract, requirements, key }: PreparedExam & { readonly key: KeyMatcher },
  sessions: readonly Session[],
): readonly Verdict[] {
  const evidence: Evidence = { sessions, contract, key, situations: suite.situations };
  return requirements.map((requirement) => {
    const checks = suite.checks.filter(({ about }) => about === requirement.id);
    const observations: readonly Observation[] = checks.flatMap((check) => check.judge(evidence));
    return fold({
      requirement,
      rounds: [observations],
      run: [],
      promised: distinctCases(checks.flatMap(({ cases }) => cases)),
      takenOut: undefined,
      missingControl: undefined,
      missing: (of) => missing(requirement.id, of, checks, sessions, suite),
    });
  });
}

/** Why nothing shows a case of a requirement. */
function missing(
  id: string,
  of: CaseId,
  checks: ClientSuite["checks"],
  sessions: readonly Session[],
  { situations, reading }: ClientSuite,
): Unresolved {
  if (sessions.some(({ isRecorded }) => isRecorded)) return untested("recording-shows-nothing");
  if (sessions.every((session) => reading.requestsIn(session).length === 0)) return untested("no-request");
  const showing = situations.filter(
    ({ shows, cases }) => shows.includes(id) && (cases?.[id]?.id ?? of) === of,
  );
  const situation = showing.find((one) => playedIn(one, sessions).length > 0) ?? showing[0];
  const played = situation === undefined ? sessions : playedIn(situation, sessions);
  // A client that hangs takes with it what had not been played to the end.
  if (played.some((session) => whyEnded(session) === "given-up")) {
    const hung = sessions.filter((session) => whyEnded(session) === "hangs");
    return inconclusive("hung-before", { situations: hung.map((one) => one.situation).join(", ") });
  }
  if (situation === undefined) {
    const { needs } = checks.find((check) => check.needs !== undefined) ?? {};
    return untested("client-shows-nothing", {}, needs === undefined ? undefined : clientThat(needs));
  }
  const { name, needs } = situation;
  if (played.length === 0)
    return untested(
      "situation-not-played",
      { situation: name },
      { options: [{ option: "situation", value: name }] },
    );
  const isMet = played.some(({ exchanges }) => exchanges.some((one) => one.situation === name));
  const isOneOfMany = played.some((session) => session.situation === undefined);
  const remedy = clientThat(isOneOfMany ? `${needs}, and goes on until it is its turn` : needs);
  return untested("situation-shows-nothing", { situation: name }, isMet ? undefined : remedy);
}

const clientThat = (needs: string): Remedy => ({ change: `a client that ${needs}` });

function playedIn({ name }: Situation, sessions: readonly Session[]): readonly Session[] {
  return sessions.filter(({ situation, situations }) =>
    situation === undefined ? situations?.includes(name) !== false : situation === name,
  );
}

/** Why an exam leaves untested or inconclusive what any suite asks of clients. */
const ofExams = {
  "recording-shows-nothing": "nothing in the recording shows it",
  "no-request": "no request arrived",
  "hung-before": "the exam ended early, because the client hung in the situation {situations}",
  "client-shows-nothing": "the client did nothing that shows it",
  "situation-not-played": "the situation {situation} was not played",
  "situation-shows-nothing": "nothing in the situation {situation} shows it",
} as const;

const { untested, inconclusive } = reasonsOf(ofExams);
