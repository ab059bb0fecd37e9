import type { VNode } from "preact";
import { timeInWords } from "#core/check/clients/session.ts";
import { h, shown } from "#report/html/element.ts";
import type { Timeline } from "./timeline.ts";

// Places along the line are percent of the width, so that the text is as large on a phone as on a desk.
const left = 2;
const right = 97;

const height = 76;
const line = 40;

/** Labels nearer to each other than this would overlap on a phone. */
const labelWidth = 17;

/** The 429 at the left, the time in which nothing may be sent as a band, each request after it as a mark. */
export function timelinePicture(timeline: Timeline): VNode {
  const { waitMs, requests } = timeline;
  const lastMs = Math.max(waitMs ?? 0, 500, ...requests.map(({ afterMs }) => afterMs));
  const at = (ms: number): number => left + (ms / lastMs) * (right - left);
  const percent = (ms: number) => `${at(ms).toFixed(1)}%`;
  const words = inWords(timeline);
  return h(
    "figure",
    h("figcaption.small", h("strong", shown(timeline.situation ?? "recorded")), `: ${shown(words)}`),
    h(
      "svg.timeline",
      { width: "100%", height, role: "img", "aria-label": shown(words) },
      waitMs === null ? null : band(waitMs, at),
      h("line.axis", { x1: `${left}%`, x2: `${right}%`, y1: line, y2: line }),
      h("circle.limited", { cx: percent(0), cy: line, r: 6 }),
      h("text", { x: percent(0), y: 14, "text-anchor": "start" }, "429"),
      requests.map(({ afterMs, isEarly, status }) =>
        h("circle", {
          class: isEarly ? "early" : status === 429 ? "limited" : "sent",
          cx: percent(afterMs),
          cy: line,
          r: 5,
        }),
      ),
      labelled(requests.map(({ afterMs }) => ({ afterMs, at: at(afterMs) }))).map((one) =>
        h(
          "text",
          { x: percent(one.afterMs), y: line + 26, "text-anchor": anchorOf(one.at) },
          timeInWords(one.afterMs),
        ),
      ),
    ),
  );
}

export function timelineLegend(): VNode {
  return h(
    "p.small.soft",
    "Each line begins with a 429. In the shaded time nothing is to be sent; a red mark is a request that came too early, a ring one that was answered 429, a dot any other.",
  );
}

function inWords({ waitMs, requests, request, refused }: Timeline): string {
  const asked = waitMs === null ? "without a usable Retry-After" : `asked to wait ${timeInWords(waitMs)}`;
  const came = requests.map(
    ({ afterMs, isEarly }) => `${timeInWords(afterMs)}${isEarly ? " (too early)" : ""}`,
  );
  const after = came.length === 0 ? "nothing came after it" : `requests came after ${came.join(", ")}`;
  return `${request} was answered 429 (request ${refused}), ${asked}; ${after}.`;
}

function band(waitMs: number, at: (ms: number) => number): VNode[] {
  const end = at(waitMs);
  const isFar = end > 50;
  return [
    h("rect", {
      x: `${left}%`,
      y: line - 12,
      width: `${(end - left).toFixed(1)}%`,
      height: 24,
      fill: "currentColor",
      opacity: "0.12",
    }),
    h("line.limit", { x1: `${end.toFixed(1)}%`, x2: `${end.toFixed(1)}%`, y1: 4, y2: line + 12 }),
    h(
      "text",
      {
        x: `${end.toFixed(1)}%`,
        dx: isFar ? -6 : 6,
        y: 14,
        "text-anchor": isFar ? "end" : "start",
      },
      `wait until ${timeInWords(waitMs)}`,
    ),
  ];
}

/** As many as there is room for; the last one says how long it took. */
function labelled<T extends { readonly at: number }>(marks: readonly T[]): readonly T[] {
  const last = marks.at(-1);
  if (last === undefined) return [];
  const chosen: T[] = [];
  for (const mark of marks.slice(0, -1)) {
    const before = chosen.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (mark.at - before >= labelWidth && last.at - mark.at >= labelWidth) chosen.push(mark);
  }
  const [first] = marks;
  // The first request after a 429 is what it is about.
  return chosen.length === 0 && first !== undefined ? [first] : [...chosen, last];
}

function anchorOf(at: number): "start" | "middle" | "end" {
  if (at < left + labelWidth / 2) return "start";
  return at > right - labelWidth / 2 ? "end" : "middle";
}
