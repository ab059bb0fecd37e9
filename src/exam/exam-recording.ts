import type { KeyMatcher } from "#core/check/clients/client-suite.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import { counted } from "#core/check/results/words.ts";
import { keyOf } from "#core/exchange/bearer-key.ts";
import { isCutOut } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { percentDecoded } from "#core/json/escape.ts";
import {
  type JudgedBy,
  judgedBy,
  linesAsIn,
  parsedLines,
  type RecordedVerdict,
  recordedVerdict,
  written,
} from "#core/recording/recording.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { Unreadable } from "#files/read-bounded.ts";
import schema from "./exam-recording.schema.json" with { type: "json" };
import { type ExamReport, type ExamSource, type PreparedExam, reportOf } from "./exam-report.ts";

const form = "petstore-conformance exam";
/** Raised when a reader of the previous form would misread a recording. */
const version = 1;

export interface RecordedExam {
  /** A command was started once for each situation, or one client came to a port. */
  readonly source: "command" | "port";
  /** The command as it was given, with its placeholders, or the address that was called. */
  readonly client?: string;
  /** The exam made it, and it opens nothing else: with it, what the client sent can be judged exactly. */
  readonly key: string;
  readonly situations: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly strict: boolean;
  readonly interrupted: boolean;
}

export interface ExamRecording {
  readonly judgedBy: JudgedBy;
  readonly exam: RecordedExam;
  readonly sessions: readonly Session[];
  /** The exam's own; undefined where the recording ends before them. */
  readonly verdicts: readonly RecordedVerdict[] | undefined;
}

/**
 * The lines of an exam's recording: how it was made, each session, the verdicts.
 * @param secrets those of the user; the exam's own key is none
 */
export function examLines(
  report: ExamReport,
  exam: RecordedExam,
  { contract, requirements }: PreparedExam,
  secrets: Secrets,
): readonly string[] {
  const by = judgedBy(contract, requirements);
  const verdicts = report.verdicts.map(recordedVerdict);
  return [
    { kind: "exam", form, version, judgedBy: by, exam },
    ...report.sessions.map((session) => ({ kind: "session", session })),
    { kind: "verdicts", verdicts },
  ].map((line) => written(secrets.redact(line)));
}

export function isExamRecording([first = ""]: readonly string[]): boolean {
  return first.startsWith(`{"kind":"exam","form":${JSON.stringify(form)}`);
}

type Line =
  | { kind: "exam"; version: number; judgedBy: JudgedBy; exam: RecordedExam }
  | { kind: "session"; session: Session }
  | { kind: "verdicts"; verdicts: readonly RecordedVerdict[] };

/** @throws Unreadable */
export function readExamRecording(lines: readonly string[]): ExamRecording {
  const values = parsedLines(lines);
  const [head] = values as readonly Partial<Extract<Line, { kind: "exam" }>>[];
  if (head?.kind === "exam" && Number.isInteger(head.version) && head.version !== version)
    throw new Unreadable(`it has form ${head.version}, and this version reads form ${version}`);
  const [first, ...rest] = linesAsIn<Line>(schema, values);
  if (first?.kind !== "exam" || rest.some(({ kind }) => kind === "exam"))
    throw new Unreadable("it does not begin, once, as the recording of an exam does");
  return {
    judgedBy: first.judgedBy,
    exam: first.exam,
    sessions: rest.flatMap((line) => (line.kind === "session" ? [line.session] : [])),
    verdicts: rest.find((line) => line.kind === "verdicts")?.verdicts,
  };
}

export function recordedExamReport(
  { exam, sessions }: ExamRecording,
  prepared: PreparedExam,
  strict: boolean = exam.strict,
): ExamReport {
  const { startedAtMs, endedAtMs, interrupted } = exam;
  return reportOf({
    ...{ ...prepared, source: sourceOf(exam), sessions, key: matcherOf(exam.key) },
    ...{ startedAtMs, endedAtMs, strict, interrupted },
  });
}

function sourceOf({ source, client = "" }: RecordedExam): ExamSource {
  return source === "command" ? { kind: source, command: client } : { kind: source, url: client };
}

/** Requests of a recording that are judged: what follows a 429 is looked for among all of them. */
const mostJudged = 20_000;

/** Shorter texts may stand anywhere by chance. */
const shortestKey = 8;

/** Reads what was recorded of clients (ruling 41): without its times or its header lines, a request shows nothing here. */
export async function recordedClients(traffic: AsyncIterable<WireExchange>) {
  const exchanges: ClientExchange[] = [];
  const left = { late: 0, untimed: 0, headless: 0 };
  for await (const wire of traffic) {
    const { sentAtMs, endedAtMs, body } = wire;
    if (wire.unrecorded !== undefined || isCut(wire)) left.headless += 1;
    else if (sentAtMs === undefined || endedAtMs === undefined) left.untimed += 1;
    else if (exchanges.length >= mostJudged) left.late += 1;
    else
      exchanges.push({
        ...wire,
        ...{ id: exchanges.length + 1, sentAtMs, endedAtMs, bodyBytes: body?.length ?? 0 },
        ...{ origin: "service", connection: undefined, situation: undefined },
      });
  }
  const byKey = Map.groupBy(exchanges, keyOf);
  const keys = [...byKey.keys()].filter((key) => key !== undefined);
  return {
    sessions: [...byKey.values()].map(sessionOf),
    key: matcherOfAll(keys),
    notes: [
      ...note(left.headless, "their header lines, or what they authenticate with, were not recorded"),
      ...note(left.untimed, "their times were not recorded"),
      ...note(left.late, `more than ${mostJudged} are not judged`),
    ],
  };
}

/** Whether a value was cut out by which the request, or what comes after it, is judged. */
function isCut({ headers, outcome }: WireExchange): boolean {
  const answered = outcome.kind === "answer" ? outcome.headers : [];
  return [...headers, ...answered].some(([name, value]) => judgedFields.test(name) && isCutOut(value));
}

const judgedFields = /^(?:authorization|accept|content-type|retry-after)$/i;

function note(count: number, why: string): string[] {
  return count === 0 ? [] : [`${counted(count, "request")} left out: ${why}`];
}

function sessionOf(found: readonly ClientExchange[]): Session {
  const exchanges = found.toSorted((a, b) => a.sentAtMs - b.sentAtMs || a.id - b.id);
  return {
    situation: undefined,
    isRecorded: true,
    exchanges,
    end: { kind: "open" },
    endedAtMs: Math.max(...exchanges.map(({ endedAtMs }) => endedAtMs)),
    requests: exchanges.length,
  };
}

/** In a recording a placeholder stands for each key (`{key 3}`), or the key itself. */
function matcherOfAll(keys: readonly string[]): KeyMatcher {
  const known = new Set(keys);
  const long = keys.filter((key) => key.length >= shortestKey || key.startsWith("{"));
  return {
    // A mark that stands for any key is taken for the right one.
    isKey: (token) => known.has(token) || /redacted|\*{3}/i.test(token),
    isIn: (text) => {
      const plain = `${text}\n${percentDecoded(text)}`;
      return long.some((key) => plain.includes(key));
    },
  };
}

/** For an exam that gave the key itself. */
export function matcherOf(key: string): KeyMatcher {
  const secrets = new Secrets(key);
  return { isKey: (token) => token === key, isIn: (text) => secrets.redact(text) !== text };
}
