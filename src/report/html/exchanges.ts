import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Verdict } from "#core/check/results/verdict.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { escapeForXml } from "#core/json/escape.ts";
import type { Group, Report, ShownExchange } from "../report.ts";
import { h, preformatted, shown } from "./element.ts";
import { talk } from "./exchange-view.ts";

/** The most exchanges on a page. Those behind findings come first, then the earliest. */
const mostExchanges = 1500;

export function idsOnPage(
  ids: readonly number[],
  verdicts: readonly Pick<Verdict, "findings">[],
  cause: number | undefined,
): ReadonlySet<number> {
  if (ids.length <= mostExchanges) return new Set(ids);
  const found = verdicts.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, related }) => [exchange, ...related]),
  );
  const first = [...new Set([...found, ...(cause === undefined ? [] : [cause]), ...ids])];
  return new Set(first.slice(0, mostExchanges));
}

/** Everything that was sent, folded, with what was printed meanwhile. Empty where nothing of it is on the page. */
export function* groupView(group: Group, report: Report, onPage: ReadonlySet<number>): Generator<string> {
  const { title, aside, left, printed = "" } = group;
  const exchanges = group.exchanges.flatMap((id) => (onPage.has(id) ? (report.exchange(id) ?? []) : []));
  const more = left + group.exchanges.length - exchanges.length;
  if (exchanges.length === 0 && printed.trim() === "") return;
  const axis = timeAxis(exchanges);
  const note = more === 0 ? "" : ` ${more} more exchanges are in the JSON report.`;
  yield `<details class="group"><summary>${renderToString(h("h3", shown(title)))}<span class="soft">${exchanges.length}${escapeForXml(aside === "" ? "" : `; ${shown(aside)}`)}</span></summary>`;
  if (note !== "") yield `<p class="soft small">${note}</p>`;
  for (const exchange of exchanges)
    yield renderToString(exchangeView(exchange, axis, talk(exchange, { lines: 16 })));
  if (printed.trim() !== "") yield renderToString(printedView(printed, title));
  yield "</details>";
}

const longestLine = 2_000;

function printedView(printed: string, title: string): VNode {
  const lines = printed.split("\n").map((line) => `${shown(line, longestLine)}\n`);
  const text = preformatted(`Printed in ${shown(title, 100)}`, lines.join(""));
  return h("div.body", h("p.label", "Printed"), text);
}

export const orderNote = h(
  "p.soft.small",
  "In the order of sending. The bars are a waterfall: waiting for the first byte, then reading; long idle times are drawn short.",
);

export function exchangeView(exchange: ShownExchange, axis: TimeAxis, content: VNode): VNode {
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
      bar(exchange, axis),
    ),
    h("div.body", { id: `exchange-${id}` }, content),
  );
}

/** The time until the first byte, and the time to read the rest; the figures are next to it. */
function bar({ sentAtMs, firstByteAtMs, endedAtMs }: ShownExchange, axis: TimeAxis): VNode | null {
  if (sentAtMs === undefined || endedAtMs === undefined) return null;
  const from = axis(sentAtMs);
  const first = axis(firstByteAtMs ?? endedAtMs);
  const to = axis(endedAtMs);
  const rect = (kind: string, start: number, end: number): VNode | null =>
    end < start
      ? null
      : h("rect", { class: kind, x: Math.min(start, 994), width: Math.max(end - start, 6), height: 10 });
  return h(
    "svg.bar",
    { viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    rect("wait", from, first),
    to > first ? rect("read", first, to) : null,
  );
}

/** The position of an instant of the run on an axis from 0 to 1000. */
type TimeAxis = (atMs: number) => number;

/** Longer idle times are drawn this long: a wait for a rate limit would dwarf everything else. */
const longestIdleMs = 300;

/** A time axis over exchanges, with long waits shortened. */
export function timeAxis(exchanges: readonly WireExchange[]): TimeAxis {
  const spans = exchanges
    .flatMap(({ sentAtMs, endedAtMs }) =>
      sentAtMs === undefined || endedAtMs === undefined
        ? []
        : [[sentAtMs, Math.max(sentAtMs, endedAtMs)] as const],
    )
    .toSorted(([a], [b]) => a - b);
  /** Busy periods: first and last instant, and the position of the first. */
  const busy: { readonly from: number; to: number; readonly at: number }[] = [];
  for (const [from, to] of spans) {
    const last = busy.at(-1);
    if (last !== undefined && from - last.to <= longestIdleMs) last.to = Math.max(last.to, to);
    else
      busy.push({ from, to, at: last === undefined ? 0 : last.at + (last.to - last.from) + longestIdleMs });
  }
  const end = busy.at(-1);
  const length = end === undefined ? 0 : end.at + (end.to - end.from);
  return (atMs) => {
    const stretch = busy.findLast(({ from }) => from <= atMs);
    if (stretch === undefined || length === 0) return 0;
    const at = stretch.at + Math.min(atMs - stretch.from, stretch.to - stretch.from);
    return Math.round((at / length) * 1000);
  };
}
