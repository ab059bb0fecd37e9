import type { VNode } from "preact";
import { exchangeLabel } from "../../core/check/series.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { WireExchange } from "../../core/exchange/wire-exchange.ts";
import { wireView } from "../request-line.ts";
import { h } from "./element.ts";
import { talk } from "./exchange-view.ts";
import { shown } from "./shown.ts";
import type { TimeAxis } from "./time-axis.ts";

/** The most exchanges on a page. Those behind findings come first, then the earliest. */
const mostExchanges = 1500;

/** The ids of the exchanges that a page has room for. */
export function idsOnPage(
  ids: readonly number[],
  verdicts: readonly Pick<Verdict, "findings">[],
  cause?: number,
): ReadonlySet<number> {
  if (ids.length <= mostExchanges) return new Set(ids);
  const found = verdicts.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, related }) => [exchange, ...related]),
  );
  const first = [...new Set([...found, ...(cause === undefined ? [] : [cause]), ...ids])];
  return new Set(first.slice(0, mostExchanges));
}

/** One exchange of a run as a collapsible section, with its bar in the waterfall. */
export function exchangeView(exchange: Exchange, axis: TimeAxis): VNode {
  const { sentAtMs, endedAtMs, repeats } = exchange;
  const again = repeats === undefined ? "" : `, sent again for ${repeats}`;
  return foldedExchange(
    { ...wireView(exchange), id: exchange.id },
    ` ${shown(exchangeLabel(exchange), 120)}${again}`,
    [h("span", { class: "soft small" }, `${Math.round(endedAtMs - sentAtMs)} ms`), bar(exchange, axis)],
    talk(exchange, undefined, 16),
  );
}

/** @param aside what stands at the end of the line */
export function foldedExchange(
  { id, method, target, outcome }: WireExchange & { readonly id: number },
  about: string,
  aside: readonly VNode[],
  body: VNode,
): VNode {
  const status = outcome.kind === "answer" ? String(outcome.status) : outcome.failure.kind;
  return h(
    "details",
    { class: "exchange" },
    h(
      "summary",
      null,
      h("span", { class: "id" }, String(id)),
      h("span", { class: "status" }, status),
      h(
        "span",
        { class: "text" },
        h("code", null, `${shown(method, 20)} ${shown(target, 160)}`),
        h("span", { class: "soft small" }, about),
      ),
      ...aside,
    ),
    h("div", { class: "body", id: `exchange-${id}` }, body),
  );
}

/** The time until the first byte, and the time to read the rest; the figures are next to it. */
function bar({ sentAtMs, firstByteAtMs, endedAtMs }: Exchange, axis: TimeAxis): VNode {
  const from = axis(sentAtMs);
  const first = axis(firstByteAtMs ?? endedAtMs);
  const to = axis(endedAtMs);
  const rect = (kind: string, start: number, end: number): VNode | null =>
    end < start
      ? null
      : h("rect", { class: kind, x: Math.min(start, 994), width: Math.max(end - start, 6), height: 10 });
  return h(
    "svg",
    { class: "bar", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    rect("wait", from, first),
    to > first ? rect("read", first, to) : null,
  );
}
