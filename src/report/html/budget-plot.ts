import type { VNode } from "preact";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { rateHeadersOf, valueIn } from "#core/exchange/pacing/rate-headers.ts";
import { h } from "./element.ts";

const width = 800;
const height = 190;
const left = 48;
const bottom = 26;
const top = 14;

/** X-RateLimit-Remaining, answer by answer, with the limit and every 429. Undefined if no answer to the key has it. */
export function budgetPlot(exchanges: readonly WholeExchange[]): VNode | undefined {
  const points = exchanges
    .filter(({ request }) => request.credential.kind === "valid")
    .toSorted((a, b) => a.times.endedAtMs - b.times.endedAtMs || a.id - b.id)
    .flatMap(pointOf);
  const figures = points.flatMap(({ remaining }) => (remaining === undefined ? [] : [remaining]));
  if (figures.length === 0) return undefined;
  const limits = points.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  const most = Math.max(1, figures.reduce(larger, 0), limits.reduce(larger, 0));
  const x = (index: number): number =>
    round(left + (index / Math.max(1, points.length - 1)) * (width - left - 8));
  const y = (value: number): number => round(top + (1 - value / most) * (height - top - bottom));
  const limit = limits.at(-1);
  const refused = points.filter((point) => point.refused).length;
  const lowest = figures.reduce((a, b) => Math.min(a, b));
  const summary = `Remaining fell from ${figures[0]} to ${lowest} over ${points.length} answers; rejected with 429: ${refused}.`;
  return h(
    "figure",
    h(
      "svg.plot",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": summary },
      h("line.axis", { x1: left, x2: width - 8, y1: y(0), y2: y(0) }),
      h("line.axis", { x1: left, x2: left, y1: y(most), y2: y(0) }),
      [0, most].map((value) =>
        h("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
      ),
      limit === undefined ? null : h("line.limit", { x1: left, x2: width - 8, y1: y(limit), y2: y(limit) }),
      h("path.left", { d: steps(points, x, y) }),
      points.map((point, index) =>
        point.refused ? h("circle.refused", { cx: x(index), cy: y(0), r: 4 }) : null,
      ),
      h("text", { x: left, y: height - 6 }, "first answer"),
      h("text", { x: width - 8, y: height - 6, "text-anchor": "end" }, `answer ${points.length}`),
    ),
    h(
      "figcaption.soft.small",
      `X-RateLimit-Remaining after each answer to the key, in the order of their ends; dashed: the limit${limit === undefined ? "" : ` (${limit})`}. ${summary}`,
    ),
  );
}

/** Drawn as steps, since counters change at once. Answers without the header keep the last height. */
function steps(
  points: ReturnType<typeof pointOf>,
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  for (const [index, { remaining }] of points.entries()) {
    if (remaining === undefined) continue;
    path += path === "" ? `M${x(index)} ${y(remaining)}` : `H${x(index)}V${y(remaining)}`;
  }
  return path;
}

function pointOf(exchange: WholeExchange) {
  if (exchange.outcome.kind === "failure") return [];
  const { remaining, limit } = rateHeadersOf(exchange);
  const refused = exchange.outcome.answer.status === 429;
  return [{ remaining: valueIn(remaining), limit: valueIn(limit), refused }];
}

function larger(a: number, b: number): number {
  return Math.max(a, b);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
