import { type CaseId, distinctCases } from "#core/check/case.ts";
import type { ClientSuite, Evidence, KeyMatcher } from "#core/check/clients/client-suite.ts";
import { plainAmong, type Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { RunReason } from "#core/check/results/cause.ts";
import { reasonsOf, rowsOf, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Observation, Verdict } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import { fold } from "#core/run/judging/fold.ts";
import { countVerdicts, decideOutcome } from "#core/run/judging/outcome.ts";
import type { Run } from "#core/run/result.ts";
import packageJson from "../../package.json" with { type: "json" };
import { notesOn } from "./exam-notes.ts";

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
export interface ExamReport
  extends Pick<Run, "tool" | "startedAtMs" | "endedAtMs" | "outcome" | "exitCode" | "reason">,
    Pick<Run, "counts" | "verdicts" | "words" | "notes"> {
  readonly source: ExamSource;
  readonly spec: Pick<Run["spec"], "title" | "version" | "source">;
  readonly sessions: readonly Session[];
  /** Situations that were to be played and that the client never came to. */
  readonly unreached: readonly {
    readonly situation: string;
    /** What a client has to do to meet it: it completes "a client that …". */
    readonly needs: string;
    /** The client did that, but the exam ended before the turn of this situation. */
    readonly ranOut: boolean;
  }[];
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
  /** Known beforehand. */
  readonly notes?: readonly string[];
}

/** Judges an exam. Pure. */
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
    unreached: source.kind === "recording" ? [] : unreachedIn(sessions, suite),
    notes: [...notesOn(sessions, source.kind, suite), ...(input.notes ?? [])],
  };
}

/** Ends of a session after which it shows less than it might. */
const cutOff: ReadonlySet<string> = new Set(["floods", "time", "given-up"]);

/** A client that does not get through the ordinary situation shows little in the others. */
function lostEvidence(sessions: readonly Session[]): RunReason | undefined {
  if (sessions.some(({ end }) => end.kind === "ended" && cutOff.has(end.why))) return "evidence-lost";
  const plain = plainAmong(sessions);
  if (plain === undefined || plain.end.kind === "open") return undefined;
  return plain.end.kind === "exited" && plain.end.code === 0 ? undefined : "evidence-lost";
}

const isGivenUp = ({ end }: Session): boolean => end.kind === "ended" && end.why === "given-up";

/** What became of one situation in these sessions. It is met when it has answered something. */
function fateOf({ name }: Situation, sessions: readonly Session[]) {
  const played = sessions.filter(({ situation, situations: several }) =>
    situation === undefined ? several?.includes(name) !== false : situation === name,
  );
  return {
    played,
    isMet: played.some(({ exchanges }) => exchanges.some(({ situation }) => situation === name)),
    /** The client did what it needs, and its turn had not come when the session ended. */
    isDue: played.some(({ waiting = [] }) => waiting.includes(name)),
  };
}

/** Of those that answer in place of the service. */
function unreachedIn(sessions: readonly Session[], { situations }: ClientSuite): ExamReport["unreached"] {
  const playedOut = sessions.filter((session) => !isGivenUp(session));
  const fates = situations
    .filter(({ lessons }) => lessons !== undefined)
    .map((situation) => ({ situation, ...fateOf(situation, playedOut) }));
  // A client that does everything in one session meets only the first of those that may end what it does.
  const mayEnd = ({ lessons = [] }: Situation) => lessons.some(({ isLast }) => isLast === true);
  const isInOneSession = sessions.some(({ situations: chosen }) => chosen !== undefined);
  const hasEnded = isInOneSession && fates.some(({ situation, isMet }) => isMet && mayEnd(situation));
  return fates
    .filter(({ situation, played, isMet }) => played.length > 0 && !isMet && !(hasEnded && mayEnd(situation)))
    .map(({ situation: { name, needs }, isDue }) => ({ situation: name, needs, ranOut: isDue }));
}

/** The verdict on each requirement of clients, by the fold of what the sessions show. Pure. */
export function judgeExam(
  { suite, contract, requirements, key }: PreparedExam & Pick<Evidence, "key">,
  sessions: readonly Session[],
): readonly Verdict[] {
  const evidence: Evidence = { sessions, contract, key, situations: suite.situations };
  return requirements.map((requirement) => {
    const checks = suite.checks.filter(({ about }) => about === requirement.id);
    const observations: readonly Observation[] = checks.flatMap((check) => check.judge(evidence));
    // Why nothing shows a requirement that needs no situation.
    const unmet =
      checks.find((check) => check.unmet !== undefined)?.unmet ?? untested("client-shows-nothing");
    return fold({
      requirement,
      rounds: [observations],
      run: [],
      promised: distinctCases(checks.flatMap(({ cases }) => cases)),
      takenOut: undefined,
      missingControl: undefined,
      missing: (of) => missing(requirement.id, of, sessions, suite) ?? unmet,
    });
  });
}

/**
 * Why nothing shows a case of a requirement: its situation was not played, or not reached, or shows nothing there; undefined
 * where it needs none.
 */
function missing(
  id: string,
  of: CaseId,
  sessions: readonly Session[],
  { situations, reading }: ClientSuite,
): Unresolved | undefined {
  if (sessions.some(({ isRecorded }) => isRecorded)) return untested("recording-shows-nothing");
  if (sessions.every((session) => reading.requestsIn(session).length === 0)) return untested("no-request");
  const showing = situations.filter(
    ({ shows, cases }) => shows.includes(id) && (cases?.[id]?.id ?? of) === of,
  );
  const situation = showing.find((one) => fateOf(one, sessions).played.length > 0) ?? showing[0];
  const fate = situation && fateOf(situation, sessions);
  // A client that hangs takes with it what had not been played to the end.
  if ((fate?.played ?? sessions).some(isGivenUp)) {
    const hung = sessions.filter(({ end }) => end.kind === "ended" && end.why === "hangs");
    return inconclusive("hung-before", { situations: hung.map((one) => one.situation).join(", ") });
  }
  if (situation === undefined || fate === undefined) return undefined;
  const { name, needs, unmet } = situation;
  if (fate.played.length === 0)
    return untested(
      "situation-not-played",
      { situation: name },
      { options: [{ option: "situation", value: name }] },
    );
  if (fate.isDue)
    return untested(
      "ended-before-situation",
      { situation: name },
      { change: "let the client go on for longer" },
    );
  if (fate.isMet) return untested("situation-shows-nothing", { situation: name });
  const remedy = { change: `a client that ${needs}` };
  return unmet === undefined
    ? untested("situation-not-met", { situation: name }, remedy)
    : { ...unmet, remedy };
}

/** Why an exam leaves untested or inconclusive what any suite asks of clients. */
const ofExams = {
  "recording-shows-nothing": "nothing in the recording shows it",
  "no-request": "no request arrived",
  "hung-before": "the exam ended early, because the client hung in the situation {situations}",
  "client-shows-nothing": "the client did nothing that shows it",
  "situation-not-played": "the situation {situation} was not played",
  "ended-before-situation": "the exam ended before the turn of the situation {situation}",
  "situation-shows-nothing":
    "the client came to the situation {situation}, and what it sent there does not show it",
  "situation-not-met": "the client did not come to the situation {situation}",
} as const;

const { untested, inconclusive } = reasonsOf(ofExams);
