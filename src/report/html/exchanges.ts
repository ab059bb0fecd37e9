import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { escapeForXml } from "#core/json/escape.ts";
import type { Group, Report, ShownExchange } from "../report.ts";
import { h, preformatted, shown } from "./element.ts";
import { talk } from "./exchange-view.ts";

/** The most exchanges on a page. Those behind findings come first, then the earliest. */
const mostExchanges = 1500;

export function idsOnPage({ groups, verdicts, cause }: Report): ReadonlySet<number> {
  const ids = groups.flatMap(({ exchanges }) => exchanges);
  if (ids.length <= mostExchanges) return new Set(ids);
  const found = verdicts.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, related }) => [exchange, ...related]),
  );
  const first = [...new Set([...found, ...[cause?.exchange ?? []].flat(), ...ids])];
  return new Set(first.slice(0, mostExchanges));
}

/** Everything that was sent, folded, with what was printed meanwhile. Empty where nothing of it is on the page. */
export function* groupView(group: Group, report: Report, onPage: ReadonlySet<number>): Generator<string> {
  const { title, aside, left, printed = "" } = group;
  const exchanges = group.exchanges.flatMap((id) => (onPage.has(id) ? (report.exchange(id) ?? []) : []));
  const more = left + group.exchanges.length - exchanges.length;
  if (exchanges.length === 0 && printed.trim() === "") return;
  const note = more === 0 ? "" : ` ${more} more exchanges are in the JSON report.`;
  yield `<details class="group"><summary>${renderToString(h("h3", shown(title)))}<span class="soft">${exchanges.length}${escapeForXml(aside === "" ? "" : `; ${shown(aside)}`)}</span></summary>`;
  if (note !== "") yield `<p class="soft small">${note}</p>`;
  for (const exchange of exchanges) yield renderToString(exchangeView(exchange));
  if (printed.trim() !== "") yield renderToString(printedView(printed, title));
  yield "</details>";
}

const longestLine = 2_000;

function printedView(printed: string, title: string): VNode {
  const lines = printed.split("\n").map((line) => `${shown(line, longestLine)}\n`);
  const text = preformatted(`Printed in ${shown(title, 100)}`, lines.join(""));
  return h("div.body", h("p.label", "Printed"), text);
}

function exchangeView(exchange: ShownExchange): VNode {
  const { id, method, target, outcome, about, sentAtMs, endedAtMs } = exchange;
  const status = outcome.kind === "answer" ? String(outcome.status) : outcome.failure.kind;
  const took = sentAtMs === undefined || endedAtMs === undefined ? undefined : endedAtMs - sentAtMs;
  return h(
    "details.exchange",
    h(
      "summary",
      h("span.id", String(id)),
      h("span.status", status),
      h(
        "span.text",
        h("code", `${shown(method, 20)} ${shown(target, 160)}`),
        h("span.soft.small", ` ${shown(about, 140)}`),
      ),
      took === undefined ? null : h("span.soft.small", `${Math.round(took)} ms`),
    ),
    h("div.body", { id: `exchange-${id}` }, talk(exchange)),
  );
}
