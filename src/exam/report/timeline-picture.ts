import type { VNode } from "preact";
import { h } from "../../report/html/element.ts";
import { shown } from "../../report/html/shown.ts";
import { timeInWords } from "../checks/check.ts";
import type { Timeline } from "./timeline.ts";

const width = 640;
const height = 84;
const left = 12;
const right = 60;
const middle = 42;

/** The 429 at the left, the time that nothing may be sent in as a band, each request after it as a mark. */
export function timelinePicture(timeline: Timeline): VNode {
  const { waitMs, requests, request, situation, refused } = timeline;
  const lastMs = Math.max(waitMs ?? 0, 500, ...requests.map(({ afterMs }) => afterMs)) * 1.05;
  const x = (ms: number) => Math.round(left + (ms / lastMs) * (width - left - right));
  const asked = waitMs === null ? "without a usable Retry-After" : `asked to wait ${timeInWords(waitMs)}`;
  const came = requests.map(
    ({ afterMs, isEarly }) => `${timeInWords(afterMs)}${isEarly ? " (too early)" : ""}`,
  );
  const words = `${request} was answered 429 (request ${refused}), ${asked}; ${
    came.length === 0 ? "nothing came after it" : `requests came after ${came.join(", ")}`
  }.`;
  return h(
    "figure",
    null,
    h(
      "figcaption",
      { class: "small" },
      h("strong", null, shown(situation ?? "recorded")),
      `: ${shown(words)}`,
    ),
    h(
      "svg",
      { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": shown(words) },
      waitMs === null
        ? null
        : [
            h("rect", {
              x: x(0),
              y: middle - 14,
              width: x(waitMs) - x(0),
              height: 28,
              fill: "currentColor",
              opacity: "0.12",
            }),
            h("line", { class: "limit", x1: x(waitMs), x2: x(waitMs), y1: 10, y2: middle + 20 }),
            h("text", { x: x(waitMs) + 4, y: 18 }, `Retry-After, ${timeInWords(waitMs)}`),
          ],
      h("line", { class: "axis", x1: x(0), x2: width - right, y1: middle, y2: middle }),
      h("circle", { class: "refused", cx: x(0), cy: middle, r: 6 }),
      h("text", { x: x(0), y: 18 }, "429"),
      requests.map(({ afterMs, isEarly, status }) => [
        h("line", { class: "axis", x1: x(afterMs), x2: x(afterMs), y1: middle - 10, y2: middle + 10 }),
        h("circle", { class: isEarly ? "refused" : "sent", cx: x(afterMs), cy: middle, r: 4 }),
        h("text", { x: x(afterMs), y: middle + 32, "text-anchor": "middle" }, timeInWords(afterMs)),
        status === null
          ? null
          : h("text", { x: x(afterMs), y: middle - 14, "text-anchor": "middle" }, String(status)),
      ]),
    ),
  );
}
