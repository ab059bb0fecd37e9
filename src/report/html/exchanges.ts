import type { VNode } from "preact";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { pathWithQuery } from "../request-line.ts";
import { h } from "./element.ts";
import { talk } from "./exchange-view.ts";
import { shown } from "./shown.ts";
import type { TimeAxis } from "./time-axis.ts";

/** One exchange as a collapsible section, with its bar in the waterfall. */
export function exchangeView(exchange: Exchange, axis: TimeAxis): VNode {
  const { id, label, request, outcome, sentAtMs, endedAtMs, repeats } = exchange;
  const status = outcome.kind === "answer" ? String(outcome.answer.status) : outcome.failure.kind;
  const ms = Math.round(endedAtMs - sentAtMs);
  const again = repeats === undefined ? "" : `, sent again for ${repeats}`;
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
        h("code", null, `${request.method} ${shown(pathWithQuery(request), 160)}`),
        h("span", { class: "soft small" }, ` ${shown(label, 120)}${again}`),
      ),
      h("span", { class: "soft small" }, `${ms} ms`),
      bar(exchange, axis),
    ),
    h("div", { class: "body", id: `exchange-${id}` }, talk(exchange, undefined, 16)),
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
