import type { VNode } from "preact";
import { endInWords, timeInWords } from "../../../suites/clients/shared/requests.ts";
import { type ClientExchange, type Session, statusOf } from "../../core/check/session.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { h } from "../../report/html/element.ts";
import { sideBySide } from "../../report/html/exchange-view.ts";
import { shown } from "../../report/html/shown.ts";
import type { ExamReport } from "../exam-report.ts";

/** The most exchanges of a page. Those behind findings come first, then the earliest. */
const mostExchanges = 1_500;

/** The exchanges that are on the page, by their ids. */
export type OnPage = ReadonlyMap<number, ClientExchange>;

export function exchangesOnPage({ sessions, verdicts }: Redacted<ExamReport>): OnPage {
  const all = new Map(sessions.flatMap(({ exchanges }) => exchanges.map((one) => [one.id, one] as const)));
  if (all.size <= mostExchanges) return all;
  const found = verdicts.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, related }) => [exchange, ...related]),
  );
  const ids = [...new Set([...found, ...all.keys()])].slice(0, mostExchanges);
  return new Map(
    ids.flatMap((id): [number, ClientExchange][] => {
      const exchange = all.get(id);
      return exchange === undefined ? [] : [[id, exchange]];
    }),
  );
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
  const { id, method, target, origin, situation, sentAtMs, outcome } = exchange;
  const about = [
    ...(origin === "elsewhere" ? ["to the other origin"] : []),
    ...(situation === undefined ? [] : [`answered by ${situation}`]),
  ];
  return h(
    "details",
    { class: "exchange" },
    h(
      "summary",
      null,
      h("span", { class: "id" }, String(id)),
      h(
        "span",
        { class: "status" },
        String(statusOf(exchange) ?? (outcome.kind === "failure" ? outcome.failure.kind : "")),
      ),
      h(
        "span",
        { class: "text" },
        h("code", null, `${shown(method, 20)} ${shown(target, 160)}`),
        h("span", { class: "soft small" }, about.length === 0 ? "" : ` ${about.join(", ")}`),
      ),
      h("span", { class: "soft small" }, `at ${timeInWords(sentAtMs - beginMs)}`),
    ),
    h("div", { class: "body", id: `exchange-${id}` }, clientTalk(exchange, 16)),
  );
}
