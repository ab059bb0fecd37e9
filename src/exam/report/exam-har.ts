import type { ClientExchange, Session } from "../../core/check/session.ts";
import { headerValue } from "../../core/exchange/headers.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { type HarEntry, harText } from "../../report/formats/har.ts";
import type { ExamReport } from "../exam-report.ts";

/** What the client sent and got, as HAR 1.2, for the network panels of browsers. */
export function examHar(report: Redacted<ExamReport>): Iterable<string> {
  const entries = report.sessions.flatMap((session) =>
    session.exchanges.map((exchange) => entry(exchange, session)),
  );
  return harText(report.tool, `${report.outcome}; the key of the exam is redacted`, entries);
}

function entry(exchange: ClientExchange, { situation, isTls }: Session): HarEntry {
  const { id, headers, origin } = exchange;
  const host = headerValue(headers, "host") ?? "exam.localhost";
  const played = exchange.situation ?? situation;
  return {
    ...exchange,
    base: `${isTls === true ? "https" : "http"}://${host}${origin === "service" ? "/v1" : ""}`,
    comment: `request ${id}${played === undefined ? "" : `, situation ${played}`}`,
  };
}
