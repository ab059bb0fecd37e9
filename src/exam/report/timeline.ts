import type { VNode } from "preact";
import type { ClientSuite, Refusal, SessionReading } from "#core/check/clients/client-suite.ts";
import { type Session, statusOf, timeInWords } from "#core/check/clients/session.ts";
import { h, shown } from "#report/html/element.ts";
import type { ExamReport } from "../exam-report.ts";

/** What the client did after each 429, in pictures under what they mean; nothing where no situation answered 429. */
export function timelinePictures(exam: ExamReport, suite: ClientSuite): readonly VNode[] {
  const timelines = timelinesOf(exam, suite);
  if (timelines.length === 0) return [];
  const legend =
    "Each line begins with a 429. In the shaded time nothing is to be sent; a red mark is a request that came too early, a ring one that was answered 429, a dot any other.";
  return [h("p.small.soft", legend), ...timelines.map(timelinePicture)];
}

const mostRequests = 12;

const mostRefusals = 50;

/** For every situation that answered 429, the first one that the client did not wait for, else the first, with what followed. */
function timelinesOf({ sessions }: ExamReport, { reading }: ClientSuite): readonly Timeline[] {
  return sessions.flatMap((session) => {
    const bySituation = Map.groupBy(reading.refusalsIn(session), ({ exchange }) => exchange.situation);
    return [...bySituation.values()].flatMap((refusals) => {
      const all = refusals.slice(0, mostRefusals).map((refusal) => timelineOf(refusal, session, reading));
      return all.find(({ requests }) => requests.some(({ isEarly }) => isEarly)) ?? all[0] ?? [];
    });
  });
}

type Timeline = ReturnType<typeof timelineOf>;

/** A 429 and what the client did after it. Times are milliseconds since the 429 went out. */
function timelineOf(
  { exchange, askedMs, untilMs }: Refusal,
  session: Session,
  { sentAfter }: SessionReading,
) {
  return {
    situation: session.situation ?? exchange.situation ?? "recorded",
    refused: exchange.id,
    request: `${exchange.method} ${exchange.target}`,
    /** How long nothing was to be sent; undefined where Retry-After said nothing usable. */
    waitMs: askedMs === 0 ? undefined : Math.round(askedMs),
    requests: sentAfter(exchange, session)
      .slice(0, mostRequests)
      .map((one) => ({
        afterMs: Math.round(one.sentAtMs - exchange.endedAtMs),
        status: statusOf(one),
        isEarly: one.sentAtMs < untilMs,
      })),
  };
}

// Places along the line are percent of the width, so that the text is as large on a phone as on a desk.
const left = 2;
const right = 97;

const height = 76;
const line = 40;

/** Labels nearer to each other than this would overlap on a phone. */
const labelWidth = 17;

/** The 429 at the left, the time in which nothing may be sent as a band, each request after it as a mark. */
function timelinePicture(timeline: Timeline): VNode {
  const { waitMs, requests } = timeline;
  const lastMs = Math.max(waitMs ?? 0, 500, ...requests.map(({ afterMs }) => afterMs));
  const at = (ms: number): number => left + (ms / lastMs) * (right - left);
  const percent = (ms: number) => `${at(ms).toFixed(1)}%`;
  const words = inWords(timeline);
  return h(
    "figure",
    h("figcaption.small", h("strong", shown(timeline.situation)), `: ${shown(words)}`),
    h(
      "svg.timeline",
      { width: "100%", height, role: "img", "aria-label": shown(words) },
      waitMs === undefined ? null : band(waitMs, at),
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

function inWords({ waitMs, requests, request, refused }: Timeline): string {
  const asked =
    waitMs === undefined ? "without a usable Retry-After" : `asked to wait ${timeInWords(waitMs)}`;
  const came = requests.map(
    ({ afterMs, isEarly }) => `${timeInWords(afterMs)}${isEarly ? " (too early)" : ""}`,
  );
  const after = came.length === 0 ? "nothing came after it" : `requests came after ${came.join(", ")}`;
  return `${request} was answered 429 (request ${refused}), ${asked}; ${after}.`;
}

function band(waitMs: number, at: (ms: number) => number): VNode[] {
  const end = at(waitMs);
  const x = `${end.toFixed(1)}%`;
  const isFar = end > 50;
  return [
    h("rect", {
      ...{ x: `${left}%`, y: line - 12, width: `${(end - left).toFixed(1)}%`, height: 24 },
      ...{ fill: "currentColor", opacity: "0.12" },
    }),
    h("line.limit", { x1: x, x2: x, y1: 4, y2: line + 12 }),
    h(
      "text",
      { x, dx: isFar ? -6 : 6, y: 14, "text-anchor": isFar ? "end" : "start" },
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
