import { type CaseId, distinctCases } from "#core/check/case.ts";
import type { ClientSuite, Evidence, KeyMatcher } from "#core/check/clients/client-suite.ts";
import { type EndReason, plainAmong, type Session } from "#core/check/clients/session.ts";
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
    notes: [...notesOn(sessions, source, suite), ...(input.notes ?? [])],
  };
}

/** Ends of a session after which it shows less than it might. */
const cutOff: ReadonlySet<string> = new Set([
  ...["floods", "time", "given-up"],
  ...["speaks-tls", "speaks-http", "distrusts"],
]);

/** A client that does not get through the ordinary situation shows little in the others. */
function lostEvidence(sessions: readonly Session[]): RunReason | undefined {
  if (sessions.some(({ end }) => end.kind === "ended" && cutOff.has(end.why))) return "evidence-lost";
  const plain = plainAmong(sessions);
  if (plain === undefined || plain.end.kind === "open") return undefined;
  return plain.end.kind === "exited" && plain.end.code === 0 ? undefined : "evidence-lost";
}

/** A situation is reached when it has answered something, or changes every answer and there was one. */
function unreachedIn(sessions: readonly Session[], { situations }: ClientSuite): ExamReport["unreached"] {
  const played = new Set(
    sessions.flatMap(({ situation, situations: chosen, end }) =>
      end.kind === "ended" && end.why === "given-up"
        ? []
        : situation === undefined
          ? (chosen ?? situations.map(({ name }) => name))
          : [situation],
    ),
  );
  const reached = new Set(
    sessions.flatMap(({ exchanges }) => exchanges.flatMap(({ situation }) => situation ?? [])),
  );
  const waiting = new Set(sessions.flatMap((session) => session.waiting ?? []));
  // A client that does everything in one session meets only the first of those that may end what it does.
  const isInOneSession = sessions.some(({ situations: chosen }) => chosen !== undefined);
  const mayEnd = ({ lessons = [] }: Situation) => lessons.some(({ isLast }) => isLast === true);
  const hasEnded = isInOneSession && situations.some((one) => mayEnd(one) && reached.has(one.name));
  return situations
    .filter((one) => one.lessons !== undefined && played.has(one.name) && !reached.has(one.name))
    .filter((one) => !(hasEnded && mayEnd(one)))
    .map(({ name, needs }) => ({ situation: name, needs, ranOut: waiting.has(name) }));
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
  const playedIn = ({ name }: Situation) => sessions.filter((session) => isPlayedIn(name, session));
  const situation = showing.find((one) => playedIn(one).length > 0) ?? showing[0];
  const givenUp = whyGivenUp(situation === undefined ? sessions : playedIn(situation), sessions);
  if (givenUp !== undefined) return givenUp;
  if (situation === undefined) return undefined;
  const { name, needs, unmet } = situation;
  const played = playedIn(situation);
  if (played.length === 0)
    return untested(
      "situation-not-played",
      { situation: name },
      { options: [{ option: "situation", value: name }] },
    );
  if (played.some(({ waiting = [] }) => waiting.includes(name)))
    return untested(
      "ended-before-situation",
      { situation: name },
      { change: "let the client go on for longer" },
    );
  if (played.some(({ exchanges }) => exchanges.some((exchange) => exchange.situation === name)))
    return untested("situation-shows-nothing", { situation: name });
  const remedy = { change: `a client that ${needs}` };
  return unmet === undefined
    ? untested("situation-not-met", { situation: name }, remedy)
    : { ...unmet, remedy };
}

/** A client that hangs takes with it what had not been played to the end. */
function whyGivenUp(those: readonly Session[], sessions: readonly Session[]): Unresolved | undefined {
  const endedBy = (why: EndReason) => (session: Session) =>
    session.end.kind === "ended" && session.end.why === why;
  if (!those.some(endedBy("given-up"))) return undefined;
  const hung = sessions.filter(endedBy("hangs")).map(({ situation }) => situation);
  return inconclusive("hung-before", { situations: hung.join(", ") });
}

function isPlayedIn(name: string, { situation, situations: several }: Session): boolean {
  return situation === undefined ? several?.includes(name) !== false : situation === name;
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
