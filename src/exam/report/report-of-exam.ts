import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, endInWords, type Session } from "#core/check/clients/session.ts";
import { counted } from "#core/check/results/words.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { shellWord } from "#report/curl.ts";
import { outcomeParts } from "#report/reach.ts";
import { type Fact, type List, plainReport, type Report, type ShownExchange } from "#report/report.ts";
import { ownCauses } from "#report/words/defect-in-words.ts";
import { instantInWords, secondsInWords } from "#report/words/sentences.ts";
import type { ExamReport } from "../exam-report.ts";
import { clientInWords, examReasons, printedInIt } from "./exam-words.ts";

/** @param suite the one that it was judged by */
export function reportOfExam(exam: Redacted<ExamReport>, suite: ClientSuite): Report {
  const { tool, source, startedAtMs, outcome, reason, verdicts, sessions } = exam;
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
    facts: [
      ["Client", `\`${client}\``],
      ["When", instantInWords(startedAtMs)],
      ["Took", secondsInWords(exam)],
      ["Contract", `${exam.spec.title} ${exam.spec.version} (${exam.spec.source})`],
      ["Requests", costOf(exam)],
      ["Tool", `${tool.name} ${tool.version}`],
    ],
    about: () => `client ${client}`,
    cost: () => [`${costOf(exam)} in ${secondsInWords(exam)}`],
    cause: isBlocked ? { likelyCause: first, commands: [] } : undefined,
    causes: ownCauses(verdicts).map((cause) => {
      const { exchange, related } = cause.finding;
      const found = shown.get(exchange);
      const advice = found && suite.advice(cause.leading, found.exchange, found.session, related);
      return advice === undefined ? cause : { ...cause, advice };
    }),
    notes: isBlocked ? others : exam.notes,
    lists: unreached(exam),
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
    aside: (finding) => {
      const printed = printedInIt(verdicts, finding, sessions, suite);
      return printed === undefined ? [] : [["printed", printed]];
    },
    again: (finding) => {
      const situation = situationOf(shown.get(finding.exchange));
      if (source.kind !== "command" || situation === undefined) return [];
      const words = [
        "npx --no -- petstore-conformance exam",
        `--situation ${situation}`,
        `--exec ${shellWord(source.command)}`,
      ];
      return [{ words }];
    },
    properties: { outcome, client },
    json: async () => [(await import("./exam-json.ts")).examJson(exam, suite)],
    pictures: async () => {
      const [{ timelinesOf }, { timelineLegend, timelinePicture }] = await Promise.all([
        import("./timeline.ts"),
        import("./timeline-picture.ts"),
      ]);
      const pictures = timelinesOf(exam, suite).map(timelinePicture);
      if (pictures.length === 0) return [];
      return [{ title: "After a 429", content: [timelineLegend(), ...pictures] }];
    },
  };
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

/** What was not played, and what the client would have to do. */
function unreached(exam: Redacted<ExamReport>): readonly List[] {
  // Where nothing came, one sentence says it all.
  if (exam.sessions.every(({ requests }) => requests === 0)) return [];
  const items = exam.unreached.map(
    ({ situation, needs, ranOut }): Fact => [
      situation,
      ranOut
        ? "its turn did not come before the exam ended; let the client go on for longer"
        : `a client that ${needs}`,
    ],
  );
  const title = "Situations that the client never came to, and what would reach them";
  return items.length === 0 ? [] : [{ title, items }];
}
