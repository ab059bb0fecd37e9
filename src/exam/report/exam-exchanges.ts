import type { VNode } from "preact";
import { endInWords, timeInWords } from "../../../suites/clients/shared/requests.ts";
import type { ClientExchange, Session } from "../../core/check/session.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { h } from "../../report/html/element.ts";
import { sideBySide } from "../../report/html/exchange-view.ts";
import { foldedExchange, idsOnPage } from "../../report/html/exchanges.ts";
import { shown } from "../../report/html/shown.ts";
import type { ExamReport } from "../exam-report.ts";

/** The exchanges that are on the page, by their ids. */
export type OnPage = ReadonlyMap<number, ClientExchange>;

export function exchangesOnPage({ sessions, verdicts }: Redacted<ExamReport>): OnPage {
  const all = sessions.flatMap(({ exchanges }) => exchanges);
  const kept = idsOnPage(
    all.map(({ id }) => id),
    verdicts,
  );
  return new Map(all.flatMap((exchange) => (kept.has(exchange.id) ? [[exchange.id, exchange]] : [])));
}

/** What the client sent and what it was answered, side by side. */
export function clientTalk(exchange: ClientExchange, lines: number): VNode {
  const { body, bodyBytes } = exchange;
  const note = body === undefined ? `a body of ${bodyBytes} bytes was not kept` : undefined;
  return sideBySide(exchange, { lines, note });
}

/** Every session, with how it ended, what the client printed, and its exchanges. */
export function sessionViews({ sessions }: Redacted<ExamReport>, onPage: OnPage): VNode {
  return h(
    "section",
    null,
    h("h2", null, "Sessions"),
    sessions.map((session) => sessionView(session, onPage)),
  );
}

function sessionView(session: Session, onPage: OnPage): VNode {
  const { situation = "all", requests, exchanges, output = "" } = session;
  const kept = exchanges.filter(({ id }) => onPage.has(id));
  const left = requests - kept.length;
  const begin = exchanges[0]?.sentAtMs ?? 0;
  return h(
    "details",
    { class: "requirement" },
    h(
      "summary",
      null,
      h("strong", { class: "text" }, situation),
      h("span", { class: "soft small" }, `requests: ${requests}; the client ${shown(endInWords(session))}`),
    ),
    h(
      "div",
      { class: "body" },
      left === 0 ? null : h("p", { class: "soft small" }, `${left} more are not on this page.`),
      kept.map((exchange) => exchangeView(exchange, begin)),
      output.trim() === ""
        ? null
        : [
            h("p", { class: "label" }, "Printed"),
            h(
              "pre",
              { tabIndex: 0, role: "group", "aria-label": `Printed in ${situation}` },
              h(
                "code",
                null,
                output
                  .split("\n")
                  .map((line) => `${shown(line, longestLine)}\n`)
                  .join(""),
              ),
            ),
          ],
    ),
  );
}

const longestLine = 2_000;

function exchangeView(exchange: ClientExchange, beginMs: number): VNode {
  const { origin, situation, sentAtMs } = exchange;
  const about = [
    ...(origin === "elsewhere" ? ["to the other origin"] : []),
    ...(situation === undefined ? [] : [`answered by ${situation}`]),
  ];
  return foldedExchange(
    exchange,
    about.length === 0 ? "" : ` ${about.join(", ")}`,
    [h("span", { class: "soft small" }, `at ${timeInWords(sentAtMs - beginMs)}`)],
    clientTalk(exchange, 16),
  );
}
