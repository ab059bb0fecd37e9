import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, endInWords, type Session } from "#core/check/clients/session.ts";
import type { RunReason } from "#core/check/results/cause.ts";
import { counted } from "#core/check/results/words.ts";
import { jsonText } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { shellWord } from "#report/curl.ts";
import { outcomeParts } from "#report/reach.ts";
import { plainReport, type Report, type ShownExchange } from "#report/report.ts";
import { everyCause } from "#report/words/defect-in-words.ts";
import { factsOf, secondsInWords } from "#report/words/sentences.ts";
import { reasonInWords, reasonRecord } from "#report/words/why-in-words.ts";
import { tellingLine } from "../exam-notes.ts";
import type { ExamReport } from "../exam-report.ts";

/** Why an exam is not simply finished, where it says so in other words than a run. */
const examReasons: Partial<Readonly<Record<RunReason, string>>> = {
  interrupted: "The exam was interrupted",
  "evidence-lost": "Not all that the client does could be seen",
};

export function reportOfExam(exam: Redacted<ExamReport>, suite: ClientSuite): Report {
  const { source, outcome, reason, verdicts, sessions } = exam;
  const shown = new Map(
    sessions.flatMap((session) =>
      session.exchanges.map((exchange) => [exchange.id, { exchange, session }] as const),
    ),
  );
  const client = clientInWords(source);
  // What keeps the client from its work in the ordinary situation comes first, and nothing else counts until it is fixed.
  const [first, ...others] = exam.notes;
  const isBlocked = (reason === "evidence-lost" || reason === "nothing-judged") && first !== undefined;
  return {
    ...plainReport,
    ...exam,
    ...{ kind: "exam", unit: "request" },
    partial: reason === "interrupted",
    heading: `${exam.words.title} exam of a client`,
    subject: client,
    sentences: () => outcomeParts({ ...exam, spec: undefined }, false, examReasons),
    facts: factsOf(exam, ["Client", client], [["Requests", costOf(exam)]]),
    about: () => `client ${client}`,
    cost: () => [`${costOf(exam)} in ${secondsInWords(exam)}`],
    cause: isBlocked ? { likelyCause: first, commands: [] } : undefined,
    causes: everyCause(verdicts).map((cause) => {
      const { exchange, related } = cause.finding;
      const found = shown.get(exchange);
      const advice = found && suite.advice(cause.leading, found.exchange, found.session, related);
      return advice === undefined ? cause : { ...cause, advice };
    }),
    notes: isBlocked ? others : exam.notes,
    lists: [],
    exchange: (id) => {
      const found = shown.get(id);
      return found && shownExchange(found);
    },
    groups: sessions.map((session) => ({
      title: session.situation ?? "all situations",
      aside: `the client ${endInWords(session)}`,
      exchanges: session.exchanges.map(({ id }) => id),
      left: session.requests - session.exchanges.length,
      ...(session.output !== undefined && { printed: session.output }),
    })),
    aside: ({ exchange }) => {
      const { session } = shown.get(exchange) ?? {};
      const hasFailed = session?.end.kind === "exited" && session.end.code !== 0;
      const printed = hasFailed ? tellingLine(session.output ?? "") : undefined;
      return printed === undefined ? [] : [["printed", printed]];
    },
    again: (finding) => {
      const situation = situationOf(shown.get(finding.exchange));
      if (source.kind !== "command" || situation === undefined) return [];
      const how = [`--situation ${situation}`, `--exec ${shellWord(source.command)}`];
      return [{ words: ["npx --no -- petstore-conformance exam", ...how] }];
    },
    properties: { outcome, client },
    json: async () => [examJson(exam)],
    pictures: async () => {
      const { timelinePictures } = await import("./timeline.ts");
      const content = timelinePictures(exam, suite);
      return content.length === 0 ? [] : [{ title: "After a 429", content }];
    },
  };
}

function clientInWords(source: ExamReport["source"]): string {
  switch (source.kind) {
    case "command":
      return source.command;
    case "function":
      return "a function in the process of the exam";
    case "port":
      return `whoever called ${source.url}`;
    case "recording":
      return source.file;
  }
}

interface Found {
  readonly exchange: ClientExchange;
  readonly session: Session;
}

function situationOf(found: Found | undefined): string | undefined {
  return found?.session.situation ?? found?.exchange.situation;
}

function shownExchange({ exchange, session }: Found): ShownExchange {
  const { id, origin, situation, body, bodyBytes } = exchange;
  const played = situationOf({ exchange, session });
  const about = [
    ...(origin === "elsewhere" ? ["to the other origin"] : []),
    ...(situation === undefined ? [] : [`answered by ${situation}`]),
  ];
  return {
    ...exchange,
    name: `request ${id}${played === undefined ? "" : `, situation ${played}`}`,
    about: about.join(", "),
    note: body === undefined ? `a body of ${bodyBytes} bytes was not kept` : undefined,
  };
}

function costOf({ sessions }: Redacted<ExamReport>): string {
  const requests = sessions.reduce((sum, session) => sum + session.requests, 0);
  return `${counted(requests, "request")} in ${counted(sessions.length, "session")}`;
}

/** The form of the report, which rises when an older reader would misread it. */
const version = 1;

const longestBody = 2_000;

/** An exam for machines; `exam.schema.json` describes it. */
function examJson(report: Redacted<ExamReport>): string {
  const { sessions, spec, words, ...rest } = report;
  const whole = {
    version,
    kind: "exam",
    ...rest,
    spec: { title: spec.title, version: spec.version, source: spec.source },
    reason: report.reason ?? null,
    verdicts: rest.verdicts.map((verdict) => ({
      ...verdict,
      ...(verdict.reason && {
        reason: reasonInWords(verdict, words),
        why: reasonRecord(verdict.reason, words),
      }),
    })),
    sessions: sessions.map(({ exchanges, situation, together: _, ...session }) => ({
      situation: situation ?? null,
      ...session,
      exchanges: exchanges.map(exchangeJson),
    })),
  };
  return `${jsonText(whole, 2)}\n`;
}

function exchangeJson({ body, outcome, connection, situation, ...exchange }: ClientExchange): unknown {
  return {
    ...exchange,
    connection: connection ?? null,
    situation: situation ?? null,
    body: textOf(body),
    outcome: outcome.kind === "answer" ? { ...outcome, body: textOf(outcome.body) } : outcome,
  };
}

/** Null for a body that was not kept. */
function textOf(body: Uint8Array | undefined): string | null {
  return body === undefined ? null : Buffer.from(body).toString("utf8").slice(0, longestBody);
}
